import { memoryMegabytes, type Server } from "./processes.ts";

const SAMPLE_MS = 250;
/** The collector lets the heap swing: medians of many samples do not. */
const GROWTH_MAXIMUM = 1.05;

/** Memory of all processes of a server while it is under load, in megabytes: the median of each quarter's second half. */
export interface MemoryCourse {
  quarters: readonly [number, number, number, number];
  highest: number;
  /** Whether the second half of the load left the memory where the first one had it. */
  isFlat: boolean;
}

/** Looks at the server's memory four times a second until it is told to stop. */
export function watchMemory({ pid }: Server): { stop(): MemoryCourse } {
  const samples = [memoryMegabytes(pid)];
  const sampling = setInterval(() => samples.push(memoryMegabytes(pid)), SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(sampling);
      return courseOf(samples);
    },
  };
}

/** What samples at an even pace tell. */
export function courseOf(samples: readonly number[]): MemoryCourse {
  const at = (quarter: number) =>
    median(
      samples.slice(
        Math.floor((samples.length * (2 * quarter - 1)) / 8),
        Math.ceil((samples.length * 2 * quarter) / 8),
      ),
    );
  const quarters = [at(1), at(2), at(3), at(4)] as const;
  const isFlat = Math.max(quarters[2], quarters[3]) <= quarters[1] * GROWTH_MAXIMUM;
  return { quarters, highest: Math.max(...samples), isFlat };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
