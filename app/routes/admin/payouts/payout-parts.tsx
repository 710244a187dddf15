import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Stamp } from "../../../domain/money/formats.ts";
import type { PayoutStatus } from "../../../domain/payouts/batches/admin-queries.server.ts";
import type { PayoutRail } from "../../../domain/payouts/requests/payout-fees.ts";
import { Card } from "../../../ui/components/card.tsx";
import { DataTable, Facts, figure } from "../../../ui/components/data-table.tsx";
import { atName, NameParts } from "../../../ui/components/name-parts.tsx";
import type { Route } from "./+types/payout";

export interface ShownDeskPayout {
  id: string;
  creator_id: string;
  creator: string;
  rail: PayoutRail;
  status: PayoutStatus;
  net: string;
  gross: string;
  fee: string;
  requested: Stamp;
}

export function PayoutTable({
  caption,
  payouts,
  totals,
}: {
  caption: string;
  payouts: readonly ShownDeskPayout[];
  totals: { label: string; sums: readonly { currency: string; amount: string }[] };
}) {
  const { t } = useTranslation("adminPayouts");
  return (
    <DataTable
      caption={caption}
      columns={[
        t("table.creator"),
        figure(t("table.net")),
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

export function PayoutStatusChip({ status }: { status: PayoutStatus }) {
  const { t } = useTranslation("payouts");
  return (
    <span className="status" data-status={status}>
      {t(`status.${status}`)}
    </span>
  );
}

export function PayoutFacts({
  data: { payout, creatorUrl, reference, requested, paid, failed, reported },
}: {
  data: Route.ComponentProps["loaderData"];
}) {
  const { t } = useTranslation("adminPayouts");
  const { t: own } = useTranslation("payouts");
  const creator = (
    <Link to={creatorUrl}>
      <NameParts text={atName(payout.creator)} />
    </Link>
  );
  const batch =
    payout.batch_id === null ? null : (
      <Link to={`/admin/payouts/batches/${payout.batch_id}`}>{t("payout.inBatch")}</Link>
    );
  const statement =
    payout.statement_number === null ? null : (
      <span>
        <a href={`/admin/payouts/${payout.id}/statement`}>
          {own("history.pdf", { number: payout.statement_number })}
        </a>
        {payout.cancellation_number === null ? null : (
          <small>
            {" "}
            <a href={`/admin/payouts/${payout.id}/cancellation`}>
              {own("cancellation.pdf", { number: payout.cancellation_number })}
            </a>
          </small>
        )}
      </span>
    );
  return (
    <Card title={t("payout.facts")}>
      <Facts
        facts={[
          [t("payout.creator"), creator],
          [t("payout.gross"), payout.gross],
          [t("payout.fee"), payout.fee],
          [t("payout.net"), <b key="net">{payout.net}</b>],
          [t("payout.to"), payout.masked_account],
          [t("payout.type"), own(`type.${payout.payout_type}`)],
          [t("payout.rail"), t(`rail.${payout.rail}`)],
          [t("payout.batch"), batch],
          [t("payout.requested"), requested],
          [t("payout.paid"), paid],
          [t("payout.reported"), reported || null],
          [t("payout.failed"), failed],
          [t("payout.reason"), payout.failure_reason],
          [t("payout.statement"), statement],
          [t("payout.reference"), <code key="reference">{reference}</code>],
        ]}
      />
    </Card>
  );
}
