import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { listDatevParts } from "../../../domain/ledger/datev-export.server.ts";
import { type DatevAccount, datevNumbers } from "../../../domain/ledger/datev-settings.schema.ts";
import { journalExtent } from "../../../domain/ledger/journal.server.ts";
import { formatMonth } from "../../../domain/money/formats.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { figure } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { TableCard } from "../page-parts.tsx";
import type { Route } from "./+types/datev";
import { askedMonth } from "./ledger.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, locale, t } = deskOf(context);
  const { datev } = services.config;
  const month = askedMonth(params.month);
  const extent = month === null ? null : await journalExtent(services, month);
  if (!extent) throw data(null, { status: 404 });
  const parts = datev ? await listDatevParts(services.db, extent) : [];
  const nameOf = (account: DatevAccount) =>
    account === "vat_output_abroad" ? t("desk:journal.datev.abroad") : t(`books:accounts.${account}`);
  return {
    title: t("desk:journal.datev.title", { month: formatMonth(extent.month, locale) }),
    month: extent.month,
    is_final: extent.is_final,
    chart: datev?.chart ?? null,
    parts: parts.map(({ part }) => part),
    numbers: datev ? datevNumbers(datev).map((each) => ({ ...each, name: nameOf(each.account) })) : [],
  };
}

export default function Datev({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("desk");
  const { title, month, is_final, chart, parts, numbers } = loaderData;
  return (
    <AdminPage title={title}>
      <Card title={title}>
        <p>{t("journal.datev.intro")}</p>
        {chart === null ? (
          <p>{t("journal.datev.missing")}</p>
        ) : (
          <>
            <p>{is_final ? t("journal.datev.final") : t("journal.datev.provisional")}</p>
            <ul className="page-links">
              {parts.map((part) => (
                <li key={part}>
                  <a href={`/admin/books/journal/${month}/datev/${part}`} download>
                    {t("journal.datev.file", { part, parts: parts.length })}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Card>
      {chart === null ? null : (
        <TableCard
          title={t("journal.datev.numbers")}
          columns={[t("journal.datev.account"), figure(t("journal.datev.number", { chart }))]}
          empty=""
          rows={numbers.map(({ account, name, number }) => ({ key: account, cells: [name, number] }))}
        >
          <p className="help">{t("journal.datev.advice")}</p>
        </TableCard>
      )}
      <div className="actions">
        <ButtonLink to="/admin/books/journal">{t("journal.datev.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
