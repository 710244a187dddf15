import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { listPostings } from "../../../domain/ledger/ledger-reports.server.ts";
import { isHeld } from "../../../domain/ledger/rules/posting-rules.ts";
import { countryName, formatReceiptNumber } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { may } from "../../../domain/operator-rights.server.ts";
import { refundReportForm } from "../../../domain/payment-updates/provider-report.schema.ts";
import { reportOnPayment } from "../../../domain/payment-updates/provider-reports.server.ts";
import { listRefundsByHand } from "../../../domain/payments/refunds.server.ts";
import { findPaymentFacts } from "../../../domain/tips/payment-search.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n } from "../../../http/i18n.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ActCard } from "../../../ui/components/reason-form.tsx";
import { shortId } from "../../../ui/components/short-id.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { waitingAbout } from "../approvals.server.ts";
import { shownChanges } from "../audit.server.ts";
import { askedOf, deskOf, requireFound } from "../desk.server.ts";
import { PostingsTable, WaitingNote } from "../page-parts.tsx";
import { refundState, shownPostings } from "../shown-money.server.ts";
import type { Route } from "./+types/payment";
import { receiptAct, reportAct, reportsOn } from "./payment-acts.server.ts";
import { PaymentReportForm, RefundAmountForm, RefundReportForm } from "./payment-forms.tsx";
import {
  DisputeList,
  EventList,
  FactsOfPayment,
  MoneyOfPayment,
  RefundList,
  ShareList,
} from "./payment-parts.tsx";

const REPORT_DONE = ["reported", "gone", "under_way", "other_waits", "can_be_asked", "amount"] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { role } = await requireViewer(request, context);
  const ofMoney = may(role, "money");
  const { services, db, isAlone, locale, t, moment, stamp } = deskOf(context);
  const { providers } = services;
  const texts = getI18n(context);
  const done = askedOf(url.searchParams, "done", ["refunded", "waiting", "receipt_sent", "receipt_gone"]);
  const facts = await requireFound(params.id, (id) => findPaymentFacts(db, id));
  const { payment, tip, voucher, creator, group, events, disputes, refunds, left_minor } = facts;
  const isByHand = !(providers.find(payment.provider)?.abilities.refunds ?? false);
  const reported = askedOf(url.searchParams, "done", isByHand ? [...REPORT_DONE, "refunded"] : REPORT_DONE);
  const show = (amount: number, currency = payment.currency) => formatAmount(amount, currency, locale);
  const shareOf = (amount: number) => (amount === 0 ? "–" : show(amount));
  const { account_ref, application_fee_minor: ours } = payment;
  return {
    done: reported ? t(`byHand:done.${reported}`) : done ? t(`books:payment.done.${done}`) : null,
    isAlone,
    ofMoney,
    id: payment.id,
    hasReceipt: may(role, "support") && payment.settled_at !== null && (tip?.sender_email ?? null) !== null,
    waiting: await waitingAbout(context, `payment:${payment.id}`),
    facts: {
      id: payment.id,
      receipt: formatReceiptNumber(payment.receipt_number),
      status: payment.status,
      type: payment.type,
      failure: payment.failure_reason,
      provider: payment.provider,
      reference: payment.provider_ref,
      account: account_ref ?? undefined,
      series: tip?.series_id ?? null,
      tip: show(payment.amount_minor),
      fee: show(payment.service_fee_minor),
      vat: show(payment.vat_minor),
      country: countryName(payment.country, locale),
      charged: show(payment.charged_minor, payment.charged_currency),
      ourFee: ours === null ? null : show(ours, payment.charged_currency),
      left: show(left_minor),
      paid: payment.settled_at === null ? null : moment(payment.settled_at),
      fan: tip?.sender_email ?? voucher?.email ?? null,
      voucher: voucher && { id: voucher.id, end: voucher.code_end },
      creator: creator && { id: creator.id, username: creator.username },
      group: group && { id: group.id, slug: group.slug, isLinked: may(role, "content") },
    },
    shares: group?.members.map((each) => ({
      ...{ id: each.id, username: each.username },
      ...{ amount: show(each.amount_minor), left: show(each.left_minor) },
    })),
    events: events.map(({ id, kind, detail, at }) => ({
      ...{ id, kind, at: stamp(at) },
      changes: shownChanges(texts, { kind: "payment", before: null, after: detail, money: payment }),
    })),
    disputes: disputes.map((each) => ({
      ...{ id: each.id, dispute_ref: each.dispute_ref, status: each.status },
      amount: show(each.amount_minor, each.currency),
      at: stamp(each.opened_at),
    })),
    refunds: refunds.map((each) => ({
      ...{ id: each.id, asked_by: each.asked_by, asked_for_by: each.asked_for_by, reason: each.reason },
      status: refundState(each, isByHand),
      amount: show(each.amount_minor, each.currency),
      ...{ tip: shareOf(each.tip_minor), goodwill: shareOf(each.goodwill_minor) },
      at: stamp(each.requested_at),
    })),
    byHand: (ofMoney ? await listRefundsByHand(db, payment.id) : []).map((each) => ({
      ...{ id: each.id, amount: show(each.amount_minor, each.currency), since: moment(each.since) },
    })),
    reports: ofMoney ? reportsOn(payment, providers) : [],
    charged: { charged_currency: payment.charged_currency, charged_minor: payment.charged_minor },
    locale,
    postings: shownPostings(await listPostings(db, `payment:${payment.id}`), locale),
    entered:
      ofMoney && left_minor > 0 && !isRedeemed(voucher)
        ? {
            ...{ currency: payment.currency, left: show(left_minor), locale },
            isDirect: !isHeld(payment),
          }
        : null,
  };
}

const isRedeemed = (voucher: { status: string } | null) =>
  voucher?.status === "REDEEMED" || voucher?.status === "PENDING";

export const action = pageActs({
  report: reportAct,
  receipt: receiptAct,
  refund: form(refundReportForm, async ({ services, id, operator_id }, typed) => {
    const given = { ...typed, payment_id: id, operator_id, amount_minor: null };
    return redirect(`/admin/payments/${id}?done=${await reportOnPayment(services, given)}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function PaymentCase({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { id, facts, events, disputes, refunds, postings, entered, done } = loaderData;
  const isFree = loaderData.waiting.length === 0;
  return (
    <AdminPage title={t("payment.title", { id: shortId(id) })} done={done} isAlone={loaderData.isAlone}>
      <div className="beside-data even">
        <Card title={t("payment.facts")}>
          <FactsOfPayment facts={facts} />
        </Card>
        <Card title={t("payment.money")}>
          <MoneyOfPayment facts={facts} />
        </Card>
      </div>
      <WaitingNote waiting={loaderData.waiting} isReadOnly={!loaderData.ofMoney} />
      {isFree
        ? loaderData.byHand.map((refund) => (
            <RefundReportForm key={refund.id} refund={refund} provider={facts.provider} />
          ))
        : null}
      {entered && isFree ? (
        <RefundAmountForm
          action={`/admin/payments/${id}/refund`}
          entered={{ ...entered, amount: "", paysRest: false }}
        />
      ) : null}
      {loaderData.reports.length > 0 && loaderData.byHand.length === 0 && isFree ? (
        <PaymentReportForm
          {...{ provider: facts.provider, kinds: loaderData.reports }}
          {...{ charged: loaderData.charged, locale: loaderData.locale }}
        />
      ) : null}
      {loaderData.shares ? (
        <Card title={t("payment.shares")}>
          <ShareList shares={loaderData.shares} />
        </Card>
      ) : null}
      <Card title={t("payment.refunds")}>
        <RefundList refunds={refunds} />
      </Card>
      {loaderData.ofMoney ? (
        <Card title={t("payment.postings")}>
          <PostingsTable postings={postings} />
        </Card>
      ) : null}
      <Card title={t("payment.disputes")}>
        <DisputeList disputes={disputes} />
      </Card>
      <Card title={t("payment.history")}>
        <EventList events={events} />
      </Card>
      {loaderData.hasReceipt ? (
        <ActCard
          {...{
            title: t("payment.receiptAgain"),
            text: t("payment.receiptText"),
            button: t("payment.receiptGo"),
          }}
          intent="receipt"
        />
      ) : null}
    </AdminPage>
  );
}
