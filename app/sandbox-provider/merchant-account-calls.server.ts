import { z } from "zod";
import { accountOrderSchema, linkOrderSchema, type MerchantAccounts } from "./merchant-accounts.server.ts";
import { answer, isAuthorized, problem, unauthorized, withOrder } from "./merchant-answers.server.ts";
import { feeReturnSchema } from "./merchant-orders.ts";
import {
  type MerchantTransfers,
  reversalOrderSchema,
  transferOrderSchema,
} from "./merchant-transfers.server.ts";

/** `path` follows "accounts", such as "acct_1/links" or "fee_returns/pay_1". */
export function createAccountCalls(accounts: MerchantAccounts & MerchantTransfers, apiKey: string) {
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
