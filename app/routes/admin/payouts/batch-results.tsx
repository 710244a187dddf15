import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  type ResultsReport,
  takeBankResults,
} from "../../../domain/payouts/bank-files/bank-results.server.ts";
import { findBatch } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { readUploadForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { orNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, requireFound } from "../desk.server.ts";
import { fileFaultText } from "../shown-money.server.ts";
import type { Route } from "./+types/batch-results";
import { ResultsForm, ResultsReportView } from "./batch-parts.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, moment } = deskOf(context);
  const batch = await requireFound(params.id, (id) => findBatch(db, id));
  return { id: batch.id, made: moment(batch.created_at) };
}

interface ResultsReply {
  reply: SubmissionResult<string[]> | null;
  report: ResultsReport | null;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const given = { batch_id: params.id, operator_id: viewer.id };
  const { file } = await readUploadForm(request, "file");
  const { t } = deskOf(context);
  const refuse = (problem: string) => {
    const reply: ResultsReply["reply"] = { status: "error", error: { file: [problem] } };
    return data<ResultsReply>({ reply, report: null }, { status: 422 });
  };
  if (!file) return refuse(t("adminPayouts:report.required"));
  if ("problem" in file) return refuse(t("adminPayouts:report.too_big"));
  const taken = await takeBankResults(context.get(servicesContext), { ...given, bytes: file.bytes });
  if (taken.outcome === "no_report") return refuse(fileFaultText(context, taken.fault));
  if (taken.outcome !== "taken") return refuse(t(`adminPayouts:report.${taken.outcome}`));
  return data<ResultsReply>({ reply: null, report: taken.report });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNotSent(serverAction(), (reply): ResultsReply => ({ reply, report: null }));

export default function BatchResults({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const address = `/admin/payouts/batches/${loaderData.id}`;
  return (
    <AdminPage title={t("batch.resultsTitle", { at: loaderData.made })}>
      {actionData?.report ? <ResultsReportView report={actionData.report} /> : null}
      <ResultsForm
        address={`${address}/results`}
        problem={Object.values(actionData?.reply?.error ?? {})[0]?.[0]}
      />
      <div className="actions">
        <ButtonLink to={address}>{t("batch.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
