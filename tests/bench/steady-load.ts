import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { type Server, startServer } from "./processes.ts";

// npm run load: 200 requests a second for a minute, as a busy evening has them: 70 % cached pages, 20 % rendered ones,
// 10 % posts, from many addresses behind a trusted proxy. Fails on any error, or when the p95 is 250 ms or more.

const RATE = 200;
const P95_MS_MAXIMUM = 250;
const seconds = Number(/--seconds[= ](\d+)/.exec(process.argv.join(" "))?.[1] ?? 60);

const folder = mkdtempSync(join(tmpdir(), "tribute-load-"));
const postgres = await startEmbedded({ dataDir: join(folder, "postgres") });
let product: Server | null = null;
try {
  product = await startServer(["scripts/start.mjs"], {
    NODE_ENV: "production",
    APP_MODE: "demo",
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, "data"),
    PORT: "0",
    HOST: "127.0.0.1",
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "warn",
  });
  process.exitCode = await hold(product.url);
} finally {
  await product?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function hold(base: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const profiles = [
    "joerdis",
    "wren.field",
    "maximiliane.von.buelow",
    "otis.on.the.porch",
    "rosalind.paints",
  ];
  const times: number[] = [];
  const failures = new Map<string, number>();
  const under: Promise<void>[] = [];
  const began = performance.now();
  const total = RATE * seconds;
  for (let index = 0; index < total; index += 1) {
    const due = began + (index * 1000) / RATE;
    while (performance.now() < due)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const profile = profiles[index % profiles.length] ?? "joerdis";
    const kind = index % 10;
    const path = kind < 7 ? `/${profile}` : `/${profile}?visit=${index}`;
    under.push(ask(agent, base, kind === 9 ? "POST" : "GET", kind === 9 ? `/${profile}` : path, index));
  }
  await Promise.all(under);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
  const failed = [...failures].map(([what, count]) => `${count} × ${what}`).join(", ");
  process.stdout.write(
    `${total} requests in ${seconds} s: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms; failures: ${failed || "none"}\n`,
  );
  return failures.size === 0 && Number(at(0.95)) < P95_MS_MAXIMUM ? 0 : 1;

  async function ask(
    keeping: Agent,
    url: string,
    method: string,
    path: string,
    index: number,
  ): Promise<void> {
    const started = performance.now();
    try {
      const status = await send(keeping, url + path, method, address(index));
      if (status !== (method === "POST" ? 303 : 200))
        failures.set(`${method} ${status}`, (failures.get(`${method} ${status}`) ?? 0) + 1);
    } catch (error) {
      failures.set(String(error), (failures.get(String(error)) ?? 0) + 1);
    }
    times.push(performance.now() - started);
  }
}

/** Many households, each with a phone or two. */
function address(index: number): string {
  return `203.0.${index % 113}.${index % 251}`;
}

function send(agent: Agent, url: string, method: string, from: string): Promise<number> {
  const body = method === "POST" ? "choice=5.00" : "";
  return new Promise((resolve, reject) => {
    const headers = {
      "Accept-Encoding": "br",
      "X-Forwarded-For": from,
      ...(body ? { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": body.length } : {}),
    };
    const sent = request(url, { method, agent, headers }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
