import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { named } from "../../../ui/components/named.ts";
import { ShortId } from "../../../ui/components/short-id.tsx";
import { VOUCHER_STATES } from "../../../ui/components/voucher-states.ts";

const REDEMPTIONS = ["PENDING", "DONE", "RETURNED"] as const;
const RETURNS = ["LOCKED", "DELETED", "TIME", "DISPUTED", "WITHDRAWN"] as const;

export function VoucherState({ status, isLocked }: { status: string; isLocked: boolean }): ReactElement {
  const { t } = useTranslation("adminVouchers");
  return (
    <>
      <span className="status" data-status={status}>
        {named(VOUCHER_STATES, status, (known) => t(`states.${known}`))}
      </span>
      {isLocked ? (
        <>
          {" "}
          <span className="status" data-status="LOCKED">
            {t("locked")}
          </span>
        </>
      ) : null}
    </>
  );
}

export function RedemptionList({
  redemptions,
}: {
  redemptions: readonly {
    id: string;
    status: string;
    amount: string;
    why: string | null;
    at: string;
    tipId: string | null;
    creator: { id: string; username: string | null };
  }[];
}): ReactElement {
  const { t } = useTranslation("adminVouchers");
  return (
    <Card title={t("redemptions.title")}>
      <DataTable
        caption={t("redemptions.title")}
        columns={[
          t("redemptions.creator"),
          { name: t("redemptions.amount"), isFigure: true },
          t("state"),
          { name: t("redemptions.at"), isMoment: true },
        ]}
        empty={t("redemptions.none")}
        rows={redemptions.map((each) => ({
          key: each.id,
          cells: [
            <Link key="creator" to={`/admin/users/${each.creator.id}`}>
              {each.creator.username === null ? (
                <ShortId id={each.creator.id} />
              ) : (
                <NameParts text={`@${each.creator.username}`} />
              )}
            </Link>,
            each.amount,
            <span key="state">
              {named(REDEMPTIONS, each.status, (known) => t(`redemptions.states.${known}`))}
              {each.why === null ? null : <ReturnReason reason={each.why} />}
            </span>,
            each.at,
          ],
        }))}
      />
    </Card>
  );
}

function ReturnReason({ reason }: { reason: string }): ReactElement {
  const { t } = useTranslation("adminVouchers");
  return <>: {named(RETURNS, reason, (known) => t(`redemptions.why.${known}`))}</>;
}
