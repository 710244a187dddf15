import { CHECKS, MAKE_WORLD, makeTestRun, printOutcomes, runSteps } from "./test-runs.ts";

// Before a commit: format, lint, types, unit tests, stories, and one tip in a browser.

const run = makeTestRun();
printOutcomes(
  await runSteps(2, [
    async () => {
      const built = await run.check("build and demo world", ...CHECKS.build, [...MAKE_WORLD, run.world]);
      return built.failures.length > 0
        ? built
        : await run.tests("e2e", ["e2e/tip.test.ts", "-t", "script false, de, 360 px"]);
    },
    () => run.check("format and lint", ...CHECKS["format and lint"]),
    () => run.check("types", ...CHECKS.types),
    () => run.tests("domain", ["tests/stories/"]),
    () => run.tests("unit"),
  ]),
);
run.close();
