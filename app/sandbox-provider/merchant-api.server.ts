import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { accountOrderSchema, linkOrderSchema, type MerchantAccounts } from "./merchant-accounts.server.ts";
import type { MerchantMethods } from "./merchant-methods.server.ts";
import {
  chargeOrderSchema,
  feeReturnSchema,
  paymentOrderSchema,
  refundOrderSchema,
  removalSchema,
  setUpOrderSchema,
} from "./merchant-orders.ts";
import type { MerchantPayments } from "./merchant-payments.server.ts";
import {
  type MerchantTransfers,
  reversalOrderSchema,
  transferOrderSchema,
} from "./merchant-transfers.server.ts";

/** Errors are `{ error: { code, message } }` with a 4xx status. */
export interface MerchantApi {
  /** 201, 200 when repeated, 409 for another body under the same id. */
  createPayment(request: Request): Promise<Response>;
  /** By the merchant's id: 200 or 404. */
  findPayment(request: Request, paymentId: string): Promise<Response>;
  readPayment(request: Request, ref: string): Promise<Response>;
  /** 200 with the current state, or 404. */
  cancelPayment(request: Request, ref: string): Promise<Response>;
  /** 201, 200 when repeated, 404, 409, or 422 when not refundable. */
  refundPayment(request: Request, ref: string): Promise<Response>;
  accountCall(request: Request, path: string): Promise<Response>;
  methodCall(request: Request, path: string): Promise<Response>;
}

export function createMerchantApi(
  payments: MerchantPayments,
  accounts: MerchantAccounts & MerchantTransfers,
  methods: MerchantMethods,
  apiKey: string,
): MerchantApi {
  return {
    accountCall: createAccountCalls(accounts, apiKey),
    methodCall: createMethodCalls(methods, apiKey),

    async createPayment(request) {
      return withBody(request, apiKey, paymentOrderSchema, "payment_id", async (order) => {
        const result = await payments.createPayment(order);
        if (result.outcome === "conflict")
          return problem(409, "idempotency_conflict", "the id has another body");
        if (result.outcome === "refused")
          return problem(422, "account_takes_nothing", "this account takes no payments");
        const status = result.outcome === "created" ? 201 : 200;
        return answer(status, { payment: result.payment, redirect_url: result.redirectUrl });
      });
    },

    async findPayment(request, paymentId) {
      if (!isAuthorized(request, apiKey)) return unauthorized();
      const found = await payments.findPayment(paymentId);
      return found
        ? answer(200, { payment: found.payment, redirect_url: found.redirectUrl })
        : unknownPayment();
    },

    async readPayment(request, ref) {
      if (!isAuthorized(request, apiKey)) return unauthorized();
      const payment = await payments.readPayment(ref);
      return payment ? answer(200, { payment }) : unknownPayment();
    },

    async cancelPayment(request, ref) {
      if (!isAuthorized(request, apiKey)) return unauthorized();
      const payment = await payments.cancelPayment(ref);
      return payment ? answer(200, { payment }) : unknownPayment();
    },

    async refundPayment(request, ref) {
      return withBody(request, apiKey, refundOrderSchema, "refund_id", async (order) => {
        const result = await payments.refundPayment(ref, order);
        switch (result.outcome) {
          case "created":
            return answer(201, { refund: result.refund });
          case "repeated":
            return answer(200, { refund: result.refund });
          case "unknown":
            return unknownPayment();
          case "conflict":
            return problem(409, "idempotency_conflict", "the id has another body");
          case "refused":
            return problem(422, `refund_${result.reason}`, "this refund is not possible");
        }
      });
    },
  };
}

/** Checks key and body, and that the Idempotency-Key matches. */
async function withBody<Schema extends z.ZodType<Record<string, unknown>>>(
  request: Request,
  apiKey: string,
  schema: Schema,
  idField: keyof z.infer<Schema> & string,
  act: (body: z.infer<Schema>) => Promise<Response>,
): Promise<Response> {
  if (!isAuthorized(request, apiKey)) return unauthorized();
  return await withOrder(request, schema, async (body) =>
    request.headers.get("Idempotency-Key") === body[idField]
      ? await act(body)
      : problem(422, "idempotency_key", `the Idempotency-Key header must repeat ${idField}`),
  );
}

function unknownPayment(): Response {
  return problem(404, "unknown_payment", "no payment has this reference");
}

/** `path` follows "accounts", such as "acct_1/links" or "fee_returns/pay_1". */
function createAccountCalls(accounts: MerchantAccounts & MerchantTransfers, apiKey: string) {
  return async (request: Request, path: string): Promise<Response> => {
    if (!isAuthorized(request, apiKey)) return unauthorized();
    const [ref = "", act = ""] = path.split("/");
    if (request.method === "POST" && ref === "fee_returns")
      return await withOrder(request, feeReturnSchema, async (order) =>
        found(await accounts.returnFee(act, order)),
      );
    if (request.method === "POST" && ref === "transfer_reversals")
      return await withOrder(request, reversalOrderSchema, async (order) =>
        accepted(await accounts.reverse(act, order)),
      );
    switch (`${request.method} ${ref === "" ? "" : ":ref"}${act === "" ? "" : `/${act}`}`) {
      case "POST ":
        return await withOrder(request, accountOrderSchema, async (order) =>
          found(await accounts.createAccount(order)),
        );
      case "GET :ref":
        return found(await accounts.readAccount(ref));
      case "POST :ref/links":
        return await withOrder(request, linkOrderSchema, async (order) =>
          found(await accounts.linkAccount(ref, order)),
        );
      case "POST :ref/disconnection":
        return found(await accounts.disconnectAccount(ref));
      case "POST :ref/transfers":
        return await withOrder(request, transferOrderSchema, async (order) =>
          accepted(await accounts.transfer(ref, order)),
        );
      case "GET :ref/payouts": {
        const since = z.iso.datetime().safeParse(new URL(request.url).searchParams.get("since"));
        if (!since.success) return problem(422, "invalid_request", "since: a moment");
        const payouts = await accounts.listPayouts(ref, new Date(since.data));
        return found(payouts && { payouts });
      }
      default:
        return problem(404, "unknown_call", "there is no such call");
    }
  };
}

function accepted(made: { ref: string } | null): Response {
  if (made) return answer(200, made);
  return problem(422, "transfer_refused", "the account, the payment or what is left does not allow it");
}

function found(body: object | null): Response {
  return body ? answer(200, body) : problem(404, "unknown_account", "no account has this reference");
}

/** `path` follows "methods": "charges", "set_ups", "set_ups/pm_1" or "pm_1/removal". */
function createMethodCalls(methods: MerchantMethods, apiKey: string) {
  return async (request: Request, path: string): Promise<Response> => {
    if (!isAuthorized(request, apiKey)) return unauthorized();
    const [first = "", second = ""] = path.split("/");
    if (request.method === "GET" && first === "set_ups") {
      const set_up = await methods.readSetUp(second);
      return set_up
        ? answer(200, { set_up })
        : problem(404, "unknown_method", "no method has this reference");
    }
    if (request.method !== "POST") return problem(404, "unknown_call", "there is no such call");
    if (path === "charges")
      return await withOrder(request, chargeOrderSchema, async (order) => {
        const charged = await methods.chargeMethod(order);
        if (charged.outcome === "conflict") return conflict();
        if (charged.outcome === "refused")
          return problem(422, "account_takes_nothing", "this account takes no payments");
        return answer(charged.outcome === "created" ? 201 : 200, { payment: charged.payment });
      });
    if (path === "set_ups")
      return await withOrder(request, setUpOrderSchema, async (order) => {
        const made = await methods.setUpMethod(order);
        if (made.outcome === "conflict") return conflict();
        const status = made.outcome === "created" ? 201 : 200;
        return answer(status, { set_up: made.setUp, redirect_url: made.redirectUrl });
      });
    if (second === "removal")
      return await withOrder(request, removalSchema, async (order) =>
        answer(200, { removed: await methods.removeMethod(first, order) }),
      );
    return problem(404, "unknown_call", "there is no such call");
  };
}

const conflict = () => problem(409, "idempotency_conflict", "the id has another body");

function isAuthorized(request: Request, apiKey: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  // Hashes have equal length: the comparison is constant-time.
  return timingSafeEqual(sha256(given), sha256(apiKey));
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

function problem(status: number, code: string, message: string): Response {
  return answer(status, { error: { code, message } });
}

function unauthorized(): Response {
  const body = { error: { code: "unauthorized", message: "the API key is missing or wrong" } };
  return answer(401, body, { "WWW-Authenticate": "Bearer" });
}

/** Refuses a body of another shape. */
async function withOrder<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  act: (order: z.infer<Schema>) => Promise<Response>,
): Promise<Response> {
  const json: unknown = await request.json().catch(() => undefined);
  const parsed = schema.safeParse(json);
  if (parsed.success) return await act(parsed.data);
  const [issue] = parsed.error.issues;
  return problem(422, "invalid_request", `${issue?.path.join(".") || "body"}: ${issue?.message}`);
}
