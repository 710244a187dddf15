import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { createItem } from "../../../domain/items/items.server.ts";
import { canReceive } from "../../../domain/users/viewer.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { getLocale } from "../../../http/i18n.server.ts";
import { rulesOf } from "../../../http/rules.server.ts";
import type { Route } from "./+types/new-item";
import { limitsOf, takeItemForm } from "./item-form.server.ts";
import { ItemForm, type ItemFormFacts } from "./item-form.tsx";

export async function loader({ request, context }: Route.LoaderArgs): Promise<ItemFormFacts> {
  const viewer = await requireCreator(request, context);
  const { currency } = viewer;
  const locale = getLocale(context);
  const values = { name: "", amount: "", image_id: undefined };
  return { currency, locale, ...limitsOf(context, currency), values };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const services = context.get(servicesContext);
  const { review_always } = rulesOf(context).content;
  const { reply, saved } = await takeItemForm(request, context, viewer, (item) =>
    createItem(services, { ...item, review_always }),
  );
  if (reply) return reply;
  const page = canReceive(viewer.status) ? `/${viewer.username}` : "/dashboard/items";
  const status = saved.outcome === "created" ? saved.status : undefined;
  return redirect(page, { status: 303, headers: await doneHeaders(context, "added", status) });
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function NewItem({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("items");
  return (
    <ItemForm
      title={t("form.title")}
      action="/dashboard/items/new"
      facts={loaderData}
      lastResult={actionData}
      button={t("form.save")}
    />
  );
}
