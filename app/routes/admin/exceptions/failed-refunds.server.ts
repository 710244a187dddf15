import { formatMoment } from "../../../domain/money/formats.ts";
import { listUnseenFailures, seeRefundFailure } from "../../../domain/payments/refunds.server.ts";
import { button, pageActs } from "../acts.server.ts";
import { backToQueue, type Desk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function find({ services, t, locale, money }: Desk, id: string): Promise<ShownException | null> {
  const found = (await listUnseenFailures(services.db)).find((each) => each.id === id);
  if (!found) return null;
  const { payment_id, reference, amount_minor, currency, failed_at, is_known } = found;
  const amount = money(amount_minor, currency);
  return {
    title: t("books:failedRefunds.one", { amount }),
    facts: [
      [t("books:failedRefunds.amount"), { strong: amount }],
      [t("books:payment.reference"), { code: reference }],
      [t("books:failedRefunds.at"), formatMoment(failed_at, locale)],
      [
        t("books:payments.payment"),
        {
          text: payment_id,
          href: is_known ? `/admin/payments/${payment_id}` : `/admin/exceptions/suspense/${payment_id}`,
        },
      ],
    ],
    acts: [
      {
        ...{ intent: "see", title: t("books:failedRefunds.see"), text: t("books:failedRefunds.seeText") },
        button: t("books:failedRefunds.see"),
      },
    ],
  };
}

const action = pageActs({
  see: button(async ({ services, ...given }) => {
    const isSeen = await seeRefundFailure(services, given);
    return backToQueue("failed-refunds", isSeen ? "seen" : "gone");
  }),
});

export const failedRefunds: ExceptionKind = {
  intro: (t) => t("books:failedRefunds.intro"),
  list: async ({ services, money }) =>
    (await listUnseenFailures(services.db)).map((each) => ({
      ...{ id: each.id, subject: each.payment_id, why: each.reference, since: each.failed_at },
      amount: money(each.amount_minor, each.currency),
    })),
  find,
  action,
};
