import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { settingsContext } from "../../../context.ts";
import { listSettingsChanges } from "../../../domain/settings/settings.server.ts";
import type { Settings } from "../../../product-settings.ts";
import { Card } from "../../../ui/components/card.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, doneText } from "../desk.server.ts";
import type { Route } from "./+types/settings";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, t, moment } = deskOf(context);
  const changes = await listSettingsChanges(db);
  return {
    title: t("settings:title"),
    done: doneText(url, ["changed", "unchanged", "waiting"], (done) => t(`settings:outcome.${done}`)),
    groups: [
      ...changes.map(({ group, changed_at }) => ({ group, at: moment(changed_at) })),
      { group: "words" as const, at: moment(wordsChangedAt(context.get(settingsContext))) },
    ],
  };
}

function wordsChangedAt({ legal_versions }: Settings): Date | null {
  const moments = legal_versions.map(({ published_at }) => published_at.getTime());
  return moments.length === 0 ? null : new Date(Math.max(...moments));
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { title, done, groups } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <p>{t("intro")}</p>
      <p>
        <Link to="/admin/settings/first-run">{t("firstRun.title")}</Link>
      </p>
      {groups.map(({ group, at }) => (
        <Card key={group} title={t(`groups.${group}.name`)}>
          <p>{t(`groups.${group}.help`)}</p>
          <p className="help">{at === null ? t("asShipped") : t("lastChange", { at })}</p>
          <p>
            <Link to={`/admin/settings/${group}`}>
              {t("change")}
              <span className="hidden-visually"> {t(`groups.${group}.name`)}</span>
            </Link>
            {group === "brand" ? (
              <>
                {" · "}
                <Link to="/admin/settings/logo">{t("logo.title")}</Link>
              </>
            ) : null}
          </p>
        </Card>
      ))}
      <p>
        <Link to="/admin/audit?action=settings.changed">{t("log")}</Link>
      </p>
    </AdminPage>
  );
}
