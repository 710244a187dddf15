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

/** Asks for a page over a number of connections for some seconds: by wrk where the machine has it, else autocannon. */
export async function load(url: string, options: LoadOptions): Promise<LoadResult> {
  return hasWrk ? await withWrk(url, options) : await withAutocannon(url, options);
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
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
