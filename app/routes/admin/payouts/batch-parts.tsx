import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { ResultsReport } from "../../../domain/payouts/bank-files/bank-results.server.ts";
import type { PayoutRail } from "../../../domain/payouts/requests/payout-fees.ts";
import { productRules } from "../../../product-rules.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { FileForm } from "../../../ui/components/file-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";

export interface ShownBatch {
  rail: PayoutRail;
  payouts_count: number;
  total: string;
  open: number;
  state: "WAITING" | "TAKEN_APART" | "RELEASED" | "AT_BANK" | "SETTLED";
  failed: number;
  file_name: string | null;
  sha256: string | null;
  file_payouts_count: number | null;
  file_total: string | null;
  released: string | null;
  released_by: string | null;
  made_by: string;
  made: string;
}

export function BatchFacts({ batch }: { batch: ShownBatch }) {
  const { t } = useTranslation("adminPayouts");
  const { file_total, file_payouts_count } = batch;
  const isSmaller = file_total !== null && file_total !== batch.total;
  const inFile = isSmaller
    ? t("batch.inFileText", { count: file_payouts_count ?? 0, sum: file_total })
    : undefined;
  const file: [string, ReactNode][] =
    batch.released === null
      ? []
      : [
          [t("batch.released"), batch.released],
          [t("batch.releasedBy"), batch.released_by ?? batch.made_by],
          [t("batch.file"), batch.file_name],
          [t("batch.inFile"), inFile],
          [t("batch.sha"), <code key="sha">{batch.sha256}</code>],
        ];
  return (
    <Card title={t("batch.facts")}>
      <Facts
        facts={[
          [t("batches.sum"), <b key="sum">{batch.total}</b>],
          [t("batches.payouts"), batch.payouts_count],
          [t("batches.state"), t(`batches.states.${batch.state}`, { count: batch.open })],
          [t("batch.failed"), batch.failed],
          [t("batches.rail"), t(`rail.${batch.rail}`)],
          [t("batches.made"), batch.made],
          [t("batches.by"), batch.made_by],
          ...file,
        ]}
      />
    </Card>
  );
}

export function AllPaid({
  open,
  isFetched,
  second,
}: {
  open: number;
  isFetched: boolean;
  second: string | null;
}) {
  const { t } = useTranslation("adminPayouts");
  return (
    <Card title={t("batch.outcome")}>
      {open === 0 ? <p>{t("batch.settled")}</p> : null}
      {open > 0 && second !== null ? <p className="note">{t("batch.second", { limit: second })}</p> : null}
      {open > 0 && !isFetched ? <p>{t("batch.notFetched")}</p> : null}
      {open > 0 && isFetched && second === null ? (
        <Form method="post" className="fields">
          <p>{t("batch.allPaid")}</p>
          <SubmitButton intent="paid">{t("batch.allPaidGo")}</SubmitButton>
        </Form>
      ) : null}
    </Card>
  );
}

export function ResultsForm({ address, problem }: { address: string; problem: string | undefined }) {
  const { t } = useTranslation("adminPayouts");
  return (
    <FileForm
      id="results"
      action={address}
      accept="text/csv,text/plain,application/vnd.ms-excel,text/xml,application/xml"
      problem={problem}
      texts={{
        title: t("batch.results"),
        label: t("batch.resultsFile"),
        help: t("batch.resultsText"),
        drop: t("batch.resultsDrop"),
        button: t("batch.resultsGo"),
      }}
    />
  );
}

export function ResultsReportView({ report }: { report: ResultsReport }) {
  const { t } = useTranslation("adminPayouts");
  const { wrong } = report;
  const lines =
    wrong.slice(0, productRules.unread_lines).join(", ") +
    (wrong.length > productRules.unread_lines ? " …" : "");
  return (
    <section className="card" role="status">
      <Title order={2}>{t("report.title")}</Title>
      <Facts
        facts={[
          [t("report.applied"), report.applied],
          [t("report.waiting"), report.waiting],
          [t("report.reported"), report.reported],
          [t("report.already"), report.already],
          [t("report.unknown"), report.unknown],
          [t("report.wrong"), wrong.length === 0 ? 0 : t("report.lines", { count: wrong.length, lines })],
        ]}
      />
    </section>
  );
}
