import { bankReason } from "../../../domain/money/bank-reason.ts";
import {
  findBankException,
  listBankExceptions,
  settleBankException,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import {
  findBankGap,
  listBankGaps,
  settleBankGap,
} from "../../../domain/payouts/bank-statements/statement-gaps.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { form, pageActs } from "../acts.server.ts";
import type { ShownFact } from "../page-parts.tsx";
import { aboutBooking, shownBooking } from "../shown-money.server.ts";
import { backToQueue, type ExceptionDesk, type ExceptionKind, settling } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function findBooking(desk: ExceptionDesk, id: string): Promise<ShownException | null> {
  const { services, t, locale, moment } = desk;
  const found = await findBankException(services.db, id);
  if (!found) return null;
  const { settled_at, reported_by } = found;
  const booking = shownBooking(found, locale);
  const about = aboutBooking(booking);
  const settled: ShownFact[] = [];
  if (settled_at !== null) {
    settled.push([t("exceptions:settledAt"), moment(settled_at)]);
    if (reported_by === null)
      settled.push(
        [t("exceptions:settledBy"), found.settled_by],
        [t("exceptions:settledReason"), found.settled_reason],
      );
    else {
      const href = `/admin/books/settlements/${reported_by}`;
      settled.push([t("exceptions:settledBy"), { text: t("bank:about.settlement"), href }]);
    }
  }
  return {
    title: t("bank:exceptionTitle", { amount: booking.amount }),
    facts: [
      [t("exceptions:why"), t(`bank:reason.${found.reason}`)],
      [t("bank:amount"), { strong: booking.amount }],
      [t("bank:booked"), booking.booked],
      [t("bank:account"), booking.account],
      [t("bank:reference"), { code: booking.reference }],
      [t("bank:words"), bankReason(found.words, (code) => t(`bankCodes:${code}`))],
      [t("bank:about.title"), about && { text: t(`bank:about.${about.name}`), href: about.href }],
      [t("bank:statement"), { text: found.statement_ref, href: `/admin/books/bank/${found.statement_id}` }],
      ...settled,
    ],
    links: [{ text: t("bank:toCorrections"), href: "/admin/books/corrections" }],
    ...settling(
      desk,
      { isOpen: settled_at === null, imported_by: found.imported_by },
      {
        ...{ title: t("bank:settle.title"), text: t("bank:settle.text") },
        ...{ help: t("bank:settle.help"), button: t("bank:settle.go") },
      },
    ),
  };
}

const bookingActs = pageActs({
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) =>
    backToQueue("bookings", await settleBankException(services, { entry_id: id, operator_id, reason })),
  ),
});

export const bookings: ExceptionKind = {
  intro: (t) => t("bank:exceptionsText"),
  list: async ({ services, t, locale }) =>
    (await listBankExceptions(services.db)).map((found) => {
      const booking = shownBooking(found, locale);
      const words = bankReason(found.words, (code) => t(`bankCodes:${code}`));
      return {
        ...{ id: found.id, amount: booking.amount, since: found.opened_at },
        subject: words ?? booking.reference ?? booking.account ?? booking.booked,
        why: t(`bank:reason.${found.reason}`),
      };
    }),
  find: findBooking,
  action: bookingActs,
};

async function findGap(desk: ExceptionDesk, id: string): Promise<ShownException | null> {
  const { services, t, moment, money } = desk;
  const gap = await findBankGap(services.db, id);
  if (!gap) return null;
  const ended = gap.settled_at ?? gap.closed_at;
  const settled: ShownFact[] = [];
  if (ended !== null) {
    settled.push(
      [t("exceptions:settledAt"), moment(ended)],
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

const gapActs = pageActs({
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
  find: findGap,
  action: gapActs,
};
