import { useTranslation } from "react-i18next";
import { data } from "react-router";
import type { SettledKind } from "../../../domain/payments/provider-port.ts";
import {
  findSettlement,
  listSettlementEvents,
} from "../../../domain/payments/settlements/settlement-queries.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts, figure } from "../../../ui/components/data-table.tsx";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, nextPage } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import { shownEvent } from "../shown-money.server.ts";
import type { Route } from "./+types/settlement";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, clock, locale, t, money, moment } = deskOf(context);
  const now = clock();
  const settlement = isId(params.id) ? await findSettlement(db, params.id, now) : null;
  if (!settlement) throw data(null, { status: 404 });
  const { id, provider, rows_count, totals, unknown_references, open_exceptions, imported_at } = settlement;
  const { events, next } = await listSettlementEvents(db, id, askedAfter(url.searchParams));
  const imported = moment(imported_at);
  return {
    title: t("settlements:fileTitle", { provider, imported }),
    ...{ provider, rows_count, open_exceptions, imported },
    unknown: unknown_references.join(", "),
    sums: Object.entries(totals).map(([currency, sum]) => ({
      currency,
      gross: money(sum.gross_minor, currency),
      fee: money(sum.fee_minor, currency),
      bank: money(sum.bank_minor ?? sum.gross_minor - sum.fee_minor, currency),
    })),
    events: events.map((event) => ({
      ...shownEvent(event, locale),
      outcome: event.outcome,
      exception_id: event.exception_id,
      state: stateOf(event, now),
    })),
    next: nextPage(`/admin/books/settlements/${id}`, next),
  };
}

const POSTED: readonly SettledKind[] = [
  ...(["FEE", "FEE_RETURNED", "CHARGEBACK_FEE", "CHARGEBACK_FEE_RETURNED", "CONVERSION"] as const),
];

function stateOf(
  event: {
    act: "TAKEN" | "REVERSED" | null;
    exception_id: string | null;
    exception: string | null;
    kind: SettledKind;
    settled_at: Date | null;
    opened_at: Date | null;
  },
  now: Date,
): "known" | "posted" | "on_its_way" | "arrived" | "open" | "settled" | "taken" | "reversed" {
  if (event.act !== null) return event.act === "TAKEN" ? "taken" : "reversed";
  if (event.exception_id === null || event.opened_at === null)
    return POSTED.includes(event.kind) ? "posted" : "known";
  if (event.settled_at !== null) return event.exception === "not_at_bank" ? "arrived" : "settled";
  return event.opened_at > now ? "on_its_way" : "open";
}

export default function Settlement({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { sums, events, unknown } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      <UpLink to="/admin/books/settlements">{t("title")}</UpLink>
      <Card title={t("facts")}>
        <Facts
          facts={[
            [t("provider"), loaderData.provider],
            [t("imported"), loaderData.imported],
            [t("rows"), loaderData.rows_count],
            [t("open"), loaderData.open_exceptions],
            [t("unknown"), unknown ? <LongText key="unknown" text={unknown} /> : undefined],
          ]}
        />
        <DataTable
          caption={t("sums")}
          columns={[t("currency"), figure(t("gross")), figure(t("fee")), figure(t("toBank"))]}
          empty={t("noSums")}
          rows={sums.map((sum) => ({
            key: sum.currency,
            cells: [sum.currency, sum.gross, sum.fee, sum.bank],
          }))}
        />
      </Card>
      <TableCard
        caption={t("events")}
        next={loaderData.next}
        nextText={t("further")}
        columns={[
          t("event"),
          t("kind"),
          t("occurred"),
          figure(t("amount")),
          figure(t("fee")),
          t("about"),
          t("outcome"),
        ]}
        empty={t("noEvents")}
        rows={events.map((each) => ({
          key: each.id,
          cells: [
            <code key="event">{each.event_ref}</code>,
            t(`kinds.${each.kind}`),
            each.occurred,
            each.amount,
            each.fee,
            <code key="about">{each.reference ?? each.payment_ref ?? "–"}</code>,
            <a
              key="outcome"
              href={
                each.exception_id === null || each.state === "reversed"
                  ? `/admin/books/settlements/events/${each.id}`
                  : `/admin/exceptions/settlements/${each.exception_id}`
              }
            >
              {t(`states.${each.state}`)}
            </a>,
          ],
        }))}
      />
    </AdminPage>
  );
}
