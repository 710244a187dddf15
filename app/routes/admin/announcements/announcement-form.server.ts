import type { RouterContextProvider } from "react-router";
import { LANGUAGES, LOCALES } from "../../../../locales/index.ts";
import { eventForm, noticeForm } from "../../../domain/announcements/announcement.schema.ts";
import type { AnnouncementKind } from "../../../domain/announcements/announcements.server.ts";
import { parseForm } from "../../../http/forms.server.ts";

export function announcedLanguages() {
  return LOCALES.map((code) => ({ code, name: LANGUAGES[code].name }));
}

export async function takeAnnouncement(
  request: Request,
  context: Readonly<RouterContextProvider>,
  posted: FormData,
  kind: AnnouncementKind,
) {
  if (kind === "notice") {
    const form = parseForm(request, context, posted, noticeForm);
    return form.ok ? { reply: null, said: { kind, values: form.value } } : { reply: form.reply };
  }
  const form = parseForm(request, context, posted, eventForm);
  return form.ok ? { reply: null, said: { kind, values: form.value } } : { reply: form.reply };
}
