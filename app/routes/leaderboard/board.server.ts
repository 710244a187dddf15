import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type Services, servicesContext } from "../../context.ts";
import type { Range } from "../../domain/leaderboard/leaderboard.schema.ts";
import {
  type CreatorPlace,
  findOwnPlace,
  type GroupPlace,
  listHistory,
} from "../../domain/leaderboard/leaderboard.server.ts";
import { countryName, formatCount, formatDay, formatMonth } from "../../domain/money/formats.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { stageOf, type Viewer } from "../../domain/users/viewer.ts";
import { countryOptions } from "../../http/country-options.server.ts";
import { getLocale, getTexts } from "../../http/i18n.server.ts";
import type { ShownPlace } from "./board-parts.tsx";
import { type BoardAddress, boardUrl } from "./board-parts.tsx";

export function readQuery<Query>(schema: z.ZodType<Query>, url: URL): Query {
  const asked = schema.safeParse(Object.fromEntries(url.searchParams));
  if (!asked.success) throw data(null, { status: 404 });
  return asked.data;
}

export function pagesAround(
  at: BoardAddress & { page: number },
  found: { rows: number; hasMore: boolean },
  last: number,
) {
  if (at.page > 1 && found.rows === 0) throw data(null, { status: 404 });
  return {
    current: at.page,
    before: at.page > 1 ? boardUrl({ ...at, page: at.page - 1 }) : null,
    after: found.hasMore && at.page < last ? boardUrl({ ...at, page: at.page + 1 }) : null,
  };
}

export function shownCreators(
  context: Readonly<RouterContextProvider>,
  places: readonly Omit<CreatorPlace, "movement" | "country" | "is_online">[] | readonly CreatorPlace[],
  isSaving: boolean,
): ShownPlace[] {
  const locale = getLocale(context);
  const t = getTexts(context, "leaderboard");
  return places.map((place) => {
    const { country = null, movement = null, is_online = false }: Partial<CreatorPlace> = place;
    const tips = t("tips", { count: place.tips_count, number: formatCount(place.tips_count, locale) });
    return {
      id: place.id,
      rank: formatCount(place.rank, locale),
      movement,
      href: `/${place.username}`,
      name: place.name,
      ownName: place.name,
      avatar_id: isSaving ? null : place.avatar_id,
      facts: country === null ? [tips] : [countryName(country, locale), tips],
      isOnline: is_online,
    };
  });
}

export function shownGroups(
  context: Readonly<RouterContextProvider>,
  places: readonly GroupPlace[],
  isSaving: boolean,
): ShownPlace[] {
  const locale = getLocale(context);
  const t = getTexts(context, "leaderboard");
  const unnamed = getTexts(context, "grouplists");
  return places.map(({ id, rank, movement, slug, name, avatar_id, members_count, tips_count }) => ({
    id,
    rank: formatCount(rank, locale),
    movement,
    href: `/gl/${slug}`,
    name: name ?? unnamed("unnamed", { slug }),
    ownName: name,
    avatar_id: isSaving ? null : avatar_id,
    facts: [
      t("members", { count: members_count }),
      t("tips", { count: tips_count, number: formatCount(tips_count, locale) }),
    ],
    isOnline: false,
  }));
}

export async function shownHistory(
  context: Readonly<RouterContextProvider>,
  reader: Services["db"],
  interval: "day" | "week" | "month",
  isSaving: boolean,
) {
  const { clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const t = getTexts(context, "leaderboard");
  const nameOf = {
    day: (day: string) => formatDay(day, locale),
    week: (day: string) => t("history.week", { day: formatDay(day, locale) }),
    month: (day: string) => formatMonth(day.slice(0, 7), locale),
  };
  const periods = await listHistory(reader, interval, clock());
  return periods.map(({ first_day, places }) => ({
    first_day,
    name: nameOf[interval](first_day),
    places: shownCreators(context, places, isSaving),
  }));
}

export async function findOwnSide(
  context: Readonly<RouterContextProvider>,
  reader: Services["db"],
  viewer: Viewer | null,
  range: Range,
) {
  if (viewer?.role !== "CREATOR" || viewer.status === "LOCKED" || stageOf(viewer) !== null) return null;
  const { db, clock } = context.get(servicesContext);
  const locale = getLocale(context);
  const t = getTexts(context, "leaderboard");
  const [account, place, countries] = await Promise.all([
    findAccount(db, viewer.id),
    findOwnPlace(reader, viewer.id, range, clock()),
    countryOptions(db, locale),
  ]);
  const isRanked = account.ranking_enabled_at !== null;
  return {
    id: viewer.id,
    isRanked,
    isActive: viewer.status === "ACTIVE",
    text:
      place === null
        ? t(`own.${whyNoRank(viewer.status, isRanked)}`)
        : t("own.rank", { rank: formatCount(place.rank, locale) }),
    movement: place?.movement ?? null,
    tips: place && t("tips", { count: place.tips_count, number: formatCount(place.tips_count, locale) }),
    country: account.country_id === null ? "" : String(account.country_id),
    countries,
  };
}

function whyNoRank(status: Viewer["status"], isRanked: boolean) {
  if (!isRanked) return "off";
  if (status === "ACTIVE") return "none";
  return status === "CHARGEBACK" ? "owing" : "notActive";
}
