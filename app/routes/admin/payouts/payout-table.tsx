import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PayoutStatus } from "../../../domain/payouts/batches/admin-queries.server.ts";
import type { PayoutRail } from "../../../domain/payouts/requests/payout-fees.ts";
import { atName } from "../../../ui/components/at-name.ts";
import { DataTable } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";

export interface ShownDeskPayout {
  id: string;
  creator_id: string;
  creator: string;
  rail: PayoutRail;
  status: PayoutStatus;
  net: string;
  gross: string;
  fee: string;
  requested: string;
}

export function PayoutTable({
  caption,
  payouts,
  totals,
}: {
  caption: string;
  payouts: readonly ShownDeskPayout[];
  totals: { label: string; sums: readonly { currency: string; amount: string }[] };
}): ReactElement {
  const { t } = useTranslation("adminPayouts");
  return (
    <DataTable
      caption={caption}
      columns={[
        t("table.creator"),
        { name: t("table.net"), isFigure: true },
        t("table.rail"),
        t("table.status"),
        t("table.requested"),
        t("table.more"),
      ]}
      empty={t("payouts.empty")}
      totals={totals.sums.map(({ currency, amount }) => ({
        key: currency,
        cells: [`${totals.label}, ${currency}`, amount],
      }))}
      rows={payouts.map((payout) => ({
        key: payout.id,
        cells: [
          <Link key="creator" to={`/admin/users/${payout.creator_id}`}>
            <NameParts text={atName(payout.creator)} />
          </Link>,
          <span key="net">
            {payout.net}
            <small>{t("table.gross", { amount: payout.gross, fee: payout.fee })}</small>
          </span>,
          t(`rail.${payout.rail}`),
          <PayoutStatusChip key="status" status={payout.status} />,
          payout.requested,
          <Link key="open" to={`/admin/payouts/${payout.id}`}>
            {t("table.open")}
            <span className="hidden-visually"> {t("table.of", { name: atName(payout.creator) })}</span>
          </Link>,
        ],
      }))}
    />
  );
}

export function PayoutStatusChip({ status }: { status: PayoutStatus }): ReactElement {
  const { t } = useTranslation("payouts");
  return (
    <span className="status" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}
