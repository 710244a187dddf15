import { formatMoment } from "../../../domain/money/formats.ts";
import {
  findBankGap,
  listBankGaps,
  settleBankGap,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { form, pageActs } from "../acts.server.ts";
import type { ShownFact } from "../shown-facts.tsx";
import { backToQueue, type Desk, type ExceptionKind, settling } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function find(desk: Desk, id: string): Promise<ShownException | null> {
  const { services, t, locale, money } = desk;
  const gap = await findBankGap(services.db, id);
  if (!gap) return null;
  const ended = gap.settled_at ?? gap.closed_at;
  const settled: ShownFact[] = [];
  if (ended !== null) {
    settled.push(
      [t("exceptions:settledAt"), formatMoment(ended, locale)],
      [t("exceptions:settledBy"), gap.settled_by ?? t("bank:endedByStatement")],
    );
    if (gap.settled_reason !== null) settled.push([t("exceptions:settledReason"), gap.settled_reason]);
  }
  return {
    title: t("bank:gapTitle", { number: gap.statement_ref }),
    facts: [
      [t("bank:gapAfter"), { text: gap.before_ref, href: `/admin/books/bank/${gap.before_id}` }],
      [t("bank:expected"), { strong: money(gap.expected_minor, gap.currency) }],
      [t("bank:statement"), { text: gap.statement_ref, href: `/admin/books/bank/${gap.statement_id}` }],
      [t("bank:found"), { strong: money(gap.found_minor, gap.currency) }],
      ...settled,
    ],
    ...settling(
      desk,
      { isOpen: ended === null, imported_by: gap.imported_by },
      {
        ...{ title: t("bank:gap.title"), text: t("bank:gap.text") },
        ...{ help: t("bank:gap.help"), button: t("bank:gap.go") },
      },
    ),
  };
}

const action = pageActs({
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) =>
    backToQueue("gaps", await settleBankGap(services, { id, operator_id, reason })),
  ),
});

export const gaps: ExceptionKind = {
  intro: (t) => t("bank:gapsText"),
  list: async ({ services, t, money }) =>
    (await listBankGaps(services.db)).map((gap) => ({
      ...{ id: gap.id, subject: gap.statement_ref, since: gap.opened_at },
      why: t("bank:gapWhy", { before: gap.before_ref }),
      amount: `${money(gap.expected_minor, gap.currency)} → ${money(gap.found_minor, gap.currency)}`,
    })),
  find,
  action,
};
