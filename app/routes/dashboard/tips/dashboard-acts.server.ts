import { servicesContext } from "../../../context.ts";
import { readAllForm } from "../../../domain/tips/tip.schema.ts";
import { markAllTipsRead } from "../../../domain/tips/tip-replies.server.ts";
import { notificationsForm } from "../../../domain/users/settings.schema.ts";
import { saveSettings } from "../../../domain/users/settings.server.ts";
import { doneHeaders } from "../../../http/done-notes.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import type { Route } from "./+types/tips";
import { addressOf, clickAnswer, tipAfter, tipFilter } from "./tips-page.server.ts";

export async function chooseNotifications({ request, context, url }: Route.ActionArgs, posted: FormData) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, posted, notificationsForm);
  if (!form.ok) return form.reply;
  await saveSettings(db, viewer.id, form.value, clock());
  return clickAnswer(
    request,
    pageOf(url),
    await doneHeaders(context, "saved", form.value.email_notifications),
  );
}

/** Only tips that the page has shown. */
export async function markAllRead({ request, context, url }: Route.ActionArgs, posted: FormData) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, posted, readAllForm);
  if (!form.ok) return form.reply;
  const now = clock();
  const seen_at = form.value.seen_at < now ? form.value.seen_at : now;
  await markAllTipsRead(db, { creator_id: viewer.id, seen_at, now });
  return clickAnswer(request, pageOf(url), await doneHeaders(context, "read"));
}

function pageOf(url: URL): string {
  return addressOf(tipFilter(url), tipAfter(url));
}
