import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "./listening.ts";

/**
 * What goes wrong with the next call. Before it arrives: a server's failure, too many requests. After it did its work: the
 * answer is lost, comes when nobody waits for it any more, or makes no sense.
 */
export type Fault = "failure" | "rate_limit" | "lost_answer" | "late_answer" | "nonsense";

/** A line between an adapter and its provider, as good as the test wants it to be. */
export interface WeakLine {
  /** What the adapter takes for the provider. */
  origin: string;
  /** Calls that were made over it. */
  readonly calls: readonly string[];
  /** The next call ends so, or the next one by this method. */
  failNext(fault: Fault, method?: "GET" | "POST"): void;
  /** From now on no call arrives, nor is one answered, until it is false again: nobody is told that it is so. */
  hang(isHanging: boolean): void;
  /** Resolves when each call that arrived has done its work at the provider. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a line to a provider over real HTTP. */
export async function openWeakLine(target: string): Promise<WeakLine> {
  const calls: string[] = [];
  const faults: { fault: Fault; method?: string | undefined }[] = [];
  const underWay = new Set<Promise<void>>();
  let isHanging = false;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls.push(`${request.method} ${request.url}`);
    // The caller hangs up.
    if (isHanging) return;
    const place = faults.findIndex(({ method }) => (method ?? request.method) === request.method);
    const fault = place < 0 ? undefined : faults.splice(place, 1)[0]?.fault;
    const body = await buffer(request);
    if (fault === "failure") return end(response, 500, {}, "<h1>We are away</h1>");
    if (fault === "rate_limit") {
      const problem = { error: { type: "rate_limit_error", code: "rate_limit", message: "slower, please" } };
      return end(response, 429, { "Retry-After": "1" }, JSON.stringify(problem));
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string" && !HOP_HEADERS.has(name)) headers.set(name, value);
    const method = request.method ?? "GET";
    const answer = await fetch(target + request.url, {
      ...{ method, headers, redirect: "manual" },
      ...(method !== "GET" && { body: new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (fault === "lost_answer") response.destroy();
    else if (fault === "nonsense") end(response, 200, {}, "<h1>Hello</h1>");
    // A late answer comes when the caller has hung up: it is never written.
    else if (fault !== "late_answer") end(response, answer.status, Object.fromEntries(answer.headers), bytes);
  }

  const server = await listen((request, response) => {
    const passing = pass(request, response).catch(() => {
      response.destroy();
    });
    underWay.add(passing);
    void passing.then(() => underWay.delete(passing));
  });
  return {
    origin: server.origin,
    calls,
    failNext: (fault, method) => faults.push({ fault, method }),
    hang: (hangs) => {
      isHanging = hangs;
    },
    settled: async () => {
      await Promise.all(underWay);
    },
    close: server.close,
  };
}

/** They belong to a connection, and fetch makes its own. */
const HOP_HEADERS = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"]);

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  const {
    "content-encoding": _,
    "content-length": __,
    "transfer-encoding": ___,
    connection,
    ...rest
  } = headers;
  response.writeHead(status, rest).end(body);
}
