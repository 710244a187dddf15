import type { z } from "zod";
import { createAccountCalls } from "./merchant-account-calls.server.ts";
import type { MerchantAccounts } from "./merchant-accounts.server.ts";
import { answer, isAuthorized, problem, unauthorized, withOrder } from "./merchant-answers.server.ts";
import { createMethodCalls } from "./merchant-method-calls.server.ts";
import type { MerchantMethods } from "./merchant-methods.server.ts";
import { paymentOrderSchema, refundOrderSchema } from "./merchant-orders.ts";
import type { MerchantPayments } from "./merchant-payments.server.ts";
import type { MerchantTransfers } from "./merchant-transfers.server.ts";

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
