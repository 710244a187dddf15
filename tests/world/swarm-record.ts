import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { kindOf } from "./scheduler.ts";
import type { WorldReport } from "./world.ts";

const entry = z.object({
  seed: z.string(),
  hash: z.string(),
  counts: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  /** Of each kind of fate, the texts of statements that met it. */
  reached: z.record(z.string(), z.array(z.string())),
  overlaps: z.array(z.string()),
  states: z.array(z.string()),
  allowed_states: z.array(z.string()),
  faults: z.array(z.string()),
});

type Entry = z.infer<typeof entry>;

/** A line a seed, so that a run that was stopped goes on. */
export function readRecord(file: string): Entry[] {
  if (!existsSync(file)) return [];
  // A run that was killed leaves a part of a line.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.filter((line) => line.endsWith("}")).map((line) => entry.parse(JSON.parse(line)));
}

export function toEntry(report: WorldReport): Entry {
  const { world, hash, counts, outcomes, reached, overlaps, states, allowed_states, faults } = report;
  const byFate: Record<string, string[]> = {};
  for (const [text, fates] of reached)
    for (const fate of fates) byFate[fate] = [...(byFate[fate] ?? []), shortOf(text)];
  return {
    ...{ seed: world.seed, hash, counts: { ...counts }, outcomes, reached: byFate },
    ...{ overlaps, states, allowed_states, faults },
  };
}

export function append(file: string, one: Entry): void {
  appendFileSync(file, `${JSON.stringify(one)}\n`);
}

/** Sums of all seeds: steps, acts by outcome, what was reached and what never was. */
export function tableOf(entries: readonly Entry[]): string {
  const outcomes = sums(entries.map((each) => each.outcomes));
  return [
    `${entries.length} seeds, ${entries.filter(({ faults }) => faults.length > 0).length} with faults`,
    ...[...sums(entries.map(({ counts }) => counts))].map(([name, count]) => `${count} ${name}`),
    "",
    ...tableOfActs(outcomes),
    "",
    ...[...outcomes].sort().map(([name, count]) => `${count} ${name}`),
    "",
    ...overlapsOf(entries),
    ...statesOf(entries),
    ...fatesOf(entries),
  ].join("\n");
}

/** How many of each act were accepted, refused, or met a fault. */
function tableOfActs(outcomes: ReadonlyMap<string, number>): string[] {
  const acts = new Map<string, { accepted: number; refused: number; faulted: number }>();
  for (const [name, count] of outcomes) {
    const [act = "", outcome = ""] = name.split(/: (.*)/s);
    const row = acts.get(act) ?? { accepted: 0, refused: 0, faulted: 0 };
    row[resultOf(outcome)] += count;
    acts.set(act, row);
  }
  return [
    "act | accepted | refused | met a fault",
    ...[...acts]
      .sort()
      .map(([act, { accepted, refused, faulted }]) => `${act} | ${accepted} | ${refused} | ${faulted}`),
  ];
}

function resultOf(outcome: string): "accepted" | "refused" | "faulted" {
  if (/^(broken|killed|failed)|\b5\d\d\b/.test(outcome)) return "faulted";
  return /\b(4\d\d|not|left|none|refused|under way)\b/.test(outcome) ? "refused" : "accepted";
}

function overlapsOf(entries: readonly Entry[]): string[] {
  const reached = new Set(entries.flatMap(({ overlaps }) => overlaps));
  const kinds = [...new Set([...reached].flatMap((pair) => pair.split(" | ")))].sort();
  const all = kinds.flatMap((one) => kinds.map((other) => `${one} | ${other}`));
  return [
    `acts that committed while another was under way: ${reached.size} of ${all.length} pairs; never:`,
    ...kinds.map((kind) => {
      const never = kinds.filter((other) => !reached.has(`${kind} | ${other}`));
      return `  ${kindOf(kind)}: ${never.length === kinds.length ? "all" : never.join(", ")}`;
    }),
  ];
}

function statesOf(entries: readonly Entry[]): string[] {
  const reached = new Set(entries.flatMap(({ states }) => states));
  const allowed = [...new Set(entries.flatMap(({ allowed_states }) => allowed_states))];
  const never = allowed.filter((state) => !reached.has(state));
  return [`states: ${allowed.length - never.length} of ${allowed.length}; never: ${never.join(", ")}`];
}

function fatesOf(entries: readonly Entry[]): string[] {
  const fates = new Map<string, Set<string>>();
  for (const { reached } of entries)
    for (const [fate, texts] of Object.entries(reached))
      fates.set(fate, new Set([...(fates.get(fate) ?? []), ...texts]));
  const unhit = [...(fates.get("answered") ?? [])].filter(
    (text) => ![...fates].some(([fate, texts]) => fate !== "answered" && texts.has(text)),
  );
  return [
    ...[...fates].map(([fate, texts]) => `${fate}: ${texts.size} statements`),
    `never hit by a fault: ${unhit.length} statements`,
    ...unhit.slice(0, 20).map((text) => `  ${text}`),
  ];
}

function sums(all: readonly Record<string, number>[]): Map<string, number> {
  const total = new Map<string, number>();
  for (const each of all)
    for (const [name, count] of Object.entries(each)) total.set(name, (total.get(name) ?? 0) + count);
  return total;
}

function shortOf(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 100);
}
