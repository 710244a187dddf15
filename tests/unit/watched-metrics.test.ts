import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { alerts, expressions, metricsOf, mistakesIn } from "../support/watched-metrics.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The dashboard as a program of TypeScript, by the types that Grafana publishes; enums are written by their values. */
const program = (text: string) => `
import type { Dashboard } from ${JSON.stringify(import.meta.resolve("@grafana/schema/package.json").replace(/^file:|\/package\.json$/g, ""))};
type Written<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Written<T[K]> } : T;
export const dashboard: Written<Dashboard> = ${text};
`;

function complaintsAbout(text: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "tribute-dashboard-"));
  const file = path.join(folder, "dashboard.ts");
  writeFileSync(file, program(text));
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--checkers", "1"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler"];
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, ...options, ...modules, file], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return stdout.split("\n").filter((line) => line.includes("error"));
}

test("the dashboard is one by Grafana's published schema", () => {
  const text = read("deploy/grafana/dashboard.json");
  expect(complaintsAbout(text)).toEqual([]);
  expect(complaintsAbout(text.replace('"mode": "absolute"', '"mode": "other"'))).not.toEqual([]);
  expect(complaintsAbout(text.replace('"title"', '"heading"'))).not.toEqual([]);
});

test("every expression of alerts and dashboard is PromQL", () => {
  expect(expressions.length).toBeGreaterThan(40);
  expect(expressions.filter((each) => mistakesIn(each).length > 0)).toEqual([]);
  expect(mistakesIn("sum by (rate(up[5m])")).not.toEqual([]);
  expect(metricsOf('max by (queue) (rate(one_total{kind="two"}[5m])) > three')).toEqual([
    "one_total",
    "three",
  ]);
});

test("every alert fires in one case and is silent in another", () => {
  const casesSchema = z.object({
    tests: z.array(
      z.object({
        alert_rule_test: z.array(
          z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).default([]) }),
        ),
      }),
    ),
  });
  const cases = casesSchema
    .parse(parse(read("deploy/prometheus/alerts.test.yaml")))
    .tests.flatMap((each) => each.alert_rule_test);
  const names = alerts.map(({ alert }) => alert);
  const tried = (isSilent: boolean) =>
    new Set(
      cases
        .filter(({ exp_alerts }) => (exp_alerts.length === 0) === isSilent)
        .map(({ alertname }) => alertname),
    );
  expect(tried(false)).toEqual(new Set(names));
  expect(tried(true)).toEqual(new Set(names));
});
