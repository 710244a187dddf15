import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { minuteInBerlin, momentInBerlin } from "../../../domain/calendar.ts";
import { trialBalanceAt } from "../../../domain/ledger/ledger-reports.server.ts";
import { formatMomentInBerlin } from "../../../domain/money/formats.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/past";
import { BalanceTable } from "./ledger-parts.tsx";
import { PastForm } from "./past-form.tsx";
import { shownBalances } from "./shown-balances.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const asked = url.searchParams.get("at");
  const at = asked === null ? clock() : momentInBerlin(asked);
  const facts = {
    title: getI18n(context).t("books:past.title"),
    at: asked ?? minuteInBerlin(clock()),
    moment: at && formatMomentInBerlin(at, locale),
    currencies: at ? shownBalances(await trialBalanceAt(db, at), locale, asked) : [],
  };
  return at ? facts : data(facts, { status: 422 });
}

export default function Past({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { at, moment, currencies } = loaderData;
  return (
    <AdminPage title={loaderData.title}>
      <Card title={moment === null ? t("past.ask") : t("past.of", { moment })}>
        <p>{t("past.text")}</p>
        <PastForm action="/admin/books/past" at={at} isWrong={moment === null} />
        {moment !== null && currencies.length === 0 ? <p>{t("past.none")}</p> : null}
      </Card>
      {currencies.map(({ currency, rows, totals }) => (
        <Card key={currency} title={t("books.balance", { currency })}>
          <BalanceTable caption={t("books.balance", { currency })} rows={rows} totals={totals} />
        </Card>
      ))}
      <div className="actions">
        <ButtonLink to="/admin/books">{t("books.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
