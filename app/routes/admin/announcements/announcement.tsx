import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import { changeAnnouncement, findAnnouncement } from "../../../domain/announcements/announcements.server.ts";
import { formatMoment } from "../../../domain/money/formats.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import type { Route } from "./+types/announcement";
import { announcedLanguages, takeAnnouncement } from "./announcement-form.server.ts";
import { AnnouncementForm } from "./announcement-form.tsx";

/** One announcement: its form until it is over, what it said from then on. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { clock } = context.get(servicesContext);
  const { id, found } = await requireAnnouncement(params.id, context);
  const locale = getLocale(context);
  return {
    title: getI18n(context).t(`announcements:kinds.${found.kind}`),
    id,
    kind: found.kind,
    values: found.values,
    languages: announcedLanguages(),
    isOver: found.ends_at <= clock(),
    isOn: found.starts_at <= clock(),
    from: formatMoment(found.starts_at, locale),
    to: formatMoment(found.ends_at, locale),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const { id, found } = await requireAnnouncement(params.id, context);
  const { reply, said } = await takeAnnouncement(request, context, found.kind);
  if (reply) return reply;
  const done = await changeAnnouncement(context.get(servicesContext), {
    ...said,
    id,
    operator_id: viewer.id,
  });
  return redirect(`/admin/announcements?done=${done}`, 303);
}

async function requireAnnouncement(id: string, context: Route.LoaderArgs["context"]) {
  const found = isId(id) ? await findAnnouncement(context.get(servicesContext).db, id) : null;
  if (!found) throw data(null, { status: 404 });
  return { id, found };
}

export default function Announcement({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("announcements");
  const { title, id, kind, values, languages, isOver, isOn } = loaderData;
  return (
    <AdminPage title={title}>
      {isOver ? (
        <Card title={t("overTitle")}>
          <Facts
            facts={[
              [t("starts"), loaderData.from],
              [t("ends"), loaderData.to],
              ...languages.map(({ code, name }): [string, string | null] => [
                t("textOf", { name }),
                [values[`title_${code}`], values[`text_${code}`]].filter(Boolean).join(": "),
              ]),
            ]}
          />
        </Card>
      ) : (
        <>
          <AnnouncementForm
            kind={kind}
            action={`/admin/announcements/${id}`}
            values={values}
            languages={languages}
            lastResult={actionData}
            button={t("save")}
          />
          <Card title={t(isOn ? "endTitle" : "deleteTitle")}>
            <p>{t(isOn ? "endText" : "deleteText")}</p>
            <form method="post" action={`/admin/announcements/${id}/end`}>
              <button type="submit" className="second-button">
                {t(isOn ? "end" : "delete")}
              </button>
            </form>
          </Card>
        </>
      )}
      <p>
        <Link to="/admin/announcements">{t("title")}</Link>
      </p>
    </AdminPage>
  );
}
