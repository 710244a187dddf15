import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { bankReason } from "../../../domain/money/formats.ts";
import { payoutReference } from "../../../domain/payouts/bank-files/payout-files.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { findAdminPayout, findBatch } from "../../../domain/payouts/batches/admin-queries.server.ts";
import {
  dropReportedReturn,
  isTooLargeForMaker,
  markBounced,
  markFailed,
  markPaid,
} from "../../../domain/payouts/batches/transitions.server.ts";
import { hasRetainedPayoutData } from "../../../domain/payouts/destinations/payout-data.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, form, pageActs } from "../acts.server.ts";
import { waitingAbout } from "../approvals.server.ts";
import { deskOf, doneText, requireFound } from "../desk.server.ts";
import { WaitingNote } from "../page-parts.tsx";
import { showDeskPayout } from "../shown-money.server.ts";
import type { Route } from "./+types/payout";
import { PayoutFacts, PayoutStatusChip } from "./payout-parts.tsx";

const DONE = ["done", "dropped", "gone", "waiting", "second_operator_needed"] as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { services, locale, t, money, moment } = deskOf(context);
  const { db, second_operator_from_minor: from } = services;
  const viewer = await requireViewer(request, context);
  const payout = await requireFound(params.id, (id) => findAdminPayout(db, id));
  const shown = showDeskPayout(payout, locale);
  const { batch_id, masked_account, payout_type, failure_reason, statement_number, cancellation_number } =
    payout;
  const isTooLarge = batch_id !== null && (await isTooLargeForMaker(services, batch_id, viewer.id));
  const batch = batch_id === null ? null : await findBatch(db, batch_id);
  const isKept = await hasRetainedPayoutData(db, payout.creator_id);
  return {
    creatorUrl: `/admin/users/${payout.creator_id}${isKept ? "/payout-data" : ""}`,
    done: doneText(url, DONE, (done) => t(`adminPayouts:payout.done.${done}`)),
    payout: {
      ...{ ...shown, batch_id, masked_account, payout_type, statement_number, cancellation_number },
      failure_reason: bankReason(failure_reason, (code) => t(`bankCodes:${code}`)),
    },
    waiting: await waitingAbout(context, `payout:${payout.id}`),
    reported: [
      moment(payout.return_reported_at),
      bankReason(payout.return_reported_reason, (code) => t(`bankCodes:${code}`)),
    ]
      .filter(Boolean)
      .join(": "),
    mayBounce: payout.may_bounce,
    isHeldBack: payout.status === "REQUESTED" && !payout.may_send,
    reference: payoutReference(payout.id),
    requested: moment(payout.requested_at),
    paid: moment(payout.paid_at),
    failed: moment(payout.failed_at),
    isAlone: from === null,
    ...{ isReleased: batch?.released_at instanceof Date, isFetched: batch?.fetched_at instanceof Date },
    second: isTooLarge && from !== null ? money(from, "EUR") : null,
  };
}

export const action = pageActs({
  paid: button(async ({ services, id, operator_id }) => {
    const { outcome } = await markPaid(services, { payout_id: id, operator_id });
    return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
  }),
  failed: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const { outcome } = await markFailed(services, { payout_id: id, operator_id, reason });
    return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
  }),
  bounced: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const { outcome } = await markBounced(services, { payout_id: id, operator_id, reason });
    return redirect(`/admin/payouts/${id}?done=${outcome}`, 303);
  }),
  dropped: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await dropReportedReturn(services, { payout_id: id, operator_id, reason });
    return redirect(`/admin/payouts/${id}?done=${outcome === "done" ? "dropped" : outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Payout({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const { payout, second, isReleased, waiting } = loaderData;
  const two = isReleased && !loaderData.isAlone ? ` ${t("batch.twoForThat")}` : "";
  const { status } = payout;
  const why = { schema: reasonForm, label: t("payout.why"), help: t("payout.whyHelp") };
  return (
    <AdminPage
      title={t("payout.title", { amount: payout.net })}
      done={loaderData.done}
      isAlone={loaderData.isAlone}
    >
      <p>
        <PayoutStatusChip status={status} /> <Link to="/admin/payouts">{t("payouts.all")}</Link>
      </p>
      <PayoutFacts data={loaderData} />
      {loaderData.isHeldBack ? <p className="note">{t("payout.heldBack")}</p> : null}
      <WaitingNote waiting={waiting} />
      {second !== null && status === "PROCESSING" ? (
        <p className="note">{t("batch.second", { limit: second })}</p>
      ) : null}
      {status === "PROCESSING" && loaderData.isFetched && second === null ? (
        <Card title={t("payout.markPaid")}>
          <Form method="post" className="fields">
            <p>{t("payout.paidText")}</p>
            <SubmitButton intent="paid">{t("payout.markPaid")}</SubmitButton>
          </Form>
        </Card>
      ) : null}
      {waiting.length === 0 && (status === "PROCESSING" || status === "REQUESTED") ? (
        <ReasonForm
          {...why}
          intent="failed"
          isGrave
          title={t("payout.markFailed")}
          text={`${t("payout.failedText")}${two}`}
          button={t("payout.markFailed")}
        />
      ) : null}
      {status === "RETURN_REPORTED" ? (
        <ReasonForm
          {...why}
          intent="dropped"
          title={t("payout.dropReport")}
          text={t("payout.dropReportText")}
          help={t("payout.dropReportHelp")}
          button={t("payout.dropReport")}
        />
      ) : null}
      {waiting.length === 0 && loaderData.mayBounce ? (
        <ReasonForm
          {...why}
          intent="bounced"
          isGrave
          title={t("payout.markBounced")}
          text={`${t("payout.bouncedText")}${two}`}
          button={t("payout.markBounced")}
        />
      ) : null}
    </AdminPage>
  );
}
