import { data } from "react-router";
import { servicesContext } from "../../context.ts";
import { leaderboardQuery } from "../../domain/leaderboard/leaderboard.schema.ts";
import { listGroups } from "../../domain/leaderboard/leaderboard.server.ts";
import { CREATORS_TAG, cacheTags } from "../../http/cache-tags.ts";
import { isSavingData } from "../../http/guest-script.server.ts";
import { getTexts } from "../../http/i18n.server.ts";
import { findReader } from "../../http/reader.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import { productRules } from "../../product-rules.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/grouplists";
import { pagesAround, readQuery, shownGroups } from "./board.server.ts";
import { BoardFrame, Pages, Places } from "./board-parts.tsx";

export const handle = { isForEverybody: true };

/** docs/product.md, 8.3. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { clock } = context.get(servicesContext);
  const t = getTexts(context, "leaderboard");
  const asked = readQuery(leaderboardQuery, url);
  const viewer = await findRequestViewer(context);
  const { places, hasMore } = await listGroups(await findReader(request, context), asked, clock());
  const found = { rows: places.length, hasMore };
  const page = {
    range: asked.range,
    places: shownGroups(context, places, isSavingData(request.headers)),
    pages: pagesAround({ kind: "grouplists", ...asked }, found, productRules.leaderboard.pages_maximum),
    ownGroups: viewer?.role === "CREATOR" && viewer.status === "ACTIVE",
    title: t("titleOf.grouplists"),
    description: t("description"),
  };
  return data(page, { headers: cacheTags(CREATORS_TAG) });
}

export default function Grouplists({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts("leaderboard");
  const { range, places, pages, ownGroups } = loaderData;
  return (
    <BoardFrame at={{ kind: "grouplists", range }}>
      {places.length === 0 ? <p className="board-empty">{t(`empty.${range}`)}</p> : null}
      <Places places={places} isGroups hasPodium={pages.current === 1} ownId={null} />
      <Pages {...pages} />
      {ownGroups ? (
        <p className="help">
          {t("settings.groups")} <a href="/grouplists">{t("settings.groupsLink")}</a>
        </p>
      ) : null}
    </BoardFrame>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  return [{ name: "description", content: loaderData.description }];
}
