import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { refundVoucher } from "../../../domain/refunds/refunds.server.ts";
import { lockForm } from "../../../domain/verification/verification.schema.ts";
import { findVoucherFacts } from "../../../domain/vouchers/admin-vouchers.server.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import { deskOf, requireFound } from "../desk.server.ts";
import type { Route } from "./+types/refund";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, isAlone, t, money } = deskOf(context);
  const facts = await requireFound(params.id, (id) => findVoucherFacts(db, id));
  const paid = facts.payments.find(({ status }) => status === "SUCCESS");
  return {
    title: t("adminVouchers:refund.of", { end: facts.code_end }),
    id: facts.id,
    isAlone,
    charged: paid && facts.status === "VALID" ? money(paid.charged_minor, paid.charged_currency) : null,
  };
}

export const action = pageActs({
  refund: form(lockForm, async ({ services, id, operator_id }, { reason }) => {
    const by = { role: "OPERATOR", user_id: operator_id, reason, pays_rest: false } as const;
    const answer = await refundVoucher(services, { voucher_id: id, by });
    const done = answer.outcome === "refused" ? answer.reason : answer.outcome;
    return redirect(`/admin/vouchers/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function Refund({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("adminVouchers");
  const { title, id, charged, isAlone } = loaderData;
  return (
    <AdminPage title={title} isAlone={isAlone}>
      {charged === null ? (
        <p className="note">{t("refund.impossible")}</p>
      ) : (
        <ReasonForm
          intent="refund"
          schema={lockForm}
          title={t("refund.title")}
          text={t("refund.text", { amount: charged })}
          help={t("refund.help")}
          button={t("refund.go", { amount: charged })}
          isGrave
        />
      )}
      <div className="actions">
        <ButtonLink to={`/admin/vouchers/${id}`}>{t("refund.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
