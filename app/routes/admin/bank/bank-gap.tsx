import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { formatAmount } from "../../../domain/money/minor.ts";
import { findBankGap, settleBankGap } from "../../../domain/payouts/bank-statements/statement-gaps.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import type { Route } from "./+types/bank-gap";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, second_operator_from_minor } = context.get(servicesContext);
  const locale = getLocale(context);
  const gap = isId(params.id) ? await findBankGap(db, params.id) : null;
  if (!gap) throw data(null, { status: 404 });
  const { statement_id, statement_ref, before_id, before_ref, currency, settled_by, settled_reason } = gap;
  const ended = gap.settled_at ?? gap.closed_at;
  return {
    title: getI18n(context).t("bank:gapTitle", { number: statement_ref }),
    ...{ statement_id, statement_ref, before_id, before_ref, settled_by, settled_reason },
    expected: formatAmount(gap.expected_minor, currency, locale),
    found: formatAmount(gap.found_minor, currency, locale),
    ended: ended === null ? null : formatMoment(ended, locale),
    is_own_import:
      second_operator_from_minor !== null && gap.imported_by === (await requireViewer(request, context)).id,
  };
}

export const action = pageActs({
  settle: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const outcome = await settleBankGap(services, { id, operator_id, reason });
    return redirect(`/admin/books/bank?done=${outcome}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function BankGap({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("bank");
  const { ended, settled_by, settled_reason } = loaderData;
  const facts: (readonly [string, ReactNode])[] = [
    [
      t("gapAfter"),
      <Link key="before" to={`/admin/books/bank/${loaderData.before_id}`}>
        {loaderData.before_ref}
      </Link>,
    ],
    [t("expected"), <b key="expected">{loaderData.expected}</b>],
    [
      t("statement"),
      <Link key="statement" to={`/admin/books/bank/${loaderData.statement_id}`}>
        {loaderData.statement_ref}
      </Link>,
    ],
    [t("found"), <b key="found">{loaderData.found}</b>],
  ];
  if (ended !== null) {
    facts.push([t("settledAt"), ended], [t("endedBy"), settled_by ?? t("endedByStatement")]);
    if (settled_reason !== null) facts.push([t("settledReason"), settled_reason]);
  }
  return (
    <AdminPage title={loaderData.title}>
      <p>
        <Link to="/admin/books/bank">{t("title")}</Link>
      </p>
      <Card title={t("facts")}>
        <Facts facts={facts} />
      </Card>
      {ended === null && loaderData.is_own_import ? <p>{t("ownImport")}</p> : null}
      {ended === null && !loaderData.is_own_import ? (
        <ReasonForm
          intent="settle"
          schema={reasonForm}
          title={t("gap.title")}
          text={t("gap.text")}
          help={t("gap.help")}
          button={t("gap.go")}
        />
      ) : null}
    </AdminPage>
  );
}
