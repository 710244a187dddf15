import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { data, Link } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  listVatQuarters,
  parseQuarter,
  type VatLine,
  vatQuarter,
} from "../../../domain/ledger/vat-quarters.server.ts";
import { countryName, documentNumber, formatPercent } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { LEDGER_ACCOUNTS } from "../../../ui/components/ledger-names.ts";
import { named } from "../../../ui/components/named.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/oss";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const quarters = await listVatQuarters(db);
  const asked = url.searchParams.get("quarter");
  const quarter = asked === null ? (quarters[0] ?? null) : parseQuarter(asked);
  if (asked !== null && (quarter === null || !quarters.includes(quarter))) throw data(null, { status: 404 });
  const found = quarter === null ? null : await vatQuarter(db, quarter);
  const show = (amount: number, currency = "EUR") => formatAmount(amount, currency, locale);
  const shown = (lines: readonly VatLine[]) => ({
    rows: lines.map((line) => ({
      key: `${line.supplied_in}-${line.country}-${line.rate_bps}`,
      supplied_in: line.supplied_in,
      country: `${countryName(line.country, locale)} (${line.country})`,
      rate: formatPercent(line.rate_bps, locale),
      base: show(line.base_minor),
      vat: show(line.vat_minor),
    })),
    base: show(lines.reduce((sum, line) => sum + line.base_minor, 0)),
    vat: show(lines.reduce((sum, line) => sum + line.vat_minor, 0)),
  });
  return {
    title: t("desk:oss.title"),
    quarters,
    found: found && {
      quarter: found.quarter,
      is_final: found.is_final,
      early: found.early_rates.join(", "),
      due: show(found.vat_minor),
      supplies: shown(found.supplies),
      corrections: shown(found.corrections),
      home: shown(found.home),
      entries: found.entries.map((entry) => ({
        document: documentNumber(entry.month, entry.number),
        country: entry.country,
        against: named(LEDGER_ACCOUNTS, entry.against, (known) => t(`books:accounts.${known}`)),
        vat: show(entry.vat_minor, entry.currency),
      })),
    },
  };
}

export default function Oss({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { title, quarters, found } = loaderData;
  return (
    <AdminPage title={title}>
      <Card title={found ? t("oss.of", { quarter: found.quarter }) : title}>
        <p>{t("oss.intro")}</p>
        {found ? (
          <>
            <p>{found.is_final ? t("oss.final") : t("oss.provisional")}</p>
            {found.early ? <p>{t("oss.early", { currencies: found.early })}</p> : null}
            <p>
              <b>{t("oss.due", { amount: found.due })}</b>
            </p>
            <ul className="page-links">
              <li>
                <a href={`/admin/books/oss/${found.quarter}/table`} download>
                  {t("oss.table")}
                </a>
              </li>
              <li>
                <a href={`/admin/books/oss/${found.quarter}/import`} download>
                  {t("oss.import")}
                </a>
              </li>
            </ul>
            <p className="help">{t("oss.importHelp")}</p>
          </>
        ) : (
          <p>{t("oss.none")}</p>
        )}
      </Card>
      {found ? (
        <>
          <VatTable title={t("oss.supplies")} {...found.supplies} />
          <VatTable title={t("oss.corrections")} {...found.corrections} />
          <VatTable title={t("oss.home")} {...found.home} />
          <Card title={t("oss.entries")}>
            <DataTable
              caption={t("oss.entries")}
              columns={[
                t("oss.document"),
                t("oss.country"),
                t("oss.against"),
                { name: t("oss.vat"), isFigure: true },
              ]}
              empty={t("oss.none")}
              rows={found.entries.map(({ document, country, against, vat }) => ({
                key: `${document}-${vat}`,
                cells: [document, country, against, vat],
              }))}
            />
          </Card>
        </>
      ) : null}
      <Card title={t("oss.quarters")}>
        <ul className="page-links">
          {quarters.map((quarter) => (
            <li key={quarter}>
              <Link to={`/admin/books/oss?quarter=${quarter}`}>{t("oss.of", { quarter })}</Link>
            </li>
          ))}
        </ul>
      </Card>
      <div className="actions">
        <BackToBooks />
      </div>
    </AdminPage>
  );
}

function BackToBooks() {
  const { t } = useTranslation("books");
  return <ButtonLink to="/admin/books">{t("books.back")}</ButtonLink>;
}

function VatTable({
  title,
  rows,
  base,
  vat,
}: {
  title: string;
  rows: readonly {
    key: string;
    supplied_in: string;
    country: string;
    rate: string;
    base: string;
    vat: string;
  }[];
  base: string;
  vat: string;
}): ReactElement {
  const { t } = useTranslation("desk");
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        columns={[
          t("oss.country"),
          t("oss.supplied"),
          { name: t("oss.rate"), isFigure: true },
          { name: t("oss.base"), isFigure: true },
          { name: t("oss.vat"), isFigure: true },
        ]}
        empty={t("oss.none")}
        rows={rows.map((row) => ({
          key: row.key,
          cells: [row.country, row.supplied_in, row.rate, row.base, row.vat],
        }))}
        totals={[{ key: "total", cells: [t("oss.total"), "", "", base, vat] }]}
      />
    </Card>
  );
}
