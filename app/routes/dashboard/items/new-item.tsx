import { redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { createItem } from "../../../domain/items/items.server.ts";
import { canReceive } from "../../../domain/users/users.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { requireCreator } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/new-item";
import { boundsOf, takeItemForm } from "./item-form.server.ts";
import { ItemForm } from "./item-form.tsx";

export { titleMeta as meta } from "../../../ui/shells/title-meta.ts";

/** A new tribute item: a page, which the script opens as a dialog. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  return {
    title: getI18n(context).t("items:form.title"),
    bounds: boundsOf(viewer.currency, getLocale(context)),
    currency: viewer.currency,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const services = context.get(servicesContext);
  const { reply, saved } = await takeItemForm(request, context, viewer, (item) => createItem(services, item));
  if (reply) return reply;
  const page = canReceive(viewer.status) ? `/${viewer.username}` : "/dashboard/items";
  const status = saved.outcome === "created" ? saved.status : undefined;
  return redirect(page, { status: 303, headers: doneHeaders(context, "added", status) });
}

export default function NewItem({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("items");
  return (
    <ItemForm {...loaderData} action="/dashboard/items/new" lastResult={actionData} button={t("form.save")} />
  );
}
