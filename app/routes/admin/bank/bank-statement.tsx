import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import {
  findBankStatement,
  listBankEntries,
} from "../../../domain/payouts/bank-statements/bank-queries.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts, figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { askedAfter, deskOf, nextPage, requireFound } from "../desk.server.ts";
import { TableCard, UpLink } from "../page-parts.tsx";
import { aboutBooking, shownBooking } from "../shown-money.server.ts";
import type { Route } from "./+types/bank-statement";

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, locale, t, money, moment } = deskOf(context);
  const statement = await requireFound(params.id, (id) => findBankStatement(db, id));
  const { entries, next } = await listBankEntries(db, statement.id, askedAfter(url.searchParams));
  const show = (amount: number | null) => (amount === null ? null : money(amount, statement.currency));
  return {
    title: t("bank:statementTitle", { number: statement.statement_ref }),
    kind: statement.kind,
    sequence: statement.sequence,
    opening: show(statement.opening_minor),
    closing: show(statement.closing_minor),
    debits: show(statement.debits_minor),
    credits: show(statement.credits_minor),
    imported: moment(statement.imported_at),
    entries: entries.map((entry) => ({
      ...shownBooking(entry, locale),
      about: aboutBooking(shownBooking(entry, locale)),
      position: entry.position,
      outcome: entry.outcome,
      isSettled: entry.settled_at !== null,
    })),
    next: nextPage(`/admin/books/bank/${statement.id}`, next),
  };
}

export default function BankStatement({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("bank");
  const { opening, closing } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      <UpLink to="/admin/books/bank">{t("title")}</UpLink>
      <Card title={t("facts")}>
        <Facts
          facts={[
            [t("kind"), t(loaderData.kind === "camt.053" ? "kinds.statement" : "kinds.notice")],
            [t("sequence"), loaderData.sequence],
            [t("opening"), opening ?? undefined],
            [t("debits"), loaderData.debits],
            [t("credits"), loaderData.credits],
            [t("closing"), closing ?? undefined],
            [t("imported"), loaderData.imported],
          ]}
        />
      </Card>
      <TableCard
        caption={t("entries")}
        next={loaderData.next}
        nextText={t("further")}
        columns={[
          t("position"),
          t("booked"),
          figure(t("amount")),
          t("account"),
          t("reference"),
          t("about.title"),
          t("outcome"),
        ]}
        empty={t("noEntries")}
        rows={loaderData.entries.map((each) => ({
          key: each.id,
          cells: [
            each.position,
            each.booked,
            each.amount,
            each.account ?? "–",
            <code key="reference">{each.reference ?? "–"}</code>,
            each.about === null ? (
              "–"
            ) : (
              <Link key="about" to={each.about.href}>
                {t(`about.${each.about.name}`)}
              </Link>
            ),
            each.outcome === "EXCEPTION" ? (
              <Link key="outcome" to={`/admin/exceptions/bookings/${each.id}`}>
                {t(each.isSettled ? "settledOne" : "outcomes.EXCEPTION")}
              </Link>
            ) : (
              t(`outcomes.${each.outcome}`)
            ),
          ],
        }))}
      />
    </AdminPage>
  );
}
