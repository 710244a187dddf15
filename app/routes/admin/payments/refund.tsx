import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { operatorRefund, refundPreviewForm } from "../../../domain/refunds/refund.schema.ts";
import { quoteRefund, refundTip } from "../../../domain/refunds/refunds.server.ts";
import { findPaymentFacts } from "../../../domain/tips/tips.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { refundFigures } from "../../../http/refund-page.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { RefundTable } from "../../../ui/components/refund-table.tsx";
import { TextAreaField } from "../../../ui/components/text-field.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/refund";
import { RefundAmountForm } from "./refund-preview.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** What a refund does, before it is done: the amount comes from the payment's page, the reason is asked for here. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const { id, currency } = facts.payment;
  const typed = { amount: url.searchParams.get("amount") ?? "", paysRest: url.searchParams.has("goodwill") };
  const page = {
    title: t("books:refund.title"),
    isAlone: services.second_operator_from_minor === null,
    id,
    wish: { currency, left: formatAmount(facts.left_minor, currency, locale), ...typed },
  };
  const wish = refundPreviewForm(currency, locale).safeParse(Object.fromEntries(url.searchParams));
  if (!wish.success) return { ...page, problem: t("errors:refund.amount"), confirm: null };
  const { amount: amount_minor, goodwill: pays_rest } = wish.data;
  const by = { role: "OPERATOR", user_id: viewer.id, reason: "", pays_rest } as const;
  const quoted = await quoteRefund(services, { payment_id: id, amount_minor, by });
  if (quoted.outcome === "refused")
    return { ...page, problem: t(`errors:refund.${quoted.reason}`, { left: page.wish.left }), confirm: null };
  return { ...page, problem: null, confirm: refundFigures(quoted.plan, locale) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const locale = getLocale(context);
  const schema = operatorRefund(facts.payment.currency, locale);
  const left = formatAmount(facts.left_minor, facts.payment.currency, locale);
  const form = parseForm(request, context, await readCheckableForm(request), schema, { left });
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

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  const { id, wish, problem, confirm } = loaderData;
  const path = `/admin/payments/${id}/refund`;
  const [form, fields] = shownForm<{ reason: string }>({ id: "refund", lastResult: actionData });
  const problems = { ...(problem ? { amount: [problem] } : {}), ...form.allErrors };
  // What was asked for stays in the address, so that a refused confirmation shows the same again.
  const query = new URLSearchParams({ amount: wish.amount, ...(wish.paysRest ? { goodwill: "on" } : {}) });
  return (
    <AdminPage title={loaderData.title} isAlone={loaderData.isAlone}>
      <ErrorSummary formId={form.id} errors={problems} />
      {confirm ? (
        <Card title={t("refund.intro")}>
          <RefundTable figures={confirm} isOwn={false} />
          <form method="post" action={`${path}?${query}`} noValidate className="fields">
            <input type="hidden" name="amount" value={confirm.amount} />
            <input type="hidden" name="seen_left" value={confirm.seenLeft} />
            {wish.paysRest ? <input type="hidden" name="goodwill" value="on" /> : null}
            <TextAreaField
              field={fields.reason}
              label={t("refund.reason")}
              help={t("refund.reasonHelp")}
              control={{ rows: 2, maxLength: 500 }}
            />
            <MainButton>{t("refund.go", { amount: confirm.fan })}</MainButton>
          </form>
        </Card>
      ) : null}
      <RefundAmountForm action={path} wish={wish} problem={problem} />
      <div className="actions">
        <SecondLink href={`/admin/payments/${id}`}>{t("refund.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
