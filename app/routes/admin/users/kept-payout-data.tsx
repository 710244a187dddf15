import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import {
  hasRetainedPayoutData,
  openRetainedPayoutData,
} from "../../../domain/payouts/destinations/payout-data.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { ofAct } from "../acts.server.ts";
import { deskOf } from "../desk.server.ts";
import type { Route } from "./+types/kept-payout-data";

/** Requires a reason, which is logged. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, t } = deskOf(context);
  if (!isId(params.id) || !(await hasRetainedPayoutData(db, params.id))) throw data(null, { status: 404 });
  return { title: t("adminPayouts:keptData.title") };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { services, day } = deskOf(context);
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readForm(request), reasonForm);
  if (!form.ok) return ofAct("open", form.reply);
  const given = { user_id: params.id, operator_id: viewer.id, reason: form.value.reason };
  const kept = await openRetainedPayoutData(services, given);
  return {
    kept: kept.map(({ id, last_requested_at, details }) => ({
      id,
      paidOn: day(last_requested_at),
      owner: details.bank_account_owner ?? details.paxum_account_owner,
      iban: details.bank_iban,
      bic: details.bank_bic,
      paxum: details.paxum_email,
    })),
  };
}

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function RetainedPayoutData({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("adminPayouts");
  const kept = actionData && "kept" in actionData ? actionData.kept : [];
  return (
    <AdminPage title={loaderData.title}>
      {kept.map((each) => (
        <Card key={each.id} title={t("keptData.paidOn", { date: each.paidOn })}>
          <Facts
            facts={[
              [t("dataCase.owner"), each.owner],
              [t("dataCase.iban"), each.iban],
              [t("dataCase.bic"), each.bic],
              [t("dataCase.paxum"), each.paxum],
            ]}
          />
        </Card>
      ))}
      {kept.length > 0 ? null : (
        <ReasonForm
          intent="open"
          schema={reasonForm}
          title={t("keptData.why")}
          text={t("keptData.text")}
          help={t("keptData.logged")}
          button={t("keptData.go")}
        />
      )}
    </AdminPage>
  );
}
