import type { Instance } from "./instance.ts";

/** What came of a run. */
export interface Outcome {
  /** For docs/scale-runs.md, as they are. */
  lines: readonly string[];
  /** What was not as it should be; each fails the run. */
  faults: readonly string[];
  /** What the product logged as an error, and how often: to read, not to judge. */
  logs: readonly string[];
}

/** Errors in the logs of processes, those of one kind counted. */
export function problemsIn(instances: readonly Instance[]): string[] {
  const counts = new Map<string, number>();
  for (const instance of instances)
    for (const line of instance.log().split("\n")) {
      const isError = /"level":(40|50|60)/.test(line);
      const is500 = /"status":500/.test(line);
      if (line === "" || (line.startsWith("{") && !isError && !is500)) continue;
      if (/^(Demo login|Tribute is ready|Tribute's worker)/.test(line)) continue;
      const kind = line
        .replace(
          /"(time|pid|hostname|request_id|duration_ms|err_id|due|eventId|attempt)":("[^"]*"|\d+),?/g,
          "",
        )
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")
        .replace(/"stack":"[^"]*"/, "")
        .slice(0, 300);
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${count} × ${kind}`);
}
