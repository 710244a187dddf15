import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findApproval, findLastDecision, listCheckers } from "../../../domain/approvals/approvals.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  findBatch,
  findPayoutFreeze,
  isTooLargeForMaker,
  listDeskPayouts,
} from "../../../domain/payouts/payouts.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/batch";
import { AllPaid, BatchFacts, ResultsForm } from "./batch-parts.tsx";
import { PayoutTable } from "./payout-table.tsx";
import { payoutTotals, showDeskPayout } from "./payouts.server.ts";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

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

/** One batch: its file, and what became of each of its payouts. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, second_operator_from_minor: from } = services;
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const batch = isId(params.id) ? await findBatch(db, params.id) : null;
  if (!batch) throw data(null, { status: 404 });
  const after = askedAfter(url.searchParams);
  const { payouts, next } = await listDeskPayouts(db, { batch_id: batch.id, after });
  const done = askedOf(url.searchParams, "done", DONE);
  const show = (amount: number) => formatAmount(amount, batch.currency, locale);
  const made = formatMoment(batch.created_at, locale);
  const { created_at, total_minor, file_total_minor, released_at, fetched_at, ...facts } = batch;
  const isReleased = released_at !== null;
  const declined = isReleased ? null : await findLastDecision(db, `payout_batch:${batch.id}`);
  return {
    title: t("adminPayouts:batch.title", { at: made }),
    done: done ? t(`adminPayouts:batch.done.${done}`) : null,
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
      released: released_at === null ? null : formatMoment(released_at, locale),
    },
    hasFile: isReleased && batch.open === batch.file_payouts_count && (await findPayoutFreeze(db)) === null,
    second:
      from !== null && (await isTooLargeForMaker(services, batch.id, viewer.id))
        ? formatAmount(from, "EUR", locale)
        : null,
    payouts: payouts.map((payout) => showDeskPayout(payout, locale)),
    totals: { label: t("adminPayouts:table.total"), sums: payoutTotals(payouts, false, locale) },
    next: nextPage(`/admin/payouts/batches/${batch.id}`, next),
  };
}

export default function PayoutBatch({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  const refused = useRefusal();
  const { batch, payouts, next, second, hasFile, isReleased, totals } = loaderData;
  const address = `/admin/payouts/batches/${batch.id}`;
  const two = loaderData.isAlone ? "" : ` ${t("batch.twoForThat")}`;
  // Of two forms on the page, the one that was sent shows what was wrong.
  const sent = refused?.initialValue?.act === "withdrawn" ? "withdrawn" : "failed";
  const form = (act: "failed" | "withdrawn") => ({
    ...{ id: act, action: `${address}/${act}`, hidden: { act }, isGrave: true },
    ...{ label: t("payout.why"), help: t("payout.whyHelp"), lastResult: act === sent ? refused : undefined },
  });
  return (
    <AdminPage title={loaderData.title} done={loaderData.done} isAlone={loaderData.isAlone}>
      <p>
        <a href="/admin/payouts/batches">{t("payouts.batches")}</a>
      </p>
      <BatchFacts batch={batch} />
      <Card title={t("batch.file")}>
        <div className="fields">
          <p className="help">{t(fileHelp(loaderData))}</p>
          {loaderData.declined && !batch.approval_id ? <p className="note">{loaderData.declined}</p> : null}
          {loaderData.hasNoChecker ? <p className="note">{t("batch.noChecker")}</p> : null}
          {hasFile ? <MainLink href={`${address}/file`}>{t("batch.fetch")}</MainLink> : null}
          {batch.approval_id ? (
            <MainLink href={`/admin/approvals/${batch.approval_id}`}>
              {t(loaderData.isMaker && !loaderData.isAlone ? "batch.request" : "batch.release")}
            </MainLink>
          ) : null}
        </div>
      </Card>
      {isReleased ? (
        <>
          <AllPaid {...{ address, second }} open={batch.open} isFetched={loaderData.isFetched} />
          {second === null ? <ResultsForm address={`${address}/results`} problem={undefined} /> : null}
        </>
      ) : null}
      {isReleased && batch.open > 0 ? (
        <>
          <ReasonForm
            {...form("failed")}
            title={t("batch.refused")}
            text={`${t("batch.refusedText")}${two}`}
            button={t("batch.refusedGo")}
          />
          <ReasonForm
            {...form("withdrawn")}
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

/** Whether every operator made a step of a batch that waits: it was asked for, or made, by each of them. */
async function hasNoChecker(
  db: Parameters<typeof findApproval>[0],
  approvalId: string | null,
  from: number | null,
): Promise<boolean> {
  const approval = approvalId === null || from === null ? null : await findApproval(db, approvalId);
  return approval !== null && (await listCheckers(db, approval)).length === 0;
}

/** Why there is a file, or none. */
function fileHelp({
  hasFile,
  isReleased,
  batch,
}: Pick<Route.ComponentProps["loaderData"], "hasFile" | "isReleased" | "batch">) {
  if (hasFile) return "batch.fetchHelp";
  if (isReleased) return "batch.noFile";
  return batch.approval_id ? "batch.waits" : "batch.dissolved";
}
