import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { listSellerYears } from "../../../domain/ledger/seller-years.server.ts";
import { type ReportedSeller, reportedSellers } from "../../../domain/sellers/dac7.server.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { BackToBooks } from "../page-parts.tsx";
import type { Route } from "./+types/sellers";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { services, t, money } = deskOf(context);
  const years = await listSellerYears(services.db);
  const asked = url.searchParams.get("year");
  const year = asked === null ? years[0] : years.find((each) => String(each) === asked);
  if (asked !== null && year === undefined) throw data(null, { status: 404 });
  const found = year === undefined ? null : await reportedSellers(services, year);
  const show = (amount: number) => money(amount, "EUR");
  const shown = ({ creator_id, state, year, username, country, is_in_eu, identity }: ReportedSeller) => ({
    creator_id,
    state,
    username,
    country,
    is_in_eu,
    hasDetails: identity !== null,
    activities: year.activities,
    consideration: show(year.consideration_minor),
    fees: show(year.fees_minor),
    taxes: show(year.taxes_minor),
  });
  const { rows } = productRules.dac7;
  return {
    title: t("desk:sellers.title"),
    years,
    found: found && {
      year: found.year,
      is_final: found.is_final,
      early: found.early_rates.join(", "),
      count: found.sellers.length,
      reportable: found.in_file.length + found.missing.length,
      missing: found.missing.length,
      hasFile: found.has_file,
      sellers: found.sellers.slice(0, rows).map(shown),
    },
  };
}

export default function Sellers({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { title, years, found } = loaderData;
  return (
    <AdminPage title={title}>
      <Card title={found ? t("sellers.of", { year: found.year }) : title}>
        <p>{t("sellers.intro")}</p>
        {found ? (
          <>
            <p>{found.is_final ? t("sellers.final") : t("sellers.provisional")}</p>
            {found.early ? <p>{t("sellers.early", { currencies: found.early })}</p> : null}
            <p>
              <b>{t("sellers.reportable", { count: found.reportable })}</b>
            </p>
            {found.missing > 0 ? (
              <p className="note">{t("sellers.missing", { count: found.missing })}</p>
            ) : null}
            {found.hasFile ? (
              <p>
                <a href={`/admin/books/sellers/${found.year}/dac7`} download>
                  {found.is_final ? t("sellers.dac7") : t("sellers.dac7Test")}
                </a>
              </p>
            ) : (
              <p>{t("sellers.noFile")}</p>
            )}
            <p>
              <a href={`/admin/books/sellers/${found.year}/table`} download>
                {t("sellers.table")}
              </a>
            </p>
            <DataTable
              caption={t("sellers.of", { year: found.year })}
              columns={[
                t("sellers.seller"),
                t("sellers.country"),
                t("sellers.state"),
                t("sellers.details"),
                figure(t("sellers.activities")),
                figure(t("sellers.consideration")),
                figure(t("sellers.fees")),
                figure(t("sellers.taxes")),
              ]}
              empty={t("sellers.none")}
              rows={found.sellers.map((seller) => ({
                key: seller.creator_id,
                cells: [
                  <Link key="seller" to={`/admin/users/${seller.creator_id}`}>
                    {seller.username ?? t("sellers.left")}
                  </Link>,
                  seller.country ?? "–",
                  seller.is_in_eu === false
                    ? t("sellers.states.ELSEWHERE")
                    : t(`sellers.states.${seller.state}`),
                  seller.is_in_eu === false
                    ? "–"
                    : t(seller.hasDetails ? "sellers.detailsGiven" : "sellers.detailsMissing"),
                  seller.activities,
                  seller.consideration,
                  seller.fees,
                  seller.taxes,
                ],
              }))}
            />
            {found.count > found.sellers.length ? (
              <p className="help">{t("sellers.more", { count: found.count - found.sellers.length })}</p>
            ) : null}
          </>
        ) : null}
      </Card>
      <Card title={t("sellers.years")}>
        <ul className="page-links">
          {years.map((year) => (
            <li key={year}>
              <Link to={`/admin/books/sellers?year=${year}`}>{year}</Link>
            </li>
          ))}
        </ul>
      </Card>
      <BackToBooks />
    </AdminPage>
  );
}
