import { readShortText } from "../../outside-json/outside-json.server.ts";
import { NetworkUnavailable } from "../network-port.ts";

const ANSWER_MS = 10_000;
/** What a network has to say is short; more is not read. */
const ANSWER_BYTES_MAXIMUM = 250_000;

/** Failures of a connection that was never made: nothing of the call arrived. */
const NOT_SENT = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

export interface NetworkCall {
  method: "GET" | "POST" | "DELETE";
  headers?: Headers;
  body?: string | undefined;
  timeoutMs?: number | undefined;
}

export interface NetworkAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The address of a network's path; a base may have a path of its own. */
export function addressAt(base: string, path: string): URL {
  return new URL(base.replace(/\/$/, "") + path);
}

/** Calls a network once; never repeats by itself. Throws NetworkUnavailable where there is no answer. */
export async function callOnce(company: string, url: URL, call: NetworkCall): Promise<NetworkAnswer> {
  const { method, headers = new Headers(), body, timeoutMs = ANSWER_MS } = call;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(url, { method, headers, signal, redirect: "error", ...(body && { body }) });
    return {
      status: reply.status,
      headers: reply.headers,
      text: await readShortText(reply.body, ANSWER_BYTES_MAXIMUM),
    };
  } catch (error) {
    throw new NetworkUnavailable(`${company} did not answer`, mayHaveArrived(error), { cause: error });
  }
}

function mayHaveArrived(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return !NOT_SENT.has(code);
}
