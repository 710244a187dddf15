import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { WorldReport } from "./world.ts";

const entry = z.object({
  seed: z.string(),
  hash: z.string(),
  counts: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  /** Of each kind of fate, the texts of statements that met it. */
  reached: z.record(z.string(), z.array(z.string())),
  faults: z.array(z.string()),
});

type Entry = z.infer<typeof entry>;

/** A line a seed, so that a run that was stopped goes on. */
export function readRecord(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => entry.parse(JSON.parse(line)));
}

export function toEntry({ seed, hash, counts, outcomes, reached, faults }: WorldReport): Entry {
  const byFate: Record<string, string[]> = {};
  for (const [text, fates] of reached)
    for (const fate of fates) byFate[fate] = [...(byFate[fate] ?? []), shortOf(text)];
  return { seed, hash, counts: { ...counts }, outcomes, reached: byFate, faults };
}

export function append(file: string, one: Entry): void {
  appendFileSync(file, `${JSON.stringify(one)}\n`);
}

/** Sums of all seeds: steps, acts by outcome, faults by points hit, and what was never reached. */
export function tableOf(entries: readonly Entry[]): string {
  const counts = sums(entries.map((each) => each.counts));
  const outcomes = sums(entries.map((each) => each.outcomes));
  const fates = new Map<string, Set<string>>();
  for (const { reached } of entries)
    for (const [fate, texts] of Object.entries(reached))
      fates.set(fate, new Set([...(fates.get(fate) ?? []), ...texts]));
  const answered = fates.get("answered") ?? new Set();
  const unhit = [...answered].filter(
    (text) => ![...fates].some(([fate, texts]) => fate !== "answered" && texts.has(text)),
  );
  return [
    `${entries.length} seeds, ${entries.filter(({ faults }) => faults.length > 0).length} with faults`,
    ...[...counts].map(([name, count]) => `${count} ${name}`),
    "",
    ...[...outcomes].sort().map(([name, count]) => `${count} ${name}`),
    "",
    ...[...fates].map(([fate, texts]) => `${fate}: ${texts.size} statements`),
    `never hit by a fault: ${unhit.length} statements`,
    ...unhit.slice(0, 20).map((text) => `  ${text}`),
  ].join("\n");
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
