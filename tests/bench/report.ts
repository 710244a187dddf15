import { cpus } from "node:os";
import { isTooWide, judge, spreadOf, type Verdict } from "./verdict.ts";

export const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
export const number = (value: number) =>
  value.toLocaleString("en", { maximumFractionDigits: value < 1 ? 2 : value < 100 ? 1 : 0 });

const twoDigits = (value: number) => value.toFixed(2);

interface Row {
  name: string;
  rounds: readonly number[];
  show: (value: number) => string;
  goal: string;
  verdict: Verdict | "–";
  beside: string;
}

/** What the bench has found so far, a row for each thing measured. */
export interface Report {
  /** A share that should be large, such as ours of a baseline's rate; `beside` tells the bare figures. */
  share(
    name: string,
    rounds: readonly number[],
    goal: { atLeast: number; stretch?: number },
    beside: string,
  ): void;
  /** A figure that should be small. */
  atMost(
    name: string,
    rounds: readonly number[],
    goal: { limit: number; unit?: string },
    beside: string,
  ): void;
  /** A figure whose goal takes more than a comparison. */
  holds(name: string, value: number, goal: { words: string; isMet: boolean }, beside: string): void;
  /** Milliseconds without a goal. */
  took(name: string, rounds: readonly number[], beside: string): void;
  /** A share without a goal. */
  toKnow(name: string, rounds: readonly number[], beside: string): void;
  /** A table on a terminal and with `isTable`; else a line of JSON for each row. */
  print(isTable?: boolean): void;
}

export function createReport(): Report {
  const rows: Row[] = [];
  return {
    share(name, rounds, { atLeast, stretch }, beside) {
      const goal = `≥ ${percent(atLeast)}${stretch ? `, stretch ${percent(stretch)}` : ""}`;
      rows.push({ name, rounds, show: percent, goal, verdict: judge(rounds, atLeast, true), beside });
    },
    atMost(name, rounds, { limit, unit = "" }, beside) {
      const show = (value: number) => `${number(value)} ${unit}`.trim();
      const goal = `≤ ${show(limit)}`;
      rows.push({ name, rounds, show, goal, verdict: judge(rounds, limit, false), beside });
    },
    holds(name, value, { words, isMet }, beside) {
      const verdict = isMet ? "PASS" : "FAIL";
      rows.push({ name, rounds: [value], show: twoDigits, goal: words, verdict, beside });
    },
    took(name, rounds, beside) {
      rows.push({ name, rounds, show: (value) => `${number(value)} ms`, goal: "–", verdict: "–", beside });
    },
    toKnow(name, rounds, beside) {
      const verdict = isTooWide(spreadOf(rounds)) ? "INCONCLUSIVE" : "–";
      rows.push({ name, rounds, show: percent, goal: "to know", verdict, beside });
    },
    print(isTable = process.stdout.isTTY) {
      const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`;
      if (!isTable) {
        for (const { name, rounds, show, goal, verdict, beside } of rows) {
          const median = show(spreadOf(rounds).median);
          process.stdout.write(
            `${JSON.stringify({ row: name, median, rounds, goal, verdict, beside, machine })}\n`,
          );
        }
        return;
      }
      const lines = rows.map(({ name, rounds, show, goal, verdict, beside }) => {
        const { median, least, greatest } = spreadOf(rounds);
        const range = rounds.length > 1 ? `${show(least)} to ${show(greatest)}` : "";
        return `| ${[name, show(median), range, goal, verdict, beside].join(" | ")} |\n`;
      });
      process.stdout.write(
        `\n${new Date().toISOString().slice(0, 10)}, ${machine}\n\n| row | median | range | goal | verdict | beside |\n|---|---|---|---|---|---|\n${lines.join("")}`,
      );
    },
  };
}
