import { z } from "zod";
import { servicesContext } from "../context.ts";
import { toDecimal } from "../domain/money/minor.ts";
import { findAnyResult } from "../domain/vouchers/vouchers.server.ts";
import { apiJson, apiRefusal } from "../http/api.server.ts";
import { isId } from "../http/ids.ts";
import { call, dataOf } from "./call.server.ts";

const amounts = (...names: string[]) =>
  Object.fromEntries(
    names.flatMap((name) => [[name, z.string()] as const, [`${name}_minor`, z.int()] as const]),
  );

export const paymentCalls = [
  call({
    method: "GET",
    path: "/api/payment/{id}",
    who: "anyone",
    summary: "What whoever knows the payment's id may know of it: the money, nothing of the fan.",
    answers: {
      200: dataOf(
        z.object({
          id: z.string(),
          ...{ status: z.string(), type: z.string(), failure_reason: z.string().nullable() },
          currency: z.string(),
          ...amounts("amount", "servicefee", "fee_incl_vat", "total", "charged"),
          pay_currency: z.string(),
          purpose: z.enum(["TIP", "VOUCHER"]),
          receiver: z
            .union([
              z.object({ username: z.string(), name: z.string() }),
              z.object({ grouplist: z.string(), name: z.string() }),
            ])
            .nullable(),
        }),
      ),
    },
    refusals: { 404: ["not_found"] },
    async run({ params: { id = "" }, context }) {
      const result = isId(id) ? await findAnyResult(context.get(servicesContext), id) : null;
      if (!result) return apiRefusal(context, { status: 404, code: "not_found", text: "errors.api.payment" });
      const { payment } = result;
      const receiver = "receiver" in result ? result.receiver : null;
      const fee = payment.service_fee_minor + payment.vat_minor;
      return apiJson({
        data: {
          id: payment.id,
          status: payment.status,
          type: payment.type,
          failure_reason: payment.failure_reason,
          currency: payment.currency,
          amount: toDecimal(payment.amount_minor, payment.currency),
          amount_minor: payment.amount_minor,
          servicefee: toDecimal(payment.service_fee_minor, payment.currency),
          servicefee_minor: payment.service_fee_minor,
          fee_incl_vat: toDecimal(fee, payment.currency),
          fee_incl_vat_minor: fee,
          total: toDecimal(payment.total_minor, payment.currency),
          total_minor: payment.total_minor,
          charged: toDecimal(payment.charged_minor, payment.charged_currency),
          charged_minor: payment.charged_minor,
          pay_currency: payment.charged_currency,
          // A voucher is nobody's yet.
          purpose: receiver ? "TIP" : "VOUCHER",
          receiver:
            receiver &&
            (receiver.group
              ? { grouplist: receiver.group.slug, name: receiver.name }
              : { username: receiver.path?.slice(1) ?? "", name: receiver.name }),
        },
      });
    },
  }),
];
