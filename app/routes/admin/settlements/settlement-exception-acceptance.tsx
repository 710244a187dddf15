import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findSettlementException, isOutside, takeOutside } from "../../../domain/payments/payments.server.ts";
import { reasonForm } from "../../../domain/payouts/batches/admin-payouts.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { SecondLink } from "../../../ui/components/main-button.tsx";
import { ReasonForm } from "../../../ui/components/reason-form.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/settlement-exception-acceptance";
import { shownEvent } from "./settlement-events.server.ts";

const PAGE = "/admin/books/settlements/exceptions";

/** Asks that an event be taken in although it is beyond what a provider's file may say by itself, for a reason. */
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

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  if (!isId(params.id)) throw data(null, { status: 404 });
  const form = parseForm(request, context, await readCheckableForm(request), reasonForm);
  if (!form.ok) return form.reply;
  const given = { exception_id: params.id, operator_id: viewer.id, reason: form.value.reason };
  const done = await takeOutside(context.get(servicesContext), given);
  return redirect(`${PAGE}/${params.id}?done=${done}`, 303);
}

export default function SettlementExceptionAcceptance({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settlements");
  const { title, id, mayTake, isAlone, needsThird } = loaderData;
  return (
    <AdminPage title={title} isAlone={isAlone}>
      {mayTake ? (
        <ReasonForm
          id="acceptance"
          action={`${PAGE}/${id}/acceptance`}
          title={t("take.title")}
          text={needsThird ? `${t("take.text")} ${t("take.third")}` : t("take.text")}
          help={t("settle.help")}
          button={t("take.go")}
          isGrave
          lastResult={actionData}
        />
      ) : (
        <p className="note">{t("done.gone")}</p>
      )}
      <div className="actions">
        <SecondLink href={`${PAGE}/${id}`}>{t("take.back")}</SecondLink>
      </div>
    </AdminPage>
  );
}
