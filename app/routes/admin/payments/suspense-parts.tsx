import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts } from "../../../ui/components/data-table.tsx";
import type { Route } from "./+types/suspense-case";

export function CaseFacts({ data: entry }: { data: Route.ComponentProps["loaderData"] }): ReactElement {
  const { t } = useTranslation("suspense");
  return (
    <Card title={t("facts")}>
      <Facts
        facts={[
          [t("why"), t(`reason.${entry.reason}`)],
          [t("state"), t(`states.${entry.state}`)],
          [t("left"), <b key="left">{entry.left}</b>],
          [t("received"), entry.since],
          [t("provider"), entry.provider],
          [t("reference"), <code key="reference">{entry.reference}</code>],
          [
            t("payment"),
            entry.is_known ? (
              <Link key="payment" to={`/admin/payments/${entry.id}`}>
                {t("page")}
              </Link>
            ) : entry.first_payment_id ? (
              <Link key="payment" to={`/admin/payments/${entry.first_payment_id}`}>
                {t("firstPage")}
              </Link>
            ) : (
              <span key="payment">
                <code>{entry.id}</code> ({t("notKnown")})
              </span>
            ),
          ],
        ]}
      />
    </Card>
  );
}

export function Exits({ exits }: { exits: Route.ComponentProps["loaderData"]["exits"] }): ReactElement {
  const { t } = useTranslation("suspense");
  return (
    <Card title={t("exits")}>
      <DataTable
        caption={t("exits")}
        columns={[
          t("exit"),
          { name: t("amount"), isFigure: true },
          t("reference"),
          t("by"),
          t("returned.note"),
          { name: t("at"), isMoment: true },
        ]}
        empty={t("noExits")}
        rows={exits.map((each) => ({
          key: each.id,
          cells: [
            t(`kind.${each.kind}`),
            <span key="amount">
              {each.amount}
              {each.beyond ? <small>{t("beyond", { amount: each.beyond })}</small> : null}
            </span>,
            <code key="reference">{each.reference || "–"}</code>,
            each.operator ?? t("itself"),
            each.reason ?? "–",
            each.at,
          ],
        }))}
      />
    </Card>
  );
}
