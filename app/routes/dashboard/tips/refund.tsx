import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { creatorRefund, creatorWish } from "../../../domain/refunds/refund.schema.ts";
import { quoteRefund, refundTip } from "../../../domain/refunds/refunds.server.ts";
import { findPaidPayment } from "../../../domain/tips/tips.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { refundFigures } from "../../../http/refund-page.server.ts";
import { productRules } from "../../../product-rules.ts";
import { AmountField } from "../../../ui/components/amount-field.tsx";
import { ErrorSummary } from "../../../ui/components/error-summary.tsx";
import { MainButton, SecondLink } from "../../../ui/components/main-button.tsx";
import { RefundTable } from "../../../ui/components/refund-table.tsx";
import { AccountPage } from "../../../ui/shells/account-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/refund";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Giving one of their own tips back, whole or in part: what would happen, in figures. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const payment = isId(params.id)
    ? await findPaidPayment(services.db, { tip_id: params.id, creator_id: viewer.id })
    : null;
  if (!payment) throw data(null, { status: 404 });
  const isDone = url.searchParams.has("done");
  const typed = url.searchParams.get("amount") ?? "";
  const page = { title: t("books:refund.yours"), isDone, typed, currency: payment.currency };
  const path = `/dashboard/tips/${params.id}/refund`;
  const wish = creatorWish(payment.currency, locale).safeParse({ amount: typed });
  if (!wish.success) return { ...page, path, problem: t("errors:refund.amount"), confirm: null };
  const quoted = await quoteRefund(services, {
    payment_id: payment.id,
    amount_minor: wish.data.amount,
    by: { role: "CREATOR", user_id: viewer.id },
  });
  if (quoted.outcome === "refused")
    return { ...page, path, problem: isDone ? null : t(`errors:refund.${quoted.reason}`), confirm: null };
  return { ...page, path, problem: null, confirm: refundFigures(quoted.plan, locale) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const payment = isId(params.id)
    ? await findPaidPayment(services.db, { tip_id: params.id, creator_id: viewer.id })
    : null;
  if (!payment) throw data(null, { status: 404 });
  const schema = creatorRefund(payment.currency, getLocale(context));
  const form = parseForm(request, context, await readCheckableForm(request), schema);
  if (!form.ok) return form.reply;
  const outcome = await refundTip(services, {
    payment_id: payment.id,
    amount_minor: form.value.amount,
    seen_left_minor: form.value.seen_left,
    by: { role: "CREATOR", user_id: viewer.id },
  });
  if (outcome.outcome !== "refused") return redirect(`/dashboard/tips/${params.id}/refund?done`, 303);
  return form.refuse({ "": `errors.refund.${outcome.reason}` });
}

export default function OwnRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  const { path, problem, confirm, isDone, typed, currency } = loaderData;
  const refused = Object.values(actionData?.error ?? {}).flatMap((texts) => texts ?? []);
  const problems = refused.length > 0 ? refused : problem === null ? [] : [problem];
  return (
    <AccountPage title={loaderData.title}>
      {isDone ? (
        <p className="note" role="status">
          {t("refund.yoursDone")}
        </p>
      ) : null}
      {isDone ? null : (
        <section className="card">
          <ErrorSummary formId="refund" errors={{ [problem === null ? "" : "amount"]: problems }} />
          <p className="help">{t("refund.yoursIntro", { count: productRules.refund.creator_days })}</p>
          {confirm ? (
            <>
              <RefundTable figures={confirm} isOwn />
              <form method="post" action={path} className="fields">
                <input type="hidden" name="amount" value={confirm.amount} />
                <input type="hidden" name="seen_left" value={confirm.seenLeft} />
                <MainButton>{t("refund.go", { amount: confirm.fan })}</MainButton>
              </form>
            </>
          ) : null}
        </section>
      )}
      {isDone || (problem !== null && typed === "") ? null : (
        <section className="card">
          <form method="get" action={path} className="fields">
            <AmountField
              id="refund-amount"
              label={t("refund.amount", { currency })}
              typed={typed}
              problem={problem}
            />
            <button type="submit" className="second-button">
              {t("refund.show")}
            </button>
          </form>
        </section>
      )}
      <div className="actions">
        <SecondLink href="/dashboard">{t("refund.yoursBack")}</SecondLink>
      </div>
    </AccountPage>
  );
}
