import { refundAnswerForm } from "../../../domain/refunds/refund.schema.ts";
import { declineRequest, listOverdueRequests } from "../../../domain/refunds/refund-requests.server.ts";
import { form, pageActs } from "../acts.server.ts";
import { backToQueue, type ExceptionDesk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function findRequest(
  { services, t, moment, money }: ExceptionDesk,
  id: string,
): Promise<ShownException | null> {
  const found = (await listOverdueRequests(services.db, services.clock())).find((each) => each.id === id);
  if (!found) return null;
  const { payment_id, creator_name, reason, asked_at, currency, amount_minor } = found;
  const amount = money(amount_minor, currency);
  return {
    title: t("exceptions:refundRequests.one", { amount }),
    facts: [
      [t("exceptions:refundRequests.creator"), creator_name],
      [t("exceptions:refundRequests.reason"), { long: reason }],
      [t("exceptions:since"), moment(asked_at)],
      [t("books:payments.payment"), { text: payment_id, href: `/admin/payments/${payment_id}` }],
    ],
    links: [{ text: t("exceptions:refundRequests.refund"), href: `/admin/payments/${payment_id}/refund` }],
    acts: [
      {
        ...{ intent: "decline", title: t("exceptions:refundRequests.decline") },
        ...{
          text: t("exceptions:refundRequests.declineText"),
          help: t("exceptions:refundRequests.answerHelp"),
        },
        button: t("exceptions:refundRequests.decline"),
      },
    ],
  };
}

const requestActs = pageActs({
  decline: form(refundAnswerForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await declineRequest(services, { role: "OPERATOR", operator_id, id }, reason);
    return backToQueue("refund-requests", outcome === "declined" ? "answered" : "gone");
  }),
});

/** The payment's page refunds, by its rules of approval. */
export const refundRequests: ExceptionKind = {
  intro: (t) => t("exceptions:refundRequests.intro"),
  list: async ({ services, money }) =>
    (await listOverdueRequests(services.db, services.clock())).map((each) => ({
      ...{ id: each.id, subject: each.creator_name, why: each.reason, since: each.asked_at },
      amount: money(each.amount_minor, each.currency),
    })),
  find: findRequest,
  action: requestActs,
};
