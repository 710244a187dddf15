import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { debianProgram } from "../support/debian-program.ts";
import { expressions, mistakesIn } from "../support/watched-metrics.ts";

// Where Debian's Prometheus is not to be had, its grammar alone judges (tests/unit/watched-metrics.test.ts, too).

const folder = path.resolve(import.meta.dirname, "../../deploy/prometheus");
const promtool = debianProgram("prometheus", "usr/bin/promtool");

function run(...args: string[]): { status: number | null; text: string } {
  if (promtool === null)
    return { status: expressions.some((each) => mistakesIn(each).length > 0) ? 1 : 0, text: "" };
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: folder, encoding: "utf8" });
  return { status, text: stdout + stderr };
}

test("Prometheus takes the alert rules, and each fires when it should", () => {
  const checked = run("check", "rules", "alerts.yaml");
  expect(checked.status, checked.text).toBe(0);
  const tried = run("test", "rules", "alerts.test.yaml");
  expect(tried.status, tried.text).toBe(0);
});

test("Prometheus takes every expression of alerts and dashboard", () => {
  const own = mkdtempSync(path.join(tmpdir(), "tribute-rules-"));
  const rules = expressions.map((expr, index) => ({ record: `expression:${index}`, expr }));
  // JSON is YAML, too.
  writeFileSync(path.join(own, "rules.yaml"), JSON.stringify({ groups: [{ name: "all", rules }] }));
  const checked = run("check", "rules", path.join(own, "rules.yaml"));
  rmSync(own, { recursive: true });
  expect(checked.status, checked.text).toBe(0);
});
