import { readFileSync } from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { parse } from "yaml";
import { z } from "zod";
import dashboard from "../../deploy/grafana/dashboard.json" with { type: "json" };

// What the alerts and the dashboard of deploy/ ask Prometheus.

const file = path.resolve(import.meta.dirname, "../../deploy/prometheus/alerts.yaml");

const alertsSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

export const alerts = alertsSchema
  .parse(parse(readFileSync(file, "utf8")))
  .groups.flatMap(({ rules }) => rules);

/** Grafana's own variable becomes a time. */
export const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
].map((expr) => expr.replaceAll("$__rate_interval", "5m"));

/** Where the expression is no PromQL, as Prometheus's own grammar has it. */
export function mistakesIn(expression: string): number[] {
  const found: number[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) found.push(from);
    },
  });
  return found;
}

/** The metrics that an expression reads; a histogram's series count as the histogram. */
export function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === "Identifier") names.push(expression.slice(from, to).replace(/_bucket$/, ""));
    },
  });
  return names;
}
