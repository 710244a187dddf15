import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { listFeatured } from "../../domain/accounts/accounts.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CREATORS_TAG, cacheTags } from "../../http/page-cache.server.ts";
import { Face } from "../../ui/display/face.tsx";
import type { Route } from "./+types/home";

/** The way in: who can be tipped. */
export async function loader({ context }: Route.LoaderArgs) {
  const featured = await listFeatured(context.get(servicesContext).db, 8);
  return data({ featured, title: getI18n(context).t("start.title") }, { headers: cacheTags(CREATORS_TAG) });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className="plain-page">
      <Title order={1}>{t("start.title")}</Title>
      <p>{t("start.text")}</p>
      <h2 className="step-title">{t("start.featured")}</h2>
      <ul className="people">
        {loaderData.featured.map((creator) => (
          <li key={creator.username}>
            <a className="person" href={`/${creator.username}`}>
              <Face name={creator.name} avatarId={creator.avatar_id} small />
              <span>
                <b>{creator.name}</b>
                <small>@{creator.username}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Tribute – ${loaderData?.title}` }];
}
