import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount, type Locale, minor } from "../../../domain/money/minor.ts";
import { creatorRefund, creatorRefundPreview } from "../../../domain/refunds/refund.schema.ts";
import { quoteRefund, refundTip } from "../../../domain/refunds/refunds.server.ts";
import { findPaidPayment } from "../../../domain/tips/payment-search.server.ts";
import { findReceivedTip } from "../../../domain/tips/received-tips.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { refundFigures } from "../../../http/refund-page.server.ts";
import { productRules } from "../../../product-rules.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors } from "../../../ui/components/form-errors.tsx";
import { RefundTable } from "../../../ui/components/refund-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import type { Route } from "./+types/refund";
import { fromList, useTip } from "./tip-card.tsx";
import { listBehind, shownTip } from "./tips-page.server.ts";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const { payment, tip, left } = await requireOwnPayment(context, params.id, viewer.id);
  const isDone = (await takeDone(request, context, ["refunded"])) !== null;
  const typed = url.searchParams.get("amount") ?? "";
  const path = `/dashboard/tips/${params.id}/refund`;
  const page = {
    ...{ isDone, isOver: isDone, typed, currency: payment.currency, locale },
    ...{ path, tip: shownTip(tip, context, null), list: listBehind(url) },
  };
  const parsed = creatorRefundPreview(payment.currency, locale).safeParse({ amount: typed });
  if (!parsed.success) return { ...page, ...wrong(t("errors:refund.amount"), typed), confirm: null };
  const quoted = await quoteRefund(services, {
    payment_id: payment.id,
    amount_minor: parsed.data.amount,
    by: { role: "CREATOR", user_id: viewer.id },
  });
  if (quoted.outcome === "refused") {
    // A completed refund is a state, not an error.
    const isCalm = isDone || quoted.reason === "nothing_left" || tip.status === "REFUNDED";
    const problem = isCalm ? null : t(`errors:refund.${quoted.reason}`, { left });
    return { ...page, isOver: isCalm, ...wrong(problem, typed), confirm: null };
  }
  return { ...page, ...wrong(null, typed), confirm: refundFigures(quoted.plan, payment, locale) };
}

function wrong(problem: string | null, typed: string) {
  const refusal: SubmissionResult<string[]> | null =
    problem === null
      ? null
      : { status: "error", initialValue: { amount: typed }, error: { amount: [problem] } };
  return { problem, refusal };
}

/** Of a group's tip, the creator's own share. */
async function requireOwnPayment(context: Route.LoaderArgs["context"], tipId: string, creatorId: string) {
  const { db } = context.get(servicesContext);
  const own = { tip_id: tipId, creator_id: creatorId };
  const payment = isId(tipId) ? await findPaidPayment(db, own) : null;
  const tip = payment && (await findReceivedTip(db, own));
  if (!tip) throw data(null, { status: 404 });
  const left = payment.status === "SUCCESS" ? minor(tip.amount_minor - tip.refunded_minor) : minor(0);
  return { payment, tip, left: formatAmount(left, payment.currency, getLocale(context)) };
}

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { payment, left } = await requireOwnPayment(context, params.id, viewer.id);
  const schema = creatorRefund(payment.currency, locale);
  const form = parseForm(request, context, await readForm(request), schema, { left });
  if (!form.ok) return form.reply;
  const outcome = await refundTip(services, {
    payment_id: payment.id,
    amount_minor: form.value.amount,
    seen_left_minor: form.value.seen_left,
    by: { role: "CREATOR", user_id: viewer.id },
  });
  if (outcome.outcome !== "refused") {
    const page = `/dashboard/tips/${params.id}/refund${fromList(listBehind(url))}`;
    return redirect(page, { status: 303, headers: await doneHeaders(context, "refunded") });
  }
  return form.refuse({ "": `errors.refund.${outcome.reason}` });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function OwnRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { path, problem, refusal, confirm, isDone, isOver, typed, currency, locale, tip, list } = loaderData;
  const { name: sender } = useTip(tip);
  // The figures do not follow an amount being typed.
  const [typedOver, setTypedOver] = useState<string | null>(null);
  const refused = Object.values(actionData?.error ?? {}).flatMap((texts) => texts ?? []);
  const problems = refused.length > 0 ? refused : problem === null ? [] : [problem];
  const hasField = !isOver && (problem === null || typed !== "");
  const summary = problems.length === 0 ? {} : { [hasField && problem !== null ? "amount" : ""]: problems };
  const labels = { amount: t("refund.amount", { currency }) };
  return (
    <AccountPage
      title={t("refund.yours")}
      isRefused={problems.length > 0}
      intro={t("refund.yoursOf", { amount: tip.amount, name: sender, day: tip.day })}
    >
      {isDone ? (
        <p className="note" role="status">
          {t("refund.yoursDone")}
        </p>
      ) : null}
      {isOver && !isDone ? <p className="note">{t("refund.yoursNothingLeft")}</p> : null}
      {isOver && refused.length === 0 ? null : (
        <section className="card">
          <FormErrors form={{ id: "refund", status: "error", allErrors: summary }} labels={labels} />
          <p className="help">{t("refund.yoursIntro", { count: productRules.refund.creator_days })}</p>
          {confirm ? (
            <div hidden={typedOver === typed}>
              <RefundTable figures={confirm} account={t("refund.fromYourAccount")} />
              <Form method="post" action={`${path}${fromList(list)}`} className="fields">
                <input type="hidden" name="amount" value={confirm.amount} />
                <input type="hidden" name="seen_left" value={confirm.seenLeft} />
                <SubmitButton>{t("refund.go", { amount: confirm.fan })}</SubmitButton>
              </Form>
            </div>
          ) : null}
        </section>
      )}
      {hasField ? (
        <section className="card" onInput={() => setTypedOver(typed)}>
          <RefundAmountForm key={typed} {...{ path, list, typed, refusal, currency, locale }} />
        </section>
      ) : null}
      <div className="actions">
        <ButtonLink to={`${list}#tip-${tip.id}`}>{t("refund.yoursBack")}</ButtonLink>
      </div>
    </AccountPage>
  );
}

function RefundAmountForm(props: {
  path: string;
  list: string;
  typed: string;
  /** conform treats each new object as a new result. */
  refusal: SubmissionResult<string[]> | null;
  currency: string;
  locale: Locale;
}) {
  const { t } = useTranslation("books");
  const { path, list, typed, refusal, currency, locale } = props;
  const { form, fields, input } = useCheckedForm({
    id: "refund",
    lastResult: refusal,
    defaultValue: { amount: typed },
    schema: creatorRefundPreview(currency, locale),
  });
  return (
    <Form method="get" action={path} className="fields" {...getFormProps(form)}>
      {list === "/dashboard" ? null : <input type="hidden" name="return_to" value={list} />}
      <TextInput
        {...input(fields.amount)}
        label={t("refund.amount", { currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
      <Button type="submit" className="second">
        {t("refund.show")}
      </Button>
    </Form>
  );
}
