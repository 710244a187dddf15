import { Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { productRules } from "../../product-rules.ts";
import { isPublicAddress } from "./public-address.ts";
import { readReceiverAddress } from "./webhook.schema.ts";
import type { WebhookAnswer, Webhooks } from "./webhooks-port.ts";

const { request_seconds } = productRules.webhook;
const READ_BYTES_MAXIMUM = 4096;
const KEPT_CHARACTERS = 200;

interface FoundAddress {
  address: string;
  family: number;
}

interface SenderOptions {
  takes_http: boolean;
  mayCall?: (ip: string) => boolean;
  find?: (hostname: string) => Promise<FoundAddress[]>;
  timeout_ms?: number;
}

class Refused extends Error {}

/**
 * Calls servers on the internet alone: one look-up, all its addresses checked, the connection goes to a
 * checked one. Follows no redirect (docs/decisions/095).
 */
export function createWebhookSender(options: SenderOptions): Webhooks["send"] {
  const { takes_http, mayCall = isPublicAddress, find = findAll, timeout_ms } = options;
  return async ({ address, headers, body }) => {
    const signal = AbortSignal.timeout(timeout_ms ?? request_seconds * 1000);
    try {
      const url = readReceiverAddress(address, takes_http);
      if (!url) throw new Refused();
      const found = await withSignal(signal, findCallable(url.hostname, { find, mayCall }));
      return await post({ url, headers, body, found, signal });
    } catch (error) {
      return { status: null, text: signal.aborted ? "TOO_SLOW" : reasonOf(error) };
    }
  };
}

const LOOKUP_MS = 3_000;
/** Names that lead nowhere on the internet. */
const isPrivateName = (name: string) =>
  !name.includes(".") || /\.(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);

/** Not the system's look-up: slow names would take all of its threads. */
async function findAll(hostname: string): Promise<FoundAddress[]> {
  if (isPrivateName(hostname)) throw new Refused();
  const resolver = new Resolver({ timeout: LOOKUP_MS, tries: 1 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [
    ...(four.status === "fulfilled" ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}

/** One forbidden address refuses all: the name is not trusted. */
async function findCallable(
  hostname: string,
  { find, mayCall }: Required<Pick<SenderOptions, "find" | "mayCall">>,
): Promise<FoundAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, "");
  const family = isIP(literal);
  const found = family === 0 ? await find(hostname) : [{ address: literal, family }];
  if (found.length === 0 || !found.every(({ address }) => mayCall(address))) throw new Refused();
  return found;
}

async function withSignal<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  work.catch(() => undefined);
  return await Promise.race([work, promise]);
}

interface Post {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  found: readonly FoundAddress[];
  signal: AbortSignal;
}

async function post({ url, headers, body, found, signal }: Post): Promise<WebhookAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const { request } = url.protocol === "https:" ? https : http;
  const length = String(Buffer.byteLength(body));
  const options = { method: "POST", agent: false, lookup: onlyTo(found), signal } as const;
  const call = request(url, { ...options, headers: { ...headers, "content-length": length } });
  call.on("error", reject);
  call.on("close", () => reject(new Error("closed without an answer")));
  // Another protocol is no answer.
  call.on("upgrade", ({ statusCode = null }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, text: "" });
  });
  call.on("response", (response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = () => {
      const text = Buffer.concat(chunks).subarray(0, READ_BYTES_MAXIMUM).toString("utf8");
      resolve({ status: response.statusCode ?? null, text: shortText(text) });
      call.destroy();
    };
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= READ_BYTES_MAXIMUM) end();
    });
    // After the status, the rest may break off.
    call.off("error", reject);
    for (const emitter of [call, response]) emitter.on("error", end);
    response.on("end", end);
  });
  call.end(body);
  return await promise;
}

/** No second look-up, which could lead elsewhere. */
function onlyTo(found: readonly FoundAddress[]): LookupFunction {
  const [first] = found;
  return (_hostname, { all }, callback) => {
    if (all) callback(null, [...found]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

const shortText = (text: string) =>
  [...text.replace(/[\p{C}\s]+/gu, " ").trim()].slice(0, KEPT_CHARACTERS).join("");

/** Node's and OpenSSL's codes, since messages name addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return "NOT_CALLED";
  return error instanceof Error && "code" in error ? shortText(String(error.code)) : "";
}
