import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { atName } from "../../../ui/components/at-name.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import type { Route } from "./+types/payout";

export function PayoutFacts({
  data: { payout, creatorUrl, reference, paid, failed, reported },
}: {
  data: Route.ComponentProps["loaderData"];
}): ReactElement {
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
          [t("payout.requested"), payout.requested],
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
