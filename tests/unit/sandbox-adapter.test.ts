import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type PaymentOrder,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
} from "../../app/domain/payments/provider-port.ts";
import { sandboxProvider } from "../../app/domain/payments/providers/sandbox.server.ts";

const SECRET = "a-secret-for-notices";
const NOW = new Date("2026-11-21T10:00:00Z");
const NOTICE = JSON.stringify({
  event_id: "evt_1",
  kind: "payment.paid",
  payment_ref: "pay_1",
  payment_id: "0193-1",
  created_at: "2026-11-21T09:59:58.000Z",
});

function sign(body: string, { secret = SECRET, at = NOW }: { secret?: string; at?: Date } = {}): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}

function secondsFromNow(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1000);
}

describe("a notice", () => {
  const provider = sandboxProvider({
    name: "sandbox",
    apiUrl: "http://127.0.0.1:9/api",
    apiKey: "key",
    noticeSecret: SECRET,
  });
  const read = (body: string | Uint8Array, signature?: string) => {
    const headers = new Headers(signature === undefined ? {} : { "Tribute-Sandbox-Signature": signature });
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return provider.readEvent(bytes, headers, NOW);
  };

  it("a notice is believed when its signature holds", () => {
    expect(read(NOTICE, sign(NOTICE))).toEqual({
      outcome: "verified",
      eventId: "evt_1",
      providerRef: "pay_1",
      paymentId: "0193-1",
      kind: "payment.paid",
    });
  });

  it("a notice may carry several signatures, as while a secret is changed", () => {
    const [time, good] = sign(NOTICE).split(",");
    const [, old] = sign(NOTICE, { secret: "the-secret-before" }).split(",");
    expect(read(NOTICE, `${time},${old},${good}`).outcome).toBe("verified");
    expect(read(NOTICE, `${time}, ${good}, v0=abc`).outcome).toBe("verified");
  });

  it("a notice is refused when forged", () => {
    const refused = { outcome: "refused", reason: "signature" };
    const [time, mac] = sign(NOTICE).split(",");
    expect(read(NOTICE)).toEqual(refused);
    expect(read(NOTICE, "")).toEqual(refused);
    expect(read(NOTICE, sign(NOTICE, { secret: "another-secret" }))).toEqual(refused);
    expect(read(NOTICE.replace("pay_1", "pay_2"), sign(NOTICE))).toEqual(refused);
    expect(read(NOTICE, `t=${Math.floor(NOW.getTime() / 1000) + 1},${mac}`)).toEqual(refused);
    expect(read(NOTICE, `${mac}`)).toEqual(refused);
    expect(read(NOTICE, `${time}`)).toEqual(refused);
    expect(read(NOTICE, `${time},v1=short`)).toEqual(refused);
    expect(read(NOTICE, `t=abc,${mac}`)).toEqual(refused);
    expect(read(NOTICE, `${time},${mac}`.repeat(20))).toEqual(refused);
  });

  it("a notice is refused when its time is more than five minutes off, either way", () => {
    const at = (seconds: number) => read(NOTICE, sign(NOTICE, { at: secondsFromNow(seconds) }));
    expect(at(-300).outcome).toBe("verified");
    expect(at(300).outcome).toBe("verified");
    expect(at(-301)).toEqual({ outcome: "refused", reason: "stale" });
    expect(at(301)).toEqual({ outcome: "refused", reason: "stale" });
  });

  it("a notice is refused when it is authentic and makes no sense", () => {
    const refused = { outcome: "refused", reason: "malformed" };
    const bodies = ["", "{", "null", "[]", "{}", NOTICE.replace("evt_1", ""), NOTICE.replace(":58.000Z", "")];
    for (const body of bodies) expect(read(body, sign(body))).toEqual(refused);

    const notText = Buffer.from([0xff, 0xfe, 0x7b]);
    const seconds = Math.floor(NOW.getTime() / 1000);
    const mac = createHmac("sha256", SECRET).update(`${seconds}.`).update(notText).digest("hex");
    expect(read(notText, `t=${seconds},v1=${mac}`)).toEqual(refused);
  });
});

describe("an answer", () => {
  const payment = {
    ref: "pay_1",
    payment_id: "0193-1",
    type: "INETCASH_CC",
    state: "PAID",
    amount_minor: 2798,
    currency: "EUR",
    created_at: "2026-11-21T09:00:00.000Z",
    expires_at: "2026-11-22T09:00:00.000Z",
    paid_at: "2026-11-21T09:01:00.000Z",
    failure_code: null,
    refunds: [{ refund_id: "r-1", state: "DONE", amount_minor: 100 }],
    disputes: [{ dispute_ref: "dp_1", state: "OPEN", amount_minor: 2698 }],
  };
  const snapshot = {
    providerRef: "pay_1",
    paymentId: "0193-1",
    state: "PAID",
    amountMinor: 2798,
    currency: "EUR",
    paidAt: new Date("2026-11-21T09:01:00Z"),
    failureCode: null,
    refunds: [{ refundId: "r-1", state: "DONE", amountMinor: 100 }],
    disputes: [{ disputeRef: "dp_1", state: "OPEN", amountMinor: 2698 }],
  };
  const order: PaymentOrder = {
    paymentId: "0193-1",
    type: "INETCASH_CC",
    amountMinor: 2798,
    currency: "EUR",
    description: "Tip for Jördis Kessler",
    locale: "de",
    payerEmail: "fan@example.com",
    successUrl: "https://tribute.example/payment/success/0193-1",
    failedUrl: "https://tribute.example/payment/failed",
    noticeUrl: "https://tribute.example/webhooks/sandbox",
    expiresAt: new Date("2026-11-22T09:00:00Z"),
  };
  const problem = { error: { code: "some_code", message: "some reason" } };

  let server: Server;
  let answer: { status: number; body: unknown };
  let asked: { request: IncomingMessage; body: string }[];
  let provider: ReturnType<typeof sandboxProvider>;

  beforeEach(async () => {
    asked = [];
    server = createServer(async (request, response) => {
      asked.push({ request, body: await text(request) });
      const body = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    provider = sandboxProvider({
      name: "sandbox",
      apiUrl: `http://127.0.0.1:${port}/sandbox/api`,
      apiKey: "the-key",
      noticeSecret: SECRET,
    });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  it("the provider's answer to a new payment says where the fan goes; the payer's address stays here", async () => {
    answer = { status: 201, body: { payment, redirect_url: "https://tribute.example/sandbox/pay/x" } };
    expect(await provider.create(order)).toEqual({
      providerRef: "pay_1",
      redirectUrl: "https://tribute.example/sandbox/pay/x",
    });
    const [sent] = asked;
    expect(sent?.request.method).toBe("POST");
    expect(sent?.request.url).toBe("/sandbox/api/payments");
    expect(sent?.request.headers).toMatchObject({
      authorization: "Bearer the-key",
      "idempotency-key": "0193-1",
    });
    expect(sent?.body).not.toContain("fan@example.com");
  });

  it("the provider's answer about a payment is its present truth, or null when nobody knows it", async () => {
    answer = { status: 200, body: { payment } };
    expect(await provider.fetch("pay_1")).toEqual(snapshot);
    answer = { status: 404, body: problem };
    expect(await provider.fetch("pay/../1")).toBeNull();
    expect(asked.at(-1)?.request.url).toBe("/sandbox/api/payments/pay%2F..%2F1");
  });

  it("an id that the provider knows with another body is told apart from a refusal, and its payment is found by our id", async () => {
    const conflict = { error: { code: "idempotency_conflict", message: "the id has another body" } };
    answer = { status: 409, body: conflict };
    await expect(provider.create(order)).rejects.toThrow(ProviderConflict);
    answer = { status: 200, body: { payment, redirect_url: "https://tribute.example/sandbox/pay/x" } };
    expect(await provider.find("0193-1")).toEqual({
      providerRef: "pay_1",
      redirectUrl: "https://tribute.example/sandbox/pay/x",
      snapshot,
    });
    expect(asked.at(-1)?.request.url).toBe("/sandbox/api/payments?payment_id=0193-1");
    answer = { status: 404, body: problem };
    expect(await provider.find("0193-1")).toBeNull();
  });

  it("the provider's answer to a cancellation and a refund says what holds now", async () => {
    answer = { status: 200, body: { payment } };
    expect(await provider.cancel("pay_1")).toEqual(snapshot);
    answer = { status: 201, body: { refund: { refund_id: "r-2", state: "DONE", amount_minor: 500 } } };
    const refund = { refundId: "r-2", providerRef: "pay_1", amountMinor: 500, currency: "EUR" };
    expect(await provider.refund(refund)).toEqual({ refundId: "r-2", state: "DONE", amountMinor: 500 });
    expect(asked.at(-1)?.request.headers["idempotency-key"]).toBe("r-2");
  });

  it.each([400, 401, 404, 409, 422])("the provider's %i is a refusal, with its reason", async (status) => {
    answer = { status, body: problem };
    await expect(provider.create(order)).rejects.toThrow(ProviderRefused);
    await expect(provider.cancel("pay_1")).rejects.toThrow(/some_code: some reason/);
  });

  it.each([
    ["a server's failure", 500, problem],
    ["a gateway's failure", 503, "<h1>away</h1>"],
    ["too many requests", 429, problem],
    ["no JSON", 200, "<h1>hello</h1>"],
    ["another shape", 200, { payment: { ...payment, state: "SETTLED" } }],
    ["an amount that is no whole number", 200, { payment: { ...payment, amount_minor: 27.98 } }],
  ])("a provider's answer of %s leaves the outcome open", async (_name, status, body) => {
    answer = { status, body };
    await expect(provider.fetch("pay_1")).rejects.toThrow(ProviderUnavailable);
  });

  it("a provider's answer that never comes leaves the outcome open", async () => {
    const unreachable = sandboxProvider({
      name: "sandbox",
      apiUrl: "http://127.0.0.1:9/sandbox/api",
      apiKey: "the-key",
      noticeSecret: SECRET,
    });
    await expect(unreachable.create(order)).rejects.toThrow(ProviderUnavailable);
  });
});
