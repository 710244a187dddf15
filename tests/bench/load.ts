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

/** Asks for a page over a number of connections for some seconds: by wrk where the machine has it, else autocannon. */
export async function load(
  url: string,
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  return hasWrk ? await withWrk(url, options) : await withAutocannon(url, options);
}

async function withWrk(url: string, options: { connections: number; seconds: number }): Promise<LoadResult> {
  const argv = [
    "-t1",
    `-c${options.connections}`,
    `-d${options.seconds}s`,
    "--latency",
    "-H",
    `Accept-Encoding: ${ACCEPTED}`,
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

async function withAutocannon(
  url: string,
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections: options.connections,
    duration: options.seconds,
    headers: { "Accept-Encoding": ACCEPTED },
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  };
}
