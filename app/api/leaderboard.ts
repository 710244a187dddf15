import { z } from "zod";
import { servicesContext } from "../context.ts";
import { INTERVALS, leaderboardQuery, RANGES } from "../domain/leaderboard/leaderboard.schema.ts";
import {
  findOwnPlace,
  listCreators,
  listGroups,
  listHistory,
} from "../domain/leaderboard/leaderboard.server.ts";
import { apiJson } from "../http/api.server.ts";
import { findReader } from "../http/reader.server.ts";
import { productRules } from "../product-rules.ts";
import { call, dataOf, pagesOf } from "./call.server.ts";
import { picture } from "./user-data.server.ts";

const movement = z
  .object({ kind: z.enum(["up", "down", "same", "new"]), places: z.int().optional() })
  .meta({ id: "Movement" })
  .nullable();

const creatorFields = z.object({
  ...{ rank: z.int(), movement, username: z.string(), name: z.string() },
  ...{ avatar_thumbnail_url: z.string().nullable(), country: z.string().nullable() },
  ...{ tips_count: z.int(), is_online: z.boolean() },
});

const creatorPlace = z.object(creatorFields.shape).meta({ id: "CreatorPlace" });

const groupPlace = z
  .object({
    ...{ rank: z.int(), movement, slug: z.string(), name: z.string().nullable() },
    ...{ avatar_thumbnail_url: z.string().nullable(), members_count: z.int(), tips_count: z.int() },
  })
  .meta({ id: "GroupPlace" });

const pastPlace = creatorFields
  .pick({ rank: true, username: true, name: true, avatar_thumbnail_url: true, tips_count: true })
  .meta({ id: "PastPlace" });

const ownPlace = creatorFields
  .pick({ rank: true, movement: true, tips_count: true })
  .meta({ id: "OwnPlace" });

const periodData = z.object({ first_day: z.iso.date(), places: z.array(pastPlace) }).meta({ id: "Period" });

const rangeQuery = z.object({ range: z.enum(RANGES).default("month") });

const placesQuery = leaderboardQuery.extend({
  after: z
    .string()
    .regex(/^[1-9]\d?$/)
    .transform(Number)
    .refine((page) => page <= productRules.leaderboard.pages_maximum)
    .optional(),
});

export const leaderboardCalls = [
  call({
    name: "listTopCreators",
    method: "get",
    path: "/api/leaderboard/creators",
    who: "anyone",
    request: { query: placesQuery },
    answers: { 200: pagesOf(creatorPlace) },
    async handler({ req, env: { context } }) {
      const { range, after, page = 1 } = req.valid("query");
      const asked = { range, page: after ?? page };
      const { clock, publicUrl } = context.get(servicesContext);
      const { places, hasMore } = await listCreators(await findReader(req.raw, context), asked, clock());
      const data = places.map((place) => pictured(place, publicUrl));
      return apiJson({ data, meta: pageOf(asked.page, hasMore) });
    },
  }),

  call({
    name: "listTopGroups",
    method: "get",
    path: "/api/leaderboard/grouplists",
    who: "anyone",
    request: { query: placesQuery },
    answers: { 200: pagesOf(groupPlace) },
    async handler({ req, env: { context } }) {
      const { range, after, page = 1 } = req.valid("query");
      const asked = { range, page: after ?? page };
      const { clock, publicUrl } = context.get(servicesContext);
      const { places, hasMore } = await listGroups(await findReader(req.raw, context), asked, clock());
      const data = places.map((place) => pictured(place, publicUrl));
      return apiJson({ data, meta: pageOf(asked.page, hasMore) });
    },
  }),

  call({
    name: "listTopCreatorsBefore",
    method: "get",
    path: "/api/leaderboard/creators/history",
    who: "anyone",
    request: { query: z.object({ interval: z.enum(INTERVALS).default("month") }) },
    answers: { 200: dataOf(z.array(periodData)) },
    async handler({ req, env: { context } }) {
      const query = req.valid("query");
      const { clock, publicUrl } = context.get(servicesContext);
      const periods = await listHistory(await findReader(req.raw, context), query.interval, clock());
      return apiJson({
        data: periods.map(({ first_day, places }) => ({
          first_day,
          places: places.map((place) => pictured(place, publicUrl)),
        })),
      });
    },
  }),

  call({
    name: "getOwnRank",
    method: "get",
    path: "/api/leaderboard/creators/ownrank",
    who: "creator",
    scope: "statistics:read",
    request: { query: rangeQuery },
    answers: { 200: dataOf(ownPlace.nullable()) },
    async handler({ req, env: { context }, var: { viewer } }) {
      const query = req.valid("query");
      const { clock } = context.get(servicesContext);
      return apiJson({
        data: await findOwnPlace(await findReader(req.raw, context), viewer.id, query.range, clock()),
      });
    },
  }),
];

function pictured<Place extends { id: string; avatar_id: string | null }>(place: Place, publicUrl: string) {
  const { id: _, avatar_id, ...shown } = place;
  return { ...shown, avatar_thumbnail_url: picture(publicUrl, avatar_id, "s") };
}

function pageOf(page: number, hasMore: boolean) {
  const hasNext = hasMore && page < productRules.leaderboard.pages_maximum;
  return { page, next_page: hasNext ? page + 1 : null, next: hasNext ? String(page + 1) : null };
}
