import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** A backstop for busy machines. What waits for a state gives up after four minutes (tests/support/eventually.ts). */
const TIMEOUT_MS = 1_800_000;
const POLL_TIMEOUT_MS = 240_000;

/** One kind of test: its folders and how many files run at once. No project retries: a test that fails is a fault. */
function project(
  name: string,
  include: string[],
  options: { database: boolean; world?: boolean; product?: boolean; browser?: boolean; maxWorkers?: number },
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      environment: "node",
      setupFiles: [
        "tests/support/each-file.ts",
        ...(options.product ? ["tests/support/http/each-file-with-product.ts"] : []),
        ...(options.browser ? ["tests/support/browser/each-file-in-browser.ts"] : []),
      ],
      globalSetup: [
        ...(options.world ? ["tests/support/fixtures/global-world.ts"] : []),
        ...(options.database ? ["tests/support/database/global-database.ts"] : []),
        ...(options.product ? ["tests/support/http/global-product.ts"] : []),
      ],
      // The files of a worker share what they import, and Chromium: to load all of it anew took as long as many a test.
      isolate: false,
      retry: 0,
      testTimeout: TIMEOUT_MS,
      expect: { poll: { timeout: POLL_TIMEOUT_MS } },
      hookTimeout: TIMEOUT_MS,
      ...(options.maxWorkers && { maxWorkers: options.maxWorkers }),
    },
  };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", ["tests/unit/**/*.test.{ts,tsx}"], { database: false }),
      project("domain", ["tests/domain/**/*.test.{ts,tsx}", "tests/stories/**/*.test.{ts,tsx}"], {
        database: true,
        maxWorkers: 2,
      }),
      project("routes", ["tests/routes/**/*.test.{ts,tsx}"], {
        database: true,
        world: true,
        product: true,
        maxWorkers: 2,
      }),
      // A browser wants a core of its own, and so does the server that it visits.
      project("e2e", ["tests/e2e/**/*.test.{ts,tsx}"], {
        database: true,
        world: true,
        product: true,
        browser: true,
        maxWorkers: 2,
      }),
      // These start, stop and kill whole processes, each with a load of its own.
      project("faults", ["tests/faults/**/*.test.{ts,tsx}"], {
        database: true,
        world: true,
        maxWorkers: 1,
      }),
    ],
  },
});
