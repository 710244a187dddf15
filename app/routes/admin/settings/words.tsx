import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { settingsContext } from "../../../context.ts";
import { LEGAL_PAGES } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { newestVersion, versionInForce } from "../../../domain/legal-texts/legal-texts.server.ts";
import { Card } from "../../../ui/components/card.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf, doneText } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/words";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { t, day, clock } = deskOf(context);
  const { legal_versions } = context.get(settingsContext);
  const pages = LEGAL_PAGES.map((page) => {
    const current = versionInForce(legal_versions, page, clock());
    const newest = newestVersion(legal_versions, page);
    return {
      page,
      current: current && { version: current.version, from: day(current.valid_from) },
      coming:
        newest && newest.version !== current?.version
          ? { version: newest.version, from: day(newest.valid_from) }
          : null,
    };
  });
  return {
    title: t("settings:words.title"),
    done: doneText(url, ["published", "unchanged"], (done) => t(`settings:words.done.${done}`)),
    pages,
  };
}

export default function Words({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { title, done, pages } = loaderData;
  return (
    <AdminPage title={title} done={done}>
      <p>{t("words.intro")}</p>
      {pages.map(({ page, current, coming }) => (
        <Card key={page} title={t(`words.pages.${page}`)}>
          <p className="help">{current ? t("words.inForce", current) : t("words.template")}</p>
          {coming ? <p className="help">{t("words.coming", coming)}</p> : null}
          <p>
            <Link to={`/admin/settings/words/${page}`}>
              {t("change")}
              <span className="hidden-visually"> {t(`words.pages.${page}`)}</span>
            </Link>
            {" · "}
            <a href={`/${page}`}>{t("words.look")}</a>
          </p>
        </Card>
      ))}
      <UpLink to="/admin/settings">{t("title")}</UpLink>
    </AdminPage>
  );
}
