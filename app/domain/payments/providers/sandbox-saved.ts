import { z } from "zod";
import { type DirectCharge, ProviderUnavailable, type SavedMethods } from "../provider-port.ts";
import { methodAnswer, paymentAnswer, savedMethod, snapshot } from "./sandbox-answers.ts";

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

export function sandboxSavedMethods(ask: Ask): SavedMethods {
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

export function directBody(direct: DirectCharge | null | undefined): object {
  if (!direct) return {};
  const { accountRef, applicationFeeMinor } = direct;
  return { direct: { account_ref: accountRef, application_fee_minor: applicationFeeMinor } };
}
