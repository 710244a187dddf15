import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataTable, figure } from "../../ui/components/data-table.tsx";
import { NameParts } from "../../ui/components/name-parts.tsx";
import type { ShownSupporter } from "./supporters.server.ts";

export function FanTabs({ isMonthly }: { isMonthly: boolean }) {
  const { t } = useTranslation("statistics");
  return (
    <nav className="tabs" aria-label={t("supporters.tabs")}>
      <Link to="/dashboard/fans" {...(isMonthly ? {} : { "aria-current": "page" as const })}>
        {t("supporters.all")}
      </Link>
      <Link to="/dashboard/fans?monthly=1" {...(isMonthly ? { "aria-current": "page" as const } : {})}>
        {t("supporters.monthly")}
      </Link>
    </nav>
  );
}

export function SupporterTable({ supporters }: { supporters: readonly ShownSupporter[] }) {
  const { t } = useTranslation("statistics");
  return (
    <DataTable
      caption={t("supporters.monthly")}
      columns={[
        t("supporters.fan"),
        figure(t("supporters.amount")),
        figure(t("supporters.received")),
        figure(t("supporters.since")),
        figure(t("supporters.next")),
        t("supporters.state"),
      ]}
      empty={t("supporters.empty")}
      rows={supporters.map((each) => ({
        key: each.id,
        cells: [
          <span key="fan">
            {each.name ?? t("supporters.nameless")}
            {each.email === null ? null : (
              <small>
                <NameParts text={each.email} />
              </small>
            )}
            {each.group === null ? null : <small>{t("supporters.group", { name: each.group })}</small>}
          </span>,
          each.amount,
          each.received,
          each.since,
          each.next,
          <span key="state" className="status" data-status={each.state}>
            {t(`supporters.states.${each.state}`)}
          </span>,
        ],
      }))}
    />
  );
}
