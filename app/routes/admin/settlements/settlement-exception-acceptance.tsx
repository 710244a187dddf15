import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { isOutside, takeOutside } from "../../../domain/payments/settlements/event-decisions.server.ts";
import { findSettlementException } from "../../../domain/payments/settlements/settlement-queries.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { ButtonLink } from "../../../ui/components/button-link.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { form, pageActs } from "../acts.server.ts";
import type { Route } from "./+types/settlement-exception-acceptance";
import { shownEvent } from "./settlement-events.server.ts";

const PAGE = "/admin/books/settlements/exceptions";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, second_operator_from_minor } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const { t } = getI18n(context);
  const found = isId(params.id) ? await findSettlementException(db, params.id) : null;
  if (!found) throw data(null, { status: 404 });
  const { kind, amount } = shownEvent(found.event, getLocale(context));
  const about = { reason: found.reason, event_id: found.event.id };
  return {
    title: t("settlements:exceptionTitle", { kind: t(`settlements:kinds.${kind}`), amount }),
    id: found.id,
    isAlone: second_operator_from_minor === null,
    needsThird: second_operator_from_minor !== null && found.imported_by !== viewer.id,
    mayTake: found.taken_at === null && found.said === null && (await isOutside(db, about, clock())),
  };
}

export const action = pageActs({
  take: form(reasonForm, async ({ services, id, operator_id }, { reason }) => {
    const done = await takeOutside(services, { exception_id: id, operator_id, reason });
    return redirect(`${PAGE}/${id}?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

export default function SettlementExceptionAcceptance({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { title, id, mayTake, isAlone, needsThird } = loaderData;
  return (
    <AdminPage title={title} isAlone={isAlone}>
      {mayTake ? (
        <ReasonForm
          intent="take"
          schema={reasonForm}
          title={t("take.title")}
          text={needsThird ? `${t("take.text")} ${t("take.third")}` : t("take.text")}
          help={t("settle.help")}
          button={t("take.go")}
          isGrave
        />
      ) : (
        <p className="note">{t("done.gone")}</p>
      )}
      <div className="actions">
        <ButtonLink to={`${PAGE}/${id}`}>{t("take.back")}</ButtonLink>
      </div>
    </AdminPage>
  );
}
