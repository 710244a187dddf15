import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { searchSeries } from "../../../domain/series/search-series.server.ts";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { SERIES_STATES } from "../../../ui/components/known-names.ts";
import { LongText } from "../../../ui/components/name-parts.tsx";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { askedSearch, deskOf, nextPage } from "../desk.server.ts";
import { SearchPage } from "../page-parts.tsx";
import type { Route } from "./+types/all-series";
import { SeriesReceiver, SeriesState } from "./series-parts.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const search = askedSearch(url.searchParams, SERIES_STATES);
  const { db, t, day, money, stamp } = deskOf(context);
  const { series, next } = await searchSeries(db, search);
  return {
    title: t("adminMonthly:title"),
    words: search.words,
    status: search.status,
    series: series.map(({ amount_minor, currency, created_at, next_charge_on, ...each }) => ({
      ...each,
      amount: money(amount_minor, currency),
      next: next_charge_on === null ? "–" : day(next_charge_on),
      since: stamp(created_at),
    })),
    next: nextPage("/admin/monthly", next, { q: search.words, status: search.status }),
  };
}

export default function AllSeries({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminMonthly");
  const { title, words, status, next, series } = loaderData;
  return (
    <SearchPage
      path="/admin/monthly"
      {...{ title, words, next }}
      texts={{ search: t("search"), go: t("go"), next: t("nextPage") }}
      columns={[
        t("series"),
        figure(t("amount")),
        t("state"),
        t("receiver"),
        t("fan"),
        time(t("next")),
        time(t("since")),
      ]}
      empty={t("empty")}
      rows={series.map((each) => ({
        key: each.id,
        cells: [
          <Link key="series" className="row-link" to={`/admin/monthly/${each.id}`}>
            <ShortId id={each.id} />
          </Link>,
          each.amount,
          <SeriesState key="state" status={each.status} />,
          <SeriesReceiver key="receiver" {...each} />,
          <LongText key="fan" text={each.sender_email} />,
          each.next,
          each.since,
        ],
      }))}
    >
      <label>
        {t("state")}
        <select name="status" className="plain-input" defaultValue={status ?? ""}>
          <option value="">{t("all")}</option>
          {SERIES_STATES.map((each) => (
            <option key={each} value={each}>
              {t(`states.${each}`)}
            </option>
          ))}
        </select>
      </label>
    </SearchPage>
  );
}
