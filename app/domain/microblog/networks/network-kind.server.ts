import { z } from "zod";
import { readShortText } from "../../outside-json.server.ts";
import { type Network, NetworkUnavailable } from "../network-port.ts";

export interface NetworkSurroundings {
  clock: () => Date;
  publicUrl: string;
}

export interface ConfiguredNetwork {
  readonly name: string;
  readonly company: string;
  readonly liveProblem: string | null;
  open(surroundings: NetworkSurroundings): Network;
}

export interface NetworkKind {
  readonly name: string;
  readonly settings: z.ZodRawShape;
  /** Null if not configured. Throws a ZodError naming the setting. */
  configure(environment: Readonly<Record<string, string | undefined>>): ConfiguredNetwork | null;
}

export function networkKind<Shape extends z.ZodRawShape>(kind: {
  name: string;
  company: string;
  settings: Shape;
  switchedOnBy: keyof Shape & string;
  liveProblem(settings: z.infer<z.ZodObject<Shape>>): string | null;
  open(settings: z.infer<z.ZodObject<Shape>>, surroundings: NetworkSurroundings): Network;
}): NetworkKind {
  const schema = z.object(kind.settings);
  return {
    name: kind.name,
    settings: kind.settings,
    configure(environment) {
      if (environment[kind.switchedOnBy] === undefined) return null;
      const settings = schema.parse(environment);
      return {
        name: kind.name,
        company: kind.company,
        liveProblem: kind.liveProblem(settings),
        open: (surroundings) => kind.open(settings, surroundings),
      };
    },
  };
}

const ANSWER_MS = 10_000;
const ANSWER_BYTES_MAXIMUM = 250_000;

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

export function addressAt(base: string, path: string): URL {
  return new URL(base.replace(/\/$/, "") + path);
}

/** Never retries. Throws NetworkUnavailable without an answer. */
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
