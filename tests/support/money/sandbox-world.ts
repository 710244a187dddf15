import { createRequestListener } from "@remix-run/node-fetch-server";
import type { Kysely } from "kysely";
import type { PaymentOrder, PaymentProvider } from "../../../app/domain/payments/provider-port.ts";
import { sandboxProvider } from "../../../app/domain/payments/providers/sandbox.server.ts";
import {
  createSandbox,
  type Sandbox,
  type SandboxOptions,
} from "../../../app/sandbox-provider/sandbox.server.ts";
import type { DB } from "../../../db/schema.ts";
import { listen } from "../providers/listening.ts";

/** A clock that stands still until it is moved. */
export interface MovableClock {
  now(): Date;
  passSeconds(seconds: number): void;
}

export function movableClock(start = new Date("2026-11-21T10:00:00Z")): MovableClock {
  let now = start;
  return {
    now: () => now,
    passSeconds: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

/** A merchant's end of the line: takes in notices over HTTP and answers each with the next status, else 204. */
interface NoticeInbox {
  url: string;
  /** Kinds of the verified notices, in the order of arrival. */
  kinds(): string[];
  readonly received: { outcome: string; eventId?: string; kind?: string }[];
  answerNext(...statuses: number[]): void;
  close(): Promise<void>;
}

/** The sandbox and its merchant, joined by real HTTP in both directions. */
export interface SandboxWorld {
  sandbox: Sandbox;
  provider: PaymentProvider;
  inbox: NoticeInbox;
  clock: MovableClock;
  options: SandboxOptions;
  /** Where it is and what it knows its merchant by. */
  door: { apiUrl: string; apiKey: string; noticeSecret: string };
  order(change?: Partial<PaymentOrder>): PaymentOrder;
  /** Makes a payment through the API and returns its reference and its page's token. */
  open(change?: Partial<PaymentOrder>): Promise<{ ref: string; token: string; order: PaymentOrder }>;
  /** Lets time pass and everything that it brings happen, notices included. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const silent = { info: ignore, warn: ignore, error: ignore };

export async function createSandboxWorld(
  db: Kysely<DB>,
  name = "sandbox",
  clock = movableClock(),
): Promise<SandboxWorld> {
  const keys = { apiKey: `a-key-for-merchants-of-${name}`, noticeSecret: `a-secret-for-notices-of-${name}` };
  const options = {
    db,
    ...keys,
    settleSeconds: 60,
    chargebackSeconds: 600,
    clock: clock.now,
    log: silent,
  };
  const sandbox = createSandbox(options);
  const api = await listen(createRequestListener((request) => routeApi(sandbox, request)));
  const door = { apiUrl: `${api.origin}/sandbox/api`, ...keys };
  const inbox = await openInbox(sandboxProvider({ name, ...door }), clock);
  const provider = sandboxProvider({ name, ...door, noticeUrl: inbox.url });
  let orders = 0;
  const order = (change: Partial<PaymentOrder> = {}): PaymentOrder => ({
    paymentId: `payment-${++orders}`,
    type: "INETCASH_CC",
    amountMinor: 2798,
    currency: "EUR",
    description: "Tip for Jördis Kessler",
    locale: "en",
    payerEmail: null,
    successUrl: "https://tribute.example/payment/success",
    failedUrl: "https://tribute.example/payment/failed",
    noticeUrl: inbox.url,
    expiresAt: new Date(clock.now().getTime() + 24 * 3_600_000),
    ...change,
  });
  return {
    sandbox,
    provider,
    inbox,
    clock,
    options,
    door,
    order,
    async open(change) {
      const placed = order(change);
      const created = await provider.create(placed);
      const token = new URL(created.redirectUrl).pathname.split("/").at(-1) ?? "";
      return { ref: created.providerRef, token, order: placed };
    },
    async pass(seconds) {
      clock.passSeconds(seconds);
      await sandbox.runDueWork();
    },
    async close() {
      await sandbox.stop();
      await inbox.close();
      await api.close();
    },
  };
}

async function routeApi(sandbox: Sandbox, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, , , what, ref, act] = pathname.split("/");
  const rest = [ref, act].filter(Boolean).join("/");
  if (what === "accounts") return sandbox.api.accountCall(request, rest);
  if (what === "methods") return sandbox.api.methodCall(request, rest);
  if (ref === undefined && request.method === "GET")
    return sandbox.api.findPayment(request, searchParams.get("payment_id") ?? "");
  if (ref === undefined) return sandbox.api.createPayment(request);
  if (act === undefined) return sandbox.api.readPayment(request, ref);
  if (act === "refunds") return sandbox.api.refundPayment(request, ref);
  return sandbox.api.cancelPayment(request, ref);
}

async function openInbox(provider: PaymentProvider, clock: MovableClock): Promise<NoticeInbox> {
  const received: NoticeInbox["received"] = [];
  const statuses: number[] = [];
  const server = await listen(
    createRequestListener(async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      received.push(provider.readEvent(body, request.headers, clock.now()));
      return new Response(null, { status: statuses.shift() ?? 204 });
    }),
  );
  return {
    url: `${server.origin}/webhooks/sandbox`,
    received,
    kinds: () => received.map((notice) => notice.kind ?? notice.outcome),
    answerNext: (...next) => statuses.push(...next),
    close: server.close,
  };
}

function ignore(): void {
  // What the sandbox logs is not looked at here.
}
