import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../../context.ts";
import {
  changeAnnouncement,
  endAnnouncement,
  findAnnouncement,
} from "../../../domain/announcements/announcements.server.ts";
import { isId } from "../../../http/ids.ts";
import { Card } from "../../../ui/components/card.tsx";
import { Facts } from "../../../ui/components/data-table.tsx";
import { ActCard } from "../../../ui/components/reason-form.tsx";
import { useActReply } from "../../../ui/lost-connection.ts";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { button, pageActs } from "../acts.server.ts";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/announcement";
import { announcedLanguages, takeAnnouncement } from "./announcement-form.server.ts";
import { AnnouncementForm } from "./announcement-form.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { clock, t, moment } = deskOf(context);
  const { found } = await requireAnnouncement(params.id, context);
  return {
    title: t(`announcements:kinds.${found.kind}`),
    kind: found.kind,
    values: found.values,
    languages: announcedLanguages(),
    isOver: found.ends_at <= clock(),
    isOn: found.starts_at <= clock(),
    from: moment(found.starts_at),
    to: moment(found.ends_at),
  };
}

export const action = pageActs({
  save: async ({ services, operator_id, posted }, { request, params, context }) => {
    const { id, found } = await requireAnnouncement(params.id, context);
    const { reply, said } = await takeAnnouncement(request, context, posted, found.kind);
    if (reply) return reply;
    const done = await changeAnnouncement(services, { ...said, id, operator_id });
    return redirect(`/admin/announcements?done=${done}`, 303);
  },
  // An active announcement ends; a future one is deleted.
  end: button(async ({ services, id, operator_id }) => {
    const done = await endAnnouncement(services, { id, operator_id });
    return redirect(`/admin/announcements?done=${done}`, 303);
  }),
});

export { sendAct as clientAction } from "../../../ui/lost-connection.ts";

async function requireAnnouncement(id: string | undefined, context: Route.LoaderArgs["context"]) {
  if (!isId(id)) throw data(null, { status: 404 });
  const found = await findAnnouncement(context.get(servicesContext).db, id);
  if (!found) throw data(null, { status: 404 });
  return { id, found };
}

export default function Announcement({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("announcements");
  const { title, values, languages, isOver, isOn } = loaderData;
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
          <SaveForm {...loaderData} />
          <ActCard
            title={t(isOn ? "endTitle" : "deleteTitle")}
            text={t(isOn ? "endText" : "deleteText")}
            button={t(isOn ? "end" : "delete")}
            intent="end"
          />
        </>
      )}
      <UpLink to="/admin/announcements">{t("title")}</UpLink>
    </AdminPage>
  );
}

function SaveForm(given: Pick<Route.ComponentProps["loaderData"], "kind" | "values" | "languages">) {
  const { t } = useTranslation("announcements");
  const { kind, values, languages } = given;
  return (
    <AnnouncementForm
      {...{ kind, values, languages }}
      intent="save"
      lastResult={useActReply("save")}
      button={t("save")}
    />
  );
}
