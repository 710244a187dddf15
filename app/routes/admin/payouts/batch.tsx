import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import {
  findBatch,
  findPayoutFreeze,
  listDeskPayouts,
  needsSecondOperator,
} from "../../../domain/payouts/payouts.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { NextPage } from "../../../ui/components/data-table.tsx";
import { MainLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { useRefusal } from "../../../ui/refusal.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import { askedAfter, askedOf, nextPage } from "../lists.server.ts";
import type { Route } from "./+types/batch";
import { AllPaid, BatchFacts, ResultsForm } from "./batch-parts.tsx";
import { PayoutTable } from "./payout-table.tsx";
import { payoutTotals, showDeskPayout } from "./payouts.server.ts";

const DONE = ["made", "done", "gone", "second_operator_needed", "no_file"] as const;

/** One batch: its file, and what became of each of its payouts. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
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
  const { created_at, total_minor, ...facts } = batch;
  return {
    title: t("adminPayouts:batch.title", { at: made }),
    done: done ? t(`adminPayouts:batch.done.${done}`) : null,
    batch: { ...facts, made, total: show(total_minor) },
    hasFile: batch.open === batch.payouts_count && (await findPayoutFreeze(db)) === null,
    second: (await needsSecondOperator(db, batch.id, viewer.id))
      ? show(productRules.payout.second_operator_minor)
      : null,
    payouts: payouts.map((payout) => showDeskPayout(payout, locale)),
    totals: { label: t("adminPayouts:table.total"), sums: payoutTotals(payouts, false, locale) },
    next: nextPage(`/admin/payouts/batches/${batch.id}`, next),
  };
}

export default function PayoutBatch({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("adminPayouts");
  const refused = useRefusal();
  const { batch, payouts, next, second, hasFile, totals } = loaderData;
  const address = `/admin/payouts/batches/${batch.id}`;
  return (
    <AdminPage title={loaderData.title} done={loaderData.done}>
      <p>
        <a href="/admin/payouts/batches">{t("payouts.batches")}</a>
      </p>
      <BatchFacts batch={batch} />
      <section className="card">
        <Title order={2}>{t("batch.file")}</Title>
        <div className="fields">
          <p className="help">{t(hasFile ? "batch.fetchHelp" : "batch.noFile")}</p>
          {hasFile ? <MainLink href={`${address}/file`}>{t("batch.fetch")}</MainLink> : null}
        </div>
      </section>
      <AllPaid address={address} open={batch.open} second={second} />
      <ResultsForm address={`${address}/results`} problem={undefined} />
      {batch.open > 0 && second === null ? (
        <ReasonForm
          id="refused"
          action={`${address}/failed`}
          isGrave
          title={t("batch.refused")}
          text={t("batch.refusedText")}
          label={t("payout.why")}
          help={t("payout.whyHelp")}
          button={t("batch.refusedGo")}
          lastResult={refused}
        />
      ) : null}
      <section className="card">
        <Title order={2}>{t("batch.rows")}</Title>
        <PayoutTable caption={t("batch.rows")} payouts={payouts} totals={totals} />
        <NextPage href={next} text={t("batch.next")} />
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
