import { listRefundsByHand } from "../../../domain/payments/refunds.server.ts";
import { pageActs } from "../acts.server.ts";
import type { ExceptionKind } from "./exception-kind.server.ts";

/** Refunds of providers without an API. The payment's page takes what became of one. */
export const byHand: ExceptionKind = {
  intro: (t) => t("byHand:intro"),
  list: async ({ services, money }) =>
    (await listRefundsByHand(services.db)).map((refund) => ({
      ...{ id: refund.id, subject: refund.payment_id, since: refund.since },
      href: `/admin/payments/${refund.payment_id}`,
      why: [refund.provider, refund.provider_ref].filter(Boolean).join(", "),
      amount: money(refund.amount_minor, refund.currency),
    })),
  find: async () => null,
  action: pageActs({}),
};
