import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** No test is about time: what waits for something gives up after four minutes (tests/support/eventually.ts). */
const TIMEOUT_MS = 600_000;

/** One kind of test: its folders and how many files run at once. No project retries: a test that fails is a fault. */
function project(
  name: string,
  include: string[],
  options: { database: boolean; product?: boolean; maxWorkers?: number },
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      environment: "node",
      setupFiles: ["tests/support/console-fails.ts", "tests/support/closed-network.ts"],
      globalSetup: [
        ...(options.database ? ["tests/support/global-database.ts"] : []),
        ...(options.product ? ["tests/support/global-product.ts"] : []),
      ],
      retry: 0,
      testTimeout: TIMEOUT_MS,
      hookTimeout: TIMEOUT_MS,
      ...(options.maxWorkers && { maxWorkers: options.maxWorkers }),
    },
  };
}

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      project("unit", ["tests/unit/**/*.test.{ts,tsx}"], { database: false }),
      project("domain", ["tests/domain/**/*.test.{ts,tsx}", "tests/stories/**/*.test.{ts,tsx}"], {
        database: true,
        maxWorkers: 2,
      }),
      project("routes", ["tests/routes/**/*.test.{ts,tsx}"], {
        database: true,
        product: true,
        maxWorkers: 2,
      }),
      // A browser wants a core of its own, and so does the server that it visits.
      project("e2e", ["tests/e2e/**/*.test.{ts,tsx}"], {
        database: true,
        product: true,
        maxWorkers: 2,
      }),
      // These start, stop and kill whole processes, each with a load of its own.
      project("faults", ["tests/faults/**/*.test.{ts,tsx}"], {
        database: true,
        maxWorkers: 1,
      }),
    ],
  },
});
