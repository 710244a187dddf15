import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Form, redirect, useFetcher } from "react-router";
import { servicesContext } from "../../../context.ts";
import { refundAnswerForm } from "../../../domain/refunds/refund.schema.ts";
import { declineRequest, listRequestsTo } from "../../../domain/refunds/refund-requests.server.ts";
import { listUnfinishedRefunds } from "../../../domain/refunds/refunds.server.ts";
import { findReceivedTip } from "../../../domain/tips/received-tips.server.ts";
import { findThankYouText } from "../../../domain/tips/tip-replies.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { productRules } from "../../../product-rules.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { PageTitle } from "../../../ui/components/page-title.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { focusHeading } from "../../../ui/keep-focus.ts";
import type { Route } from "./+types/tip";
import { fromList, senderOf, TipActs, TipCard } from "./tip-card.tsx";
import { listBehind, type ShownRequest, shownRequests, shownTip } from "./tips-page.server.ts";

const NOTES = {
  thanked: "dashboard:reply.sent",
  kept: "dashboard:reply.kept",
  taken_back: "dashboard:reply.takenBack",
  off_page: "dashboard:onPage.removed",
  answered: "books:refundRequest.answered",
} as const;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const tip = isId(params.id)
    ? await findReceivedTip(db, { tip_id: params.id, creator_id: viewer.id })
    : null;
  if (!tip) throw data(null, { status: 404 });
  const { t, moment } = formatsOf(context);
  const thankYou = await findThankYouText(db, viewer.id);
  const shown = shownTip(tip, context, thankYou, await listUnfinishedRefunds(db, [tip.id]));
  const done = await takeDone(request, context, ["thanked", "kept", "taken_back", "off_page", "answered"]);
  return {
    note: done && t(NOTES[done.act]),
    tip: shown,
    list: listBehind(url),
    isOnPage: tip.is_on_page,
    request:
      shownRequests(await listRequestsTo(db, viewer.id), context).find((each) => each.tip_id === tip.id) ??
      null,
    // A voucher's refund is its buyer's right.
    canRefund:
      !tip.is_voucher &&
      tip.status !== "REFUNDED" &&
      tip.status !== "CHARGEBACK" &&
      clock().getTime() - tip.paid_at.getTime() < productRules.refund.creator_days * 86_400_000,
    paidAt: moment(tip.paid_at),
    readAt: moment(tip.read_at),
  };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: creator_id } = await requireViewer(request, context);
  const tip_id = params.id;
  if (!isId(tip_id) || !(await findReceivedTip(services.db, { tip_id, creator_id })))
    throw data(null, { status: 404 });
  const form = parseForm(request, context, await readForm(request), refundAnswerForm);
  if (!form.ok) return form.reply;
  const outcome = await declineRequest(services, { role: "CREATOR", creator_id, tip_id }, form.value.reason);
  if (outcome === "held") return form.refuse({ reason: "errors.refund.held" });
  const page = `/dashboard/tips/${tip_id}${fromList(listBehind(url))}`;
  const headers = outcome === "declined" ? await doneHeaders(context, "answered") : {};
  return redirect(page, { status: 303, headers });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Tip({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("dashboard");
  const { tip, note } = loaderData;
  const sender = senderOf(tip, t);
  const address = `/dashboard/tips/${tip.id}`;
  const from = fromList(loaderData.list);
  return (
    <div className="account-page paper">
      <PageTitle>{t("tip.title", { amount: tip.amount })}</PageTitle>
      {note === null ? null : (
        <p className="note" role="status">
          {note}
        </p>
      )}
      <TipCard tip={tip} heading="h1">
        {tip.reply === "possible" ||
        tip.reply === "off" ||
        tip.reply === "closed" ||
        tip.reply === "in_review" ? null : (
          <p className="help">{t(`refusal.${tip.reply}`)}</p>
        )}
        {tip.reply === "closed" && tip.status === "ACTIVE" ? (
          <p className="help">{t("refusal.refunded")}</p>
        ) : null}
        <TipActs tip={tip} returnTo={`${address}${from}`} listFrom={from} isOwnPage />
      </TipCard>
      {loaderData.request ? (
        <RefundRequest request={loaderData.request} {...{ address, from }} lastResult={actionData} />
      ) : null}
      <section className="card">
        <Facts
          facts={[
            [t("tip.facts.sender"), sender],
            [
              t("tip.facts.email"),
              tip.sender_email ? <NameParts key="email" text={tip.sender_email} /> : null,
            ],
            [t("tip.facts.item"), tip.item_name],
            [t("tip.facts.paidAt"), loaderData.paidAt],
            [t("tip.facts.readAt"), loaderData.readAt],
            [t("tip.facts.status"), t(`status.${tip.status}`)],
          ]}
        />
      </section>
      {loaderData.isOnPage ? (
        <OnPage action={`${address}/page-removal`} returnTo={`${address}${from}`} />
      ) : null}
      <div className="actions">
        {loaderData.canRefund ? (
          <ButtonLink to={`${address}/refund${from}`}>{t("tip.refund")}</ButtonLink>
        ) : null}
        <ButtonLink to={`${loaderData.list}#tip-${tip.id}`}>{t("tip.back")}</ButtonLink>
      </div>
    </div>
  );
}

function OnPage({ action, returnTo }: { action: string; returnTo: string }) {
  const { t } = useTranslation("dashboard");
  const removal = useFetcher();
  if (removal.state !== "idle") return null;
  return (
    <removal.Form
      method="post"
      action={action}
      className="card"
      onSubmit={({ currentTarget }) => focusHeading(currentTarget.closest(".account-page"))}
    >
      <p className="help">{t("onPage.text")}</p>
      <input type="hidden" name="return_to" value={returnTo} />
      <button type="submit" className="second-button">
        {t("onPage.remove")}
      </button>
    </removal.Form>
  );
}

function RefundRequest({
  request,
  address,
  from,
  lastResult,
}: {
  request: ShownRequest;
  address: string;
  from: string;
  lastResult: SubmissionResult<string[]> | null | undefined;
}) {
  const { t } = useTranslation("books");
  const { t: dashboard } = useTranslation("dashboard");
  const { form, fields, textarea } = useCheckedForm({ id: "answer", lastResult, schema: refundAnswerForm });
  const labels = { reason: t("refundRequest.answer") };
  return (
    <Card title={t("refundRequest.title")}>
      <blockquote className="quote">{request.reason}</blockquote>
      <p className="help">
        {t(request.isLate ? "refundRequest.late" : "refundRequest.due", { day: request.until })}
      </p>
      <div className="actions">
        <ButtonLink to={`${address}/refund${from}`}>{dashboard("tip.refund")}</ButtonLink>
      </div>
      <FormErrors form={form} labels={labels} />
      <Form method="post" action={`${address}${from}`} className="fields" {...getFormProps(form)}>
        <Textarea
          {...textarea(fields.reason)}
          label={labels.reason}
          description={t("refundRequest.help")}
          rows={3}
          maxLength={productRules.reason_characters_maximum}
        />
        <SubmitButton kind="second">{t("refundRequest.decline")}</SubmitButton>
      </Form>
    </Card>
  );
}
