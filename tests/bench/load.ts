import { spawn, spawnSync } from "node:child_process";
import autocannon from "autocannon";

/** What came of asking for one page again and again. */
export interface LoadResult {
  requests: number;
  seconds: number;
  p50_ms: number;
  p99_ms: number;
  failed: number;
}

/** As browsers ask. */
const ACCEPTED = "gzip, deflate, br, zstd";

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

interface LoadOptions {
  connections: number;
  seconds: number;
  /** Of somebody who is signed in. */
  cookie?: string | undefined;
}

/** How often a measurement is repeated for twice as long, where a busy machine gave no answer. */
const LONGER_TRIES = 6;

/**
 * Asks for a page over a number of connections for some seconds, or longer until there is an answer: by wrk where the machine
 * has it, else autocannon. Throws where no answer comes.
 */
export async function load(url: string, options: LoadOptions): Promise<LoadResult> {
  for (let tries = 0; tries <= LONGER_TRIES; tries += 1) {
    const seconds = options.seconds * 2 ** tries;
    const result = await (hasWrk ? withWrk : withAutocannon)(url, { ...options, seconds });
    if (result.requests > 0 || result.failed > 0) return result;
  }
  throw new Error(`${url} gave no answer`);
}

async function withWrk(url: string, options: LoadOptions): Promise<LoadResult> {
  const argv = [
    "-t1",
    `-c${options.connections}`,
    // It knows whole seconds alone.
    `-d${Math.max(1, Math.round(options.seconds))}s`,
    "--latency",
    ...["-H", `Accept-Encoding: ${ACCEPTED}`],
    ...(options.cookie ? ["-H", `Cookie: ${options.cookie}`] : []),
    url,
  ];
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn("wrk", argv, { stdio: ["ignore", "pipe", "inherit"] });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", () => resolve(printed));
  });
  const [, requests = "0", seconds = "1"] = /(\d+) requests in ([\d.]+)s/.exec(text) ?? [];
  return {
    requests: Number(requests),
    seconds: Number(seconds),
    p50_ms: milliseconds(/^\s+50%\s+(\S+)/m.exec(text)?.[1]),
    p99_ms: milliseconds(/^\s+99%\s+(\S+)/m.exec(text)?.[1]),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
  };
}

function milliseconds(text = ""): number {
  const [, value = "NaN", unit = ""] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}

async function withAutocannon(url: string, options: LoadOptions): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    // It ends with a sample, which by itself takes a second.
    sampleInt: Math.min(1000, options.seconds * 250),
    headers: { "Accept-Encoding": ACCEPTED, ...(options.cookie ? { Cookie: options.cookie } : {}) },
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    // It counts whole milliseconds: 0 are less than one.
    p50_ms: Math.max(0.5, result.latency.p50),
    p99_ms: Math.max(0.5, result.latency.p99),
    failed: result.non2xx + result.errors,
  };
}
