import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** Sends to scripts/test-runs.ts how many files are done, and how many of them fail. */
export default class ProgressReporter implements Reporter {
  #total = 0;
  #done = 0;
  #failing = 0;

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#total = files.length;
    this.#send();
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done += 1;
    if (!file.ok()) this.#failing += 1;
    this.#send();
  }

  #send(): void {
    process.send?.({ done: this.#done, total: this.#total, failing: this.#failing });
  }
}
