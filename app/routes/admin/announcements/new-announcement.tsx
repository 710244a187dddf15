import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { type AnnouncementKind, announce } from "../../../domain/announcements/announcements.server.ts";
import { OWN_ACCENT } from "../../../domain/settings/accent.ts";
import { readForm } from "../../../http/body.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/new-announcement";
import { announcedLanguages, takeAnnouncement } from "./announcement-form.server.ts";
import { AnnouncementForm } from "./announcement-form.tsx";

export function loader({ params, context }: Route.LoaderArgs) {
  const { t } = deskOf(context);
  const kind = kindOf(params.kind);
  return { title: t(`announcements:new.${kind}`), kind, languages: announcedLanguages() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const { reply, said } = await takeAnnouncement(
    request,
    context,
    await readForm(request),
    kindOf(params.kind),
  );
  if (reply) return reply;
  await announce(context.get(servicesContext), { ...said, operator_id: viewer.id });
  return redirect("/admin/announcements?done=created", 303);
}

function kindOf(asked: string): AnnouncementKind {
  if (asked !== "notice" && asked !== "event") throw data(null, { status: 404 });
  return asked;
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function NewAnnouncement({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("announcements");
  const { title, kind, languages } = loaderData;
  return (
    <AdminPage title={title}>
      <AnnouncementForm
        kind={kind}
        values={{ color: OWN_ACCENT }}
        languages={languages}
        lastResult={actionData}
        button={t("publish")}
      />
      <UpLink to="/admin/announcements">{t("title")}</UpLink>
    </AdminPage>
  );
}
