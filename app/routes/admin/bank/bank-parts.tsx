import type { ReactElement } from "react";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { describe, FieldFrame } from "../../../ui/components/text-field.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
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
  const [, fields] = shownForm<{ file: string }>({
    id: "statement",
    ...(problem ? { lastResult: { status: "error", error: { file: [problem] } } } : {}),
  });
  return (
    <section className="card document">
      <h2>{t("import")}</h2>
      <ErrorSummary formId="statement" errors={problem ? { file: [problem] } : {}} />
      <form method="post" action={action} encType="multipart/form-data" noValidate>
        <FieldFrame field={fields.file} label={t("file")} help={t("fileHelp")}>
          <div className="dropzone">
            <div className="drop" data-dropzone={t("drop")} aria-hidden="true" hidden />
            <input
              {...describe(fields.file, true)}
              type="file"
              className="file"
              accept="text/xml,application/xml"
            />
          </div>
        </FieldFrame>
        <button type="submit" className="second-button">
          {t("go")}
        </button>
      </form>
    </section>
  );
}

/** What of ours a booking is about. */
export function About({ booking }: { booking: ShownBooking }): ReactElement | string {
  const { t } = useTexts("bank");
  const { payout_id, batch_id, settlement_id } = booking;
  if (payout_id) return <a href={`/admin/payouts/${payout_id}`}>{t("about.payout")}</a>;
  if (batch_id) return <a href={`/admin/payouts/batches/${batch_id}`}>{t("about.batch")}</a>;
  if (settlement_id) return <a href="/admin/books">{t("about.settlement")}</a>;
  return "–";
}
