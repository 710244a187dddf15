import type { ReactElement } from "react";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { ShownBooking } from "./bank-bookings.server.ts";

/** Takes in the bank's statement, or its notice of single bookings. */
export function StatementForm({
  action,
  problem,
}: {
  action: string;
  problem: string | undefined;
}): ReactElement {
  const { t } = useTexts("bank");
  return (
    <FileForm
      id="statement"
      action={action}
      accept="text/xml,application/xml"
      problem={problem}
      texts={{ title: t("import"), label: t("file"), help: t("fileHelp"), drop: t("drop"), button: t("go") }}
    />
  );
}

/** What of ours a booking is about. */
export function About({ booking }: { booking: ShownBooking }): ReactElement | string {
  const { t } = useTexts("bank");
  const { payout_id, batch_id, settlement_id } = booking;
  if (payout_id) return <a href={`/admin/payouts/${payout_id}`}>{t("about.payout")}</a>;
  if (batch_id) return <a href={`/admin/payouts/batches/${batch_id}`}>{t("about.batch")}</a>;
  if (settlement_id) return <a href={`/admin/books/settlements/${settlement_id}`}>{t("about.settlement")}</a>;
  return "–";
}
