import { bankReason, formatMoment } from "../../../domain/money/formats.ts";
import {
  findBankException,
  listBankExceptions,
  settleBankException,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { form, pageActs } from "../acts.server.ts";
import { aboutBooking, shownBooking } from "../bank-bookings.server.ts";
import type { ShownFact } from "../shown-facts.tsx";
import { backToQueue, type Desk, type ExceptionKind, settling } from "./exception-kind.server.ts";
import type { ShownException } from "./exception-parts.tsx";

async function find(desk: Desk, id: string): Promise<ShownException | null> {
  const { services, t, locale } = desk;
  const found = await findBankException(services.db, id);
  if (!found) return null;
  const { settled_at, reported_by } = found;
  const booking = shownBooking(found, locale);
  const about = aboutBooking(booking);
  const settled: ShownFact[] = [];
  if (settled_at !== null) {
    settled.push([t("exceptions:settledAt"), formatMoment(settled_at, locale)]);
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

const action = pageActs({
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
  find,
  action,
};
