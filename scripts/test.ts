import { readdirSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project.ts";
import { CHECKS, MAKE_WORLD, makeTestRun, type Outcome, printOutcomes, runSteps } from "./test-runs.ts";

// Checks and build in parallel, then all projects. npm test -- NAME: test files whose paths contain NAME,
// live.

/** In this order: waiting beside computing, longest first. */
const PROJECTS = ["faults", "e2e", "routes", "domain", "unit"];
const PROJECTS_AT_ONCE = 3;
const CHECKS_AT_ONCE = 2;
const FOLDERS: Record<string, string[]> = { domain: ["domain", "stories"] };
const NEEDS_BUILD = ["faults", "e2e", "routes"];

const run = makeTestRun();
const names = process.argv.slice(2);
printOutcomes(names.length > 0 ? await runNamed() : await runWhole());
run.close();

async function runWhole(): Promise<Outcome[]> {
  const { build, ...others } = CHECKS;
  return [
    ...(await runSteps(CHECKS_AT_ONCE, [
      () => run.check("build and demo world", ...build, [...MAKE_WORLD, run.world]),
      ...Object.entries(others).map(
        ([name, commands]) =>
          () =>
            run.check(name, ...commands),
      ),
    ])),
    ...(await runSteps(
      PROJECTS_AT_ONCE,
      PROJECTS.map((project) => () => run.tests(project)),
    )),
  ];
}

async function runNamed(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const chosen = PROJECTS.filter(hasNamedFile);
  if (chosen.some((project) => NEEDS_BUILD.includes(project)))
    outcomes.push(await run.check("build and demo world", ...CHECKS.build, [...MAKE_WORLD, run.world]));
  for (const project of chosen) outcomes.push(await run.tests(project, names, true));
  return chosen.length > 0
    ? outcomes
    : [{ passed: 0, failures: [`no test file has ${names.join(" ")} in its path`] }];
}

function hasNamedFile(project: string): boolean {
  return (FOLDERS[project] ?? [project]).some((folder) =>
    readdirSync(path.join(projectRoot, "tests", folder), { recursive: true, encoding: "utf8" }).some(
      (file) => /\.test\.tsx?$/.test(file) && names.some((name) => `tests/${folder}/${file}`.includes(name)),
    ),
  );
}
