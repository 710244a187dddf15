import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { operatorRefund, operatorWish } from "../../domain/tips/refund.schema.ts";
import { findPaymentFacts, quoteRefund, refundTip } from "../../domain/tips/tips.server.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { isId } from "../../http/ids.ts";
import { refundFigures } from "../../http/refund-page.server.ts";
import { RefundTable } from "../../ui/display/refund-table.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { MainButton, SecondLink } from "../../ui/form/main-button.tsx";
import { AdminPage } from "../../ui/page/admin-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/refund";

/** What a refund does, before it is done: the amount and the reason come from the payment's page. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const locale = getLocale(context);
  const { t } = getI18n(context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const page = { title: t("books:refund.title"), id: facts.payment.id };
  const wish = operatorWish(facts.payment.currency, locale).safeParse(Object.fromEntries(url.searchParams));
  if (!wish.success) {
    const isAmount = wish.error.issues.some((issue) => issue.path[0] === "amount");
    return {
      ...page,
      problem: isAmount ? t("errors:refund.amount") : t("errors:reason.required"),
      confirm: null,
    };
  }
  const { amount, reason, goodwill } = wish.data;
  const quoted = await quoteRefund(services, {
    payment_id: facts.payment.id,
    amount_minor: amount,
    by: { role: "OPERATOR", user_id: viewer.id, reason, pays_rest: goodwill },
  });
  if (quoted.outcome === "refused")
    return { ...page, problem: t(`errors:refund.${quoted.reason}`), confirm: null };
  return {
    ...page,
    problem: null,
    confirm: { ...refundFigures(quoted.plan, locale), reason, paysRest: goodwill },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const facts = isId(params.id) ? await findPaymentFacts(services.db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const schema = operatorRefund(facts.payment.currency, getLocale(context));
  const form = parseForm(request, context, await readForm(request), schema);
  if (!form.ok) return form.reply;
  const { amount, reason, goodwill, seen_left } = form.value;
  const outcome = await refundTip(services, {
    payment_id: facts.payment.id,
    amount_minor: amount,
    seen_left_minor: seen_left,
    by: { role: "OPERATOR", user_id: viewer.id, reason, pays_rest: goodwill },
  });
  if (outcome.outcome === "requested")
    return redirect(`/admin/payments/${facts.payment.id}?done=refunded`, 303);
  return form.refuse({ "": `errors.refund.${outcome.reason}` });
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("books");
  const { id, problem, confirm } = loaderData;
  const refused = Object.values(actionData?.error ?? {}).flatMap((texts) => texts ?? []);
  const problems = refused.length > 0 ? refused : problem === null ? [] : [problem];
  return (
    <AdminPage title={loaderData.title} area="payments">
      <section className="card">
        <ErrorSummary formId="refund" errors={{ "": problems }} />
        {confirm && !actionData ? (
          <>
            <p>{t("refund.intro")}</p>
            <RefundTable figures={confirm} isOwn={false} />
            <form method="post" action={`/admin/payments/${id}/refund`} className="fields">
              <input type="hidden" name="amount" value={confirm.amount} />
              <input type="hidden" name="reason" value={confirm.reason} />
              <input type="hidden" name="seen_left" value={confirm.seenLeft} />
              {confirm.paysRest ? <input type="hidden" name="goodwill" value="on" /> : null}
              <MainButton>{t("refund.go", { amount: confirm.fan })}</MainButton>
            </form>
          </>
        ) : null}
        <div className="actions">
          <SecondLink href={`/admin/payments/${id}`}>{t("refund.back")}</SecondLink>
        </div>
      </section>
    </AdminPage>
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData?.title }];
}
