import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { findApproval, findLastDecision, listCheckers } from "../../../domain/approvals/approvals.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { findBatch, listAdminPayouts } from "../../../domain/payouts/batches/admin-queries.server.ts";
import { withdrawBatch } from "../../../domain/payouts/batches/batches.server.ts";
import {
  isTooLargeForMaker,
  markFailed,
  markPaid,
} from "../../../domain/payouts/batches/transitions.server.ts";
import { findPayoutFreeze } from "../../../domain/payouts/freezes.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { askedAfter, deskOf, doneText, nextPage, requireFound } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import { payoutTotals, showDeskPayout } from "../shown-money.server.ts";
import type { Route } from "./+types/batch";
import { AllPaid, BatchFacts, ResultsForm } from "./batch-parts.tsx";
import { PayoutTable } from "./payout-parts.tsx";

const DONE = [
  "made",
  "done",
  "gone",
  "waiting",
  "second_operator_needed",
  "no_file",
  "withdrawn",
  "at_bank",
] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { services, locale, t, money, moment, stamp } = deskOf(context);
  const { db, second_operator_from_minor: from } = services;
  const viewer = await requireViewer(request, context);
  const batch = await requireFound(params.id, (id) => findBatch(db, id));
  const after = askedAfter(url.searchParams);
  const { payouts, next } = await listAdminPayouts(db, { batch_id: batch.id, after });
  const show = (amount: number) => money(amount, batch.currency);
  const made = moment(batch.created_at);
  const { created_at, total_minor, file_total_minor, released_at, fetched_at, ...facts } = batch;
  const isReleased = released_at !== null;
  const declined = isReleased ? null : await findLastDecision(db, `payout_batch:${batch.id}`);
  return {
    done: doneText(url, DONE, (done) => t(`adminPayouts:batch.done.${done}`)),
    isAlone: from === null,
    isReleased,
    isFetched: fetched_at !== null,
    isMaker: batch.created_by === viewer.id,
    hasNoChecker: await hasNoChecker(db, batch.approval_id, from),
    declined:
      declined === null
        ? null
        : t(declined.decider === null ? "adminPayouts:batch.takenBack" : "adminPayouts:batch.declined", {
            name: declined.decider ?? declined.maker,
            reason: declined.decline_reason ?? "",
          }),
    batch: {
      ...{ ...facts, made, total: show(total_minor) },
      file_total: file_total_minor === null ? null : show(file_total_minor),
      released: moment(released_at),
    },
    hasFile: isReleased && batch.open === batch.file_payouts_count && (await findPayoutFreeze(db)) === null,
    second:
      from !== null && (await isTooLargeForMaker(services, batch.id, viewer.id)) ? money(from, "EUR") : null,
    payouts: payouts.map((payout) => ({
      ...showDeskPayout(payout, locale),
      requested: stamp(payout.requested_at),
    })),
    totals: { label: t("adminPayouts:table.total"), sums: payoutTotals(payouts, false, locale) },
    next: nextPage(`/admin/payouts/batches/${batch.id}`, next),
  };
}

export const action = pageActs({
  paid: button(async ({ services, id, operator_id }) => {
    const { outcome } = await markPaid(services, { batch_id: id, operator_id });
    return redirect(`/admin/payouts/batches/${id}?done=${outcome}`, 303);
  }),
  failed: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const { outcome } = await markFailed(services, { batch_id: id, operator_id, reason });
    return redirect(`/admin/payouts/batches/${id}?done=${outcome}`, 303);
  }),
  withdrawn: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await withdrawBatch(services, { batch_id: id, operator_id, reason });
    return redirect(`/admin/payouts/batches/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function PayoutBatch({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const { batch, payouts, next, second, hasFile, isReleased, totals } = loaderData;
  const address = `/admin/payouts/batches/${batch.id}`;
  const two = loaderData.isAlone ? "" : ` ${t("batch.twoForThat")}`;
  const why = { schema: reasonForm, isGrave: true, label: t("payout.why"), help: t("payout.whyHelp") };
  return (
    <AdminPage
      title={t("batch.title", { at: batch.made })}
      done={loaderData.done}
      isAlone={loaderData.isAlone}
    >
      <UpLink to="/admin/payouts/batches">{t("payouts.batches")}</UpLink>
      <BatchFacts batch={batch} />
      <Card title={t("batch.file")}>
        <div className="fields">
          <p className="help">{t(fileHelp(loaderData))}</p>
          {loaderData.declined && !batch.approval_id ? <p className="note">{loaderData.declined}</p> : null}
          {loaderData.hasNoChecker ? <p className="note">{t("batch.noChecker")}</p> : null}
          {hasFile ? (
            <Form method="post" action={`${address}/file`} reloadDocument>
              <Button type="submit" className="go">
                {t("batch.fetch")}
              </Button>
            </Form>
          ) : null}
          {batch.approval_id ? (
            <ButtonLink kind="go" to={`/admin/approvals/${batch.approval_id}`}>
              {t(loaderData.isMaker && !loaderData.isAlone ? "batch.request" : "batch.release")}
            </ButtonLink>
          ) : null}
        </div>
      </Card>
      {isReleased ? (
        <>
          <AllPaid second={second} open={batch.open} isFetched={loaderData.isFetched} />
          {second === null ? <ResultsForm address={`${address}/results`} problem={undefined} /> : null}
        </>
      ) : null}
      {isReleased && batch.open > 0 ? (
        <>
          <ReasonForm
            {...why}
            intent="failed"
            title={t("batch.refused")}
            text={`${t("batch.refusedText")}${two}`}
            button={t("batch.refusedGo")}
          />
          <ReasonForm
            {...why}
            intent="withdrawn"
            title={t("batch.withdraw")}
            text={`${t("batch.withdrawText")}${two}`}
            button={t("batch.withdrawGo")}
          />
        </>
      ) : null}
      <Card title={t("batch.rows")}>
        <PayoutTable caption={t("batch.rows")} payouts={payouts} totals={totals} />
        <NextPage href={next} text={t("batch.next")} />
      </Card>
    </AdminPage>
  );
}

/** Every operator took part, so none is left to approve. */
async function hasNoChecker(
  db: Parameters<typeof findApproval>[0],
  approvalId: string | null,
  from: number | null,
): Promise<boolean> {
  const approval =
    approvalId === null || from === null ? null : await findApproval(db, "FINANCE", approvalId);
  return approval !== null && (await listCheckers(db, approval)).length === 0;
}

function fileHelp({
  hasFile,
  isReleased,
  batch,
}: Pick<Route.ComponentProps["loaderData"], "hasFile" | "isReleased" | "batch">) {
  if (hasFile) return "batch.fetchHelp";
  if (isReleased) return "batch.noFile";
  return batch.approval_id ? "batch.waits" : "batch.dissolved";
}
