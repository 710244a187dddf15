import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { findDeclinedItem, reviseItem } from "../../../domain/items/items.server.ts";
import { toTyped } from "../../../domain/money/minor.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/edit-item";
import { limitsOf, takeItemForm } from "./item-form.server.ts";
import { ItemForm, type ItemFormFacts } from "./item-form.tsx";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db } = context.get(servicesContext);
  const item = isId(params.id) ? await findDeclinedItem(db, { id: params.id, user_id: viewer.id }) : null;
  if (!item) throw data(null, { status: 404 });
  const { currency } = viewer;
  const locale = getLocale(context);
  const facts: ItemFormFacts = {
    ...{ currency, locale, ...limitsOf(context, currency) },
    values: {
      name: item.name,
      // A price in an earlier currency is not offered.
      amount: item.currency === currency ? toTyped(item.amount_minor, currency, locale) : "",
      image_id: item.image_id ?? undefined,
    },
  };
  return { reason: item.decline_reason, facts };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const { id } = params;
  if (!isId(id)) throw data(null, { status: 404 });
  const services = context.get(servicesContext);
  const { reply, saved } = await takeItemForm(request, context, viewer, (item) =>
    reviseItem(services, { ...item, id }),
  );
  if (reply) return reply;
  if (saved.outcome === "gone") throw redirect("/dashboard/items", 303);
  const headers = await doneHeaders(context, "revised");
  return redirect(`/dashboard/items#item-${id}`, { status: 303, headers });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function EditItem({ loaderData, actionData, params }: Route.ComponentProps) {
  const { t } = useTranslation("items");
  const { reason, facts } = loaderData;
  return (
    <ItemForm
      title={t("edit.title")}
      intro={
        reason === null ? null : (
          <p className="help">
            {t("reason")} {reason}
          </p>
        )
      }
      action={`/dashboard/items/${params.id}/edit`}
      facts={facts}
      lastResult={actionData}
      button={t("edit.save")}
    />
  );
}
