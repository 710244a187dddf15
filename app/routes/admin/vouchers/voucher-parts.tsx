import { useTranslation } from "react-i18next";
import { figure, time } from "../../../ui/components/data-table.tsx";
import { named, VOUCHER_STATES } from "../../../ui/components/known-names.ts";
import { TableCard, UserLink } from "../page-parts.tsx";

const REDEMPTIONS = ["PENDING", "DONE", "RETURNED"] as const;
const RETURNS = ["LOCKED", "DELETED", "TIME", "DISPUTED", "WITHDRAWN"] as const;

export function VoucherState({ status, isLocked }: { status: string; isLocked: boolean }) {
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
}) {
  const { t } = useTranslation("adminVouchers");
  return (
    <TableCard
      title={t("redemptions.title")}
      columns={[
        t("redemptions.creator"),
        figure(t("redemptions.amount")),
        t("state"),
        time(t("redemptions.at")),
      ]}
      empty={t("redemptions.none")}
      rows={redemptions.map((each) => ({
        key: each.id,
        cells: [
          <UserLink key="creator" {...each.creator} />,
          each.amount,
          <span key="state">
            {named(REDEMPTIONS, each.status, (known) => t(`redemptions.states.${known}`))}
            {each.why === null ? null : <ReturnReason reason={each.why} />}
          </span>,
          each.at,
        ],
      }))}
    />
  );
}

function ReturnReason({ reason }: { reason: string }) {
  const { t } = useTranslation("adminVouchers");
  return <>: {named(RETURNS, reason, (known) => t(`redemptions.why.${known}`))}</>;
}
