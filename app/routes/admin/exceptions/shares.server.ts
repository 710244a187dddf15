import {
  listStuckTransfers,
  retryTransfer,
  type StuckTransfer,
} from "../../../domain/transfers/stuck-transfers.server.ts";
import { button, pageActs } from "../acts.server.ts";
import { backToQueue, type ExceptionDesk, type ExceptionKind } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

const whatOf = ({ t }: ExceptionDesk, { is_back }: StuckTransfer) =>
  t(is_back ? "books:shares.back" : "books:shares.to");

async function findShare(desk: ExceptionDesk, id: string): Promise<ShownException | null> {
  const { services, t, moment, money } = desk;
  const [share] = await listStuckTransfers(services.db, id);
  if (!share) return null;
  const { payment_id, creator_id, username, problem, since } = share;
  return {
    title: t("books:shares.one", { amount: money(share.amount_minor, share.currency) }),
    facts: [
      [t("books:shares.what"), whatOf(desk, share)],
      [t("books:shares.member"), { text: `@${username ?? creator_id}`, href: `/admin/users/${creator_id}` }],
      [t("books:unhandled.payment"), { text: payment_id, href: `/admin/payments/${payment_id}` }],
      [t("exceptions:since"), moment(since)],
      [t("books:unhandled.error"), { long: problem }],
    ],
    acts: [
      {
        ...{ intent: "retry", title: t("books:unhandled.go"), text: t("books:shares.goText") },
        button: t("books:unhandled.go"),
      },
    ],
  };
}

const shareActs = pageActs({
  retry: button(async ({ services, ...given }) => {
    const isRetried = await retryTransfer(services, given);
    return backToQueue("shares", isRetried ? "retried" : "gone");
  }),
});

/** Of direct groups' tips. A refused share is tried again by itself when its account has news. */
export const shares: ExceptionKind = {
  intro: (t) => t("books:shares.intro"),
  list: async (desk) =>
    (await listStuckTransfers(desk.services.db)).map((share) => ({
      ...{ id: share.id, since: share.since, subject: `@${share.username ?? share.creator_id}` },
      why: [whatOf(desk, share), share.problem].join(": "),
      amount: desk.money(share.amount_minor, share.currency),
    })),
  find: findShare,
  action: shareActs,
};
