import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** Sends to scripts/test-runs.ts how many files are done, and which of them fail. */
export default class ProgressReporter implements Reporter {
  #total = 0;
  #done = 0;
  #failing: string[] = [];

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#total = files.length;
    this.#send();
  }

  onTestModuleEnd(file: TestModule): void {
    this.#done += 1;
    if (!file.ok()) this.#failing.push(file.relativeModuleId);
    this.#send();
  }

  #send(): void {
    process.send?.({ done: this.#done, total: this.#total, failing: this.#failing });
  }
}
