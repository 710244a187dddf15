import { Agent } from "node:http";
import { createFans, type Send } from "./steady-fans.ts";
import { BrokenRequest, requestAsVisitor } from "./visitor-request.ts";

export interface LoadFacts {
  requests: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** Answers that nobody should get, and how often they came, such as "GET 500". */
  failures: Map<string, number>;
  /** The payments that were paid to the end. */
  paid: string[];
}

export interface Load {
  /** Requests a second, whether the product keeps up or not; "full" for clients that ask again as soon as they are answered. */
  rate: number | "full";
  isOver(seconds: number): boolean;
  /** Hears of each 503, which is a failure where nobody wants to hear of it. */
  onUnavailable?: () => void;
}

/** So many ask at full speed. */
const CLIENTS = 32;

type Visit = (index: number) => Promise<void>;

export const PROFILES = [
  "joerdis",
  "wren.field",
  "maximiliane.von.buelow",
  "otis.on.the.porch",
  "rosalind.paints",
];

/**
 * Holds a load as a busy evening has it: of ten requests seven for pages that the cache has, two for pages that nobody
 * has asked for before, and one post, by fans who go through a tip to its payment. Every fan has an address of its own,
 * named by `X-Forwarded-For`: the product has to trust this machine.
 */
export async function holdLoad(base: string, load: Load): Promise<LoadFacts> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = senderOver(agent, base);
  const fans = await createFans(send, PROFILES, addressOf);
  const times: number[] = [];
  const failures = new Map<string, number>();
  const visit: Visit = async (index) => {
    const kind = index % 10;
    const method = kind === 9 ? "POST" : "GET";
    const started = performance.now();
    const path = `/${PROFILES[index % PROFILES.length]}${kind < 7 ? "" : `?visit=${index}`}`;
    const answered = method === "POST" ? fans.post() : send("GET", path, addressOf(index));
    const status = await answered.then(
      (seen) => (typeof seen === "number" ? seen : seen.status),
      (error: unknown) => String(error),
    );
    times.push(performance.now() - started);
    if (status === 503 && load.onUnavailable) load.onUnavailable();
    else if (status !== (method === "POST" ? 303 : 200))
      failures.set(`${method} ${status}`, (failures.get(`${method} ${status}`) ?? 0) + 1);
  };

  await (load.rate === "full" ? visitInTurn(visit, load) : visitAtRate(visit, load, load.rate));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requests: times.length,
    ...{ p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) },
    failures,
    paid: fans.paid,
  };
}

/** Begins so many visits a second, and waits for the last. */
async function visitAtRate(visit: Visit, { isOver }: Load, rate: number): Promise<void> {
  const under: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; !isOver((performance.now() - began) / 1000); index += 1) {
    const dueMs = began + (index * 1000) / rate;
    while (performance.now() < dueMs)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    under.push(visit(index));
  }
  await Promise.all(under);
}

/** Each client begins its next visit when the last one is over. */
async function visitInTurn(visit: Visit, { isOver }: Load): Promise<void> {
  const began = performance.now();
  let index = 0;
  const client = async () => {
    while (!isOver((performance.now() - began) / 1000)) {
      index += 1;
      await visit(index);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Many households, each with a phone or two. */
function addressOf(index: number): string {
  return `203.0.${index % 113}.${index % 251}`;
}

function senderOver(agent: Agent, base: string): Send {
  return async (method, path, from, fields) => {
    // A post's answer has no page worth compressing; a summary is read.
    const headers: Record<string, string> =
      method === "GET" && !path.endsWith("/summary") ? { "Accept-Encoding": "br" } : {};
    const form = fields && new URLSearchParams(fields);
    for (;;)
      try {
        return await requestAsVisitor(base + path, { agent, method, from, form, headers });
      } catch (error) {
        // The server may close an idle connection in the moment in which it is used again: browsers send once more,
        // posts too; whoever gets one twice does it once.
        if (!(error instanceof BrokenRequest && error.isReused && error.code === "ECONNRESET")) throw error;
      }
  };
}
