import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { data, Form, redirect } from "react-router";
import { isHeld } from "../../../domain/ledger/rules/posting-rules.ts";
import { operatorRefund, refundPreviewForm } from "../../../domain/refunds/refund.schema.ts";
import { quoteRefund, refundTip } from "../../../domain/refunds/refunds.server.ts";
import { findPaymentFacts } from "../../../domain/tips/payment-search.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { refundFigures } from "../../../http/refund-page.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { Card } from "../../../ui/components/card.tsx";
import { useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { FormErrors, shownErrors } from "../../../ui/components/form-errors.tsx";
import { RefundTable, type ShownRefund } from "../../../ui/components/refund-table.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { isNotSent } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/refund";
import { type EnteredRefund, RefundAmountForm } from "./payment-forms.tsx";

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const { services, locale, t, money } = deskOf(context);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const { id, currency } = facts.payment;
  const typed = { amount: url.searchParams.get("amount") ?? "", paysRest: url.searchParams.has("goodwill") };
  const page = {
    isAlone: services.second_operator_from_minor === null,
    id,
    entered: {
      currency,
      locale,
      left: money(facts.left_minor, currency),
      ...typed,
      isDirect: !isHeld(facts.payment),
    },
  };
  const parsed = refundPreviewForm(currency, locale).safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) return { ...page, problem: t("errors:refund.amount"), confirm: null };
  const { amount: amount_minor, goodwill: pays_rest } = parsed.data;
  const by = { role: "OPERATOR", user_id: viewer.id, reason: "", pays_rest } as const;
  const quoted = await quoteRefund(services, { payment_id: id, amount_minor, by });
  if (quoted.outcome === "refused")
    return {
      ...page,
      problem: t(`errors:refund.${quoted.reason}`, { left: page.entered.left }),
      confirm: null,
    };
  return { ...page, problem: null, confirm: refundFigures(quoted.plan, facts.payment, locale) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, locale, money } = deskOf(context);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const schema = operatorRefund(facts.payment.currency, locale);
  const left = money(facts.left_minor, facts.payment.currency);
  const form = parseForm(request, context, await readForm(request), schema, { left });
  if (!form.ok) return form.reply;
  const { amount, reason, goodwill, seen_left } = form.value;
  const outcome = await refundTip(services, {
    payment_id: facts.payment.id,
    amount_minor: amount,
    seen_left_minor: seen_left,
    by: { role: "OPERATOR", user_id: viewer.id, reason, pays_rest: goodwill },
  });
  if (outcome.outcome !== "refused") {
    const done = outcome.outcome === "waiting" ? "waiting" : "refunded";
    return redirect(`/admin/payments/${facts.payment.id}?done=${done}`, 303);
  }
  return form.refuse({ "": `errors.refund.${outcome.reason}` });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("books");
  const { id, entered, problem, confirm } = loaderData;
  const path = `/admin/payments/${id}/refund`;
  const labels = { amount: t("refund.amount", { currency: entered.currency }) };
  const [typedOver, setTypedOver] = useState<string | null>(null);
  // The confirmation is no longer possible: after a lost answer the page shows the outcome.
  const isKnown = isNotSent(actionData) && problem !== null;
  const refused = isKnown ? [] : Object.values(actionData?.error ?? {}).flatMap((texts) => texts ?? []);
  const ofAmount: Record<string, string[]> = problem === null ? {} : { amount: [problem] };
  const summary = refused.length > 0 ? { "": refused } : ofAmount;
  return (
    <AdminPage title={t("refund.title")} isAlone={loaderData.isAlone}>
      {confirm ? (
        <div hidden={typedOver === entered.amount}>
          <RefundConfirmForm {...{ path, entered, figures: confirm, lastResult: actionData ?? null }} />
        </div>
      ) : (
        <FormErrors form={{ id: "refund", status: "error", allErrors: summary }} labels={labels} />
      )}
      <div onInput={() => setTypedOver(entered.amount)}>
        <RefundAmountForm
          key={`${entered.amount} ${entered.paysRest}`}
          {...{ action: path, entered, problem }}
        />
      </div>
      <div className="actions">
        <ButtonLink to={`/admin/payments/${id}`}>{t("refund.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}

function RefundConfirmForm({
  path,
  entered,
  figures,
  lastResult,
}: {
  path: string;
  entered: EnteredRefund;
  figures: ShownRefund & { amount: string; seenLeft: string };
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("books");
  const schema = operatorRefund(entered.currency, entered.locale);
  const { form, fields, textarea } = useCheckedForm({
    id: "confirm",
    lastResult,
    schema,
    values: { left: entered.left },
  });
  const labels = { reason: t("refund.reason") };
  // A refused confirmation shows the same preview.
  const query = new URLSearchParams({
    amount: entered.amount,
    ...(entered.paysRest ? { goodwill: "on" } : {}),
  });
  return (
    <>
      <FormErrors form={shownErrors(form, labels)} labels={labels} />
      <Card title={t("refund.intro")}>
        <RefundTable figures={figures} account={t("refund.fromTheirAccount")} />
        <Form method="post" action={`${path}?${query}`} className="fields" {...getFormProps(form)}>
          <input type="hidden" name="amount" value={figures.amount} />
          <input type="hidden" name="seen_left" value={figures.seenLeft} />
          {entered.paysRest ? <input type="hidden" name="goodwill" value="on" /> : null}
          <Textarea
            {...textarea(fields.reason)}
            label={labels.reason}
            description={t("refund.reasonHelp")}
            rows={2}
            maxLength={500}
          />
          <SubmitButton>{t("refund.go", { amount: figures.fan })}</SubmitButton>
        </Form>
      </Card>
    </>
  );
}
