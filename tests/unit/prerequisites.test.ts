import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { NODE_MINIMUM, nodeProblem } from "../../scripts/prerequisites.mjs";

const root = path.resolve(import.meta.dirname, "../..");

test("the start refuses a Node without argon2 in one line, and takes this one", () => {
  expect(nodeProblem()).toBeNull();
  const line = nodeProblem("22.23.3", { scrypt: () => undefined });
  expect(line).toMatch(/^Tribute needs Node 24\.7\.0 or later, this is 22\.23\.3: .*"npm ci".*\.$/);
});

test("a command without installed packages says in one line to install them", () => {
  const checkout = mkdtempSync(path.join(tmpdir(), "tribute-bare-"));
  for (const script of ["run.mjs", "start.mjs", "prerequisites.mjs"])
    cpSync(path.join(root, "scripts", script), path.join(checkout, "scripts", script));
  for (const command of [["start.mjs"], ["run.mjs", "backup"], ["run.mjs", "dev"]]) {
    const [script = "", ...args] = command;
    const ended = spawnSync(process.execPath, [path.join(checkout, "scripts", script), ...args], {
      encoding: "utf8",
    });
    expect(ended, script).toMatchObject({ status: 1, stdout: "" });
    expect(ended.stderr).toBe('The packages are not installed: run "npm ci" first.\n');
  }
  rmSync(checkout, { recursive: true });
});

test("every command for operators begins with these checks", () => {
  const { scripts } = packageJson;
  const forDevelopers =
    /^(bench|load|simulate|simulate:(?:world|mutants)|scale|ledger:corruptions|release|release:check|db:types|docs:settings|house|check|format|lint|typecheck|test)$/;
  for (const [name, command] of Object.entries(scripts))
    if (!forDevelopers.test(name)) expect(command, name).toMatch(/ scripts\/(?:run|start)\.mjs\b/);
});

test("package.json asks for the Node that the start asks for", () => {
  expect(packageJson.engines.node).toBe(`>=${NODE_MINIMUM}`);
});

test("each Node that the project brings along is new enough", () => {
  const versions = Object.entries(packageJson.optionalDependencies).filter(([name]) =>
    name.startsWith("node-"),
  );
  expect(versions.length).toBeGreaterThan(3);
  const [major = 0, minor = 0] = NODE_MINIMUM.split(".").map(Number);
  for (const [name, version] of versions) {
    const [ownMajor = 0, ownMinor = 0] = version.split(".").map(Number);
    expect(ownMajor * 1000 + ownMinor, name).toBeGreaterThanOrEqual(major * 1000 + minor);
  }
});
