import { z } from "zod";
import { parseOutsideJson } from "../../outside-json.server.ts";
import {
  ALL_ABILITIES,
  CARD_CURRENCIES,
  type DirectCharge,
  type EventReading,
  type PaymentOffer,
  type PaymentOrder,
  type PaymentProvider,
  ProviderConflict,
  ProviderRefused,
  ProviderUnavailable,
  type RefundOrder,
  type RefundSnapshot,
  type SavedMethods,
  SEPA_COUNTRIES,
} from "../provider-port.ts";
import { providerKind, verifySignedEvent } from "./provider-kind.ts";
import { sandboxAccounts } from "./sandbox-accounts.ts";
import { methodAnswer, paymentAnswer, refundAnswer, savedMethod, snapshot } from "./sandbox-answers.ts";
import { readSettlementCsv } from "./settlement-csv.ts";

export const sandboxSettings = {
  ALLOW_SANDBOX_PAYMENTS: z
    .stringbool()
    .default(false)
    .meta({ fallback: "`0`", description: "`1` allows the sandbox in live mode." }),
  SANDBOX_API_URL: z.url().optional().meta({
    fallback: "the process itself; a worker: `PUBLIC_URL`",
    description: "Address of the sandbox's API.",
  }),
  SANDBOX_API_KEY: z.string().min(16).optional().meta({
    fallback: "demo: from the secret",
    description: "16 characters or more; live needs it with the sandbox.",
  }),
  SANDBOX_NOTICE_SECRET: z.string().min(16).optional().meta({
    fallback: "demo: from the secret",
    description: "16 characters or more; signs its events; live needs it with the sandbox.",
  }),
  SANDBOX_SETTLE_SECONDS: z.coerce
    .number()
    .min(0)
    .default(15)
    .meta({ description: "Wait of pending sandbox payments." }),
};

type SandboxSettings = z.infer<z.ZodObject<typeof sandboxSettings>>;

export function sandboxKeys(
  settings: Pick<SandboxSettings, "SANDBOX_API_KEY" | "SANDBOX_NOTICE_SECRET">,
  appSecret: string,
): { apiKey: string; noticeSecret: string } {
  return {
    apiKey: settings.SANDBOX_API_KEY ?? `demo-key-${appSecret.slice(0, 16)}`,
    noticeSecret: settings.SANDBOX_NOTICE_SECRET ?? `demo-notice-${appSecret.slice(16, 32)}`,
  };
}

const createdSchema = z.object({
  payment: paymentAnswer,
  redirect_url: z.url({ protocol: /^https?$/ }),
});
const paymentSchema = z.object({ payment: paymentAnswer });
const refundSchema = z.object({ refund: refundAnswer });
const problemSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

const name = z.string().regex(/^[\x20-\x7e]{1,100}$/);

const aboutNotice = { event_id: name, kind: name, created_at: z.iso.datetime() };
const noticeSchema = z.union([
  z.object({ ...aboutNotice, payment_ref: name, payment_id: name }),
  z.object({ ...aboutNotice, account_ref: name }),
  z.object({ ...aboutNotice, method_ref: name }),
]);

const SIGNATURE_HEADER = "Tribute-Sandbox-Signature";

/** "malformed" is authentic but unreadable. */
export function readSandboxEvent(
  secret: string,
  rawBody: Uint8Array,
  headers: Headers,
  receivedAt: Date,
): EventReading {
  const verification = verifySignedEvent(secret, headers.get(SIGNATURE_HEADER), rawBody, receivedAt);
  if (verification !== "verified") return { outcome: "refused", reason: verification };
  const parsed = noticeSchema.safeParse(parseOutsideJson(rawBody));
  if (!parsed.success) return { outcome: "refused", reason: "malformed" };
  const { event_id: eventId, kind, ...about } = parsed.data;
  if ("account_ref" in about) return { outcome: "account", eventId, kind, accountRef: about.account_ref };
  if ("method_ref" in about) return { outcome: "set_up", eventId, kind, setUpRef: about.method_ref };
  const { payment_ref: providerRef, payment_id: paymentId } = about;
  return { outcome: "verified", eventId, providerRef, paymentId, kind };
}

const TIMEOUT_MS = 5_000;

const OFFERS: readonly PaymentOffer[] = [
  { type: "INETCASH_CC", currencies: CARD_CURRENCIES, saves: true },
  { type: "INETCASH_DB", currencies: ["EUR", "GBP"] },
  { type: "INETCASH_OB", currencies: ["EUR"] },
  { type: "INETCASH_DD", currencies: ["EUR"], countries: SEPA_COUNTRIES, saves: true },
];

interface SandboxProviderOptions {
  name: string;
  apiUrl: string;
  apiKey: string;
  noticeSecret: string;
  noticeUrl?: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

export function sandboxProvider(options: SandboxProviderOptions): PaymentProvider {
  const call = createCaller(options);
  const { name, apiUrl, noticeUrl = new URL(`/webhooks/${name}`, apiUrl).href } = options;
  return {
    name,
    abilities: ALL_ABILITIES,
    offers: () => OFFERS,
    redirectOrigins: () => [],

    async create(order) {
      const reply = await call("/payments", { key: order.paymentId, body: orderBody(order) });
      const answer = readOrdered(reply, createdSchema);
      return { providerRef: answer.payment.ref, redirectUrl: answer.redirect_url };
    },

    async find(paymentId) {
      const reply = await call(`/payments?payment_id=${encodeURIComponent(paymentId)}`);
      if (reply.status === 404) return null;
      const { payment, redirect_url } = readAnswer(reply, createdSchema);
      return { providerRef: payment.ref, redirectUrl: redirect_url, snapshot: snapshot(payment) };
    },

    async fetch(providerRef) {
      const reply = await call(paymentPath(providerRef));
      return reply.status === 404 ? null : snapshot(readAnswer(reply, paymentSchema).payment);
    },

    async cancel(providerRef) {
      const reply = await call(`${paymentPath(providerRef)}/cancellation`, { key: providerRef, body: {} });
      return snapshot(readAnswer(reply, paymentSchema).payment);
    },

    async refund(order) {
      const path = `${paymentPath(order.providerRef)}/refunds`;
      return refunded(
        order,
        readAnswer(await call(path, { key: order.refundId, body: refundBody(order) }), refundSchema),
      );
    },

    readEvent: (rawBody, headers, receivedAt) =>
      readSandboxEvent(options.noticeSecret, rawBody, headers, receivedAt),

    accounts: sandboxAccounts(async (path, schema, post) => {
      const reply = await call(path, post && { key: path, body: post });
      return reply.status === 404 ? null : readAnswer(reply, schema);
    }, noticeUrl),

    saved: sandboxSavedMethods(async (path, schema, post) => {
      const reply = await call(path, post);
      return reply.status === 404 ? null : readOrdered(reply, schema);
    }),

    readSettlement: readSettlementCsv,
  };
}

interface Reply {
  status: number;
  json: unknown;
}

type Call = (path: string, post?: { key: string; body: object }) => Promise<Reply>;

function createCaller({
  apiUrl,
  apiKey,
  fetch: send = fetch,
  timeoutMs = TIMEOUT_MS,
}: SandboxProviderOptions): Call {
  return async (path, post) => {
    const headers = new Headers({ Authorization: `Bearer ${apiKey}`, Accept: "application/json" });
    if (post) {
      headers.set("Content-Type", "application/json");
      headers.set("Idempotency-Key", post.key);
    }
    try {
      const response = await send(apiUrl + path, {
        method: post ? "POST" : "GET",
        headers,
        body: post ? JSON.stringify(post.body) : null,
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status >= 500 || response.status === 429) {
        await response.body?.cancel();
        throw new ProviderUnavailable(`sandbox answered ${response.status}`);
      }
      const json: unknown = await response.json();
      return { status: response.status, json };
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      throw new ProviderUnavailable("sandbox did not answer", { cause: error });
    }
  };
}

/** Another body under one order is looked up. */
function readOrdered<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.infer<Schema> {
  const problem = problemSchema.safeParse(reply.json);
  if (reply.status === 409 && problem.data?.error.code === "idempotency_conflict")
    throw new ProviderConflict(`sandbox: ${problem.data.error.message}`);
  return readAnswer(reply, schema);
}

function readAnswer<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.infer<Schema> {
  if (reply.status >= 400) {
    const problem = problemSchema.safeParse(reply.json);
    const reason = problem.success
      ? `${problem.data.error.code}: ${problem.data.error.message}`
      : "no reason given";
    throw new ProviderRefused(`sandbox refused (${reply.status}): ${reason}`);
  }
  const parsed = schema.safeParse(reply.json);
  if (!parsed.success) throw new ProviderUnavailable("sandbox answered unreadably", { cause: parsed.error });
  return parsed.data;
}

function orderBody(order: PaymentOrder): object {
  return {
    payment_id: order.paymentId,
    type: order.type,
    amount_minor: order.amountMinor,
    currency: order.currency,
    description: order.description,
    locale: order.locale,
    success_url: order.successUrl,
    failed_url: order.failedUrl,
    notice_url: order.noticeUrl,
    expires_at: order.expiresAt.toISOString(),
    ...(order.savesMethod && { saves_method: true }),
    ...directBody(order.direct),
  };
}

function refundBody(order: RefundOrder): object {
  const { refundId, amountMinor, currency } = order;
  return {
    ...{ refund_id: refundId, amount_minor: amountMinor, currency },
  };
}

function refunded(order: RefundOrder, { refund }: z.infer<typeof refundSchema>): RefundSnapshot {
  if (refund.refund_id !== order.refundId)
    throw new ProviderUnavailable("sandbox answered for another refund");
  return { refundId: refund.refund_id, state: refund.state, amountMinor: refund.amount_minor };
}

function paymentPath(providerRef: string): string {
  return `/payments/${encodeURIComponent(providerRef)}`;
}

/** No real money: live mode needs an explicit setting. */
export const sandboxKind = providerKind({
  name: "sandbox",
  settings: sandboxSettings,

  liveProblem(settings) {
    if (!settings.ALLOW_SANDBOX_PAYMENTS)
      return "PAYMENT_PROVIDER=sandbox moves no real money; live mode needs ALLOW_SANDBOX_PAYMENTS=1";
    if (!settings.SANDBOX_API_KEY || !settings.SANDBOX_NOTICE_SECRET)
      return "the sandbox provider needs SANDBOX_API_KEY and SANDBOX_NOTICE_SECRET";
    return null;
  },

  open: (settings, { here, appSecret }) =>
    sandboxProvider({
      name: "sandbox",
      noticeUrl: `${here}/webhooks/sandbox`,
      apiUrl: settings.SANDBOX_API_URL ?? `${here}/sandbox/api`,
      ...sandboxKeys(settings, appSecret),
    }),
});

const chargeAnswer = z.object({ payment: paymentAnswer });
const setUpBody = z.object({
  ref: z.string().min(1),
  state: z.enum(["OPEN", "DONE", "EXPIRED"]),
  method: methodAnswer.nullable(),
});
const setUpAnswer = z.object({ set_up: setUpBody });
const madeAnswer = z.object({ set_up: setUpBody, redirect_url: z.url({ protocol: /^https?$/ }) });
const removalAnswer = z.object({ removed: z.boolean() });

type Ask = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  post?: { key: string; body: object },
) => Promise<z.infer<Schema> | null>;

function sandboxSavedMethods(ask: Ask): SavedMethods {
  return {
    async charge(order) {
      const { paymentId, method } = order;
      const body = {
        ...{ payment_id: paymentId, type: order.type, amount_minor: order.amountMinor },
        ...{ currency: order.currency, description: order.description, notice_url: order.noticeUrl },
        ...{ method_ref: method.methodRef, customer_ref: method.customerRef, ...directBody(order.direct) },
      };
      const { payment } = found(await ask("/methods/charges", chargeAnswer, { key: paymentId, body }));
      if (payment.payment_id !== paymentId)
        throw new ProviderUnavailable("sandbox answered for another payment");
      return snapshot(payment);
    },

    async setUp(order) {
      const body = {
        ...{ set_up_id: order.setUpId, type: order.type, currency: order.currency, locale: order.locale },
        ...{ customer_ref: order.customerRef, account_ref: order.accountRef },
        ...{ success_url: order.successUrl, failed_url: order.failedUrl, notice_url: order.noticeUrl },
        expires_at: order.expiresAt.toISOString(),
      };
      const made = found(await ask("/methods/set_ups", madeAnswer, { key: order.setUpId, body }));
      return { setUpRef: made.set_up.ref, redirectUrl: made.redirect_url };
    },

    async fetchSetUp(setUpRef) {
      const answer = await ask(`/methods/set_ups/${encodeURIComponent(setUpRef)}`, setUpAnswer);
      if (!answer) return { state: "EXPIRED", method: null };
      const { state, method } = answer.set_up;
      return { state, method: method && savedMethod(method) };
    },

    async forget({ methodRef, customerRef }) {
      const path = `/methods/${encodeURIComponent(methodRef)}/removal`;
      await ask(path, removalAnswer, { key: methodRef, body: { customer_ref: customerRef } });
    },
  };
}

function found<Answer>(answer: Answer | null): Answer {
  if (answer === null) throw new ProviderUnavailable("sandbox does not know this call");
  return answer;
}

function directBody(direct: DirectCharge | null | undefined): object {
  if (!direct) return {};
  const { accountRef, applicationFeeMinor } = direct;
  return { direct: { account_ref: accountRef, application_fee_minor: applicationFeeMinor } };
}
