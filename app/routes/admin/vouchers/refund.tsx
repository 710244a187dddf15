import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { refundVoucher } from "../../../domain/refunds/refunds.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { findVoucherFacts } from "../../../domain/vouchers/vouchers.server.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/refund";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** Gives all of a voucher's money back, after it was said what that does and asked why. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const facts = isId(params.id) ? await findVoucherFacts(db, params.id) : null;
  if (!facts) throw data(null, { status: 404 });
  const paid = facts.payments.find(({ status }) => status === "SUCCESS");
  return {
    title: getI18n(context).t("adminVouchers:refund.of", { end: facts.code_end }),
    id: facts.id,
    isAlone: second_operator_from_minor === null,
    charged:
      paid && facts.status === "VALID"
        ? formatAmount(paid.charged_minor, paid.charged_currency, getLocale(context))
        : null,
  };
}

/** From the day's limit on a second operator has to agree. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), lockForm);
  if (!form.ok) return form.reply;
  const by = { role: "OPERATOR", user_id: viewer.id, reason: form.value.reason, pays_rest: false } as const;
  const answer = await refundVoucher(context.get(servicesContext), { voucher_id: params.id, by });
  const done = answer.outcome === "refused" ? answer.reason : answer.outcome;
  return redirect(`/admin/vouchers/${params.id}?done=${done}`, 303);
}

export default function Refund({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("adminVouchers");
  const { title, id, charged, isAlone } = loaderData;
  return (
    <AdminPage title={title} isAlone={isAlone}>
      {charged === null ? (
        <p className="note">{t("refund.impossible")}</p>
      ) : (
        <ReasonForm
          id="refund"
          action={`/admin/vouchers/${id}/refund`}
          title={t("refund.title")}
          text={t("refund.text", { amount: charged })}
          help={t("refund.help")}
          button={t("refund.go", { amount: charged })}
          isGrave
          lastResult={actionData}
        />
      )}
      <div className="actions">
        <SecondLink href={`/admin/vouchers/${id}`}>{t("refund.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
