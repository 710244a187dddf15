import { z } from "zod";
import { servicesContext } from "../context.ts";
import { truth } from "../domain/typed-text.schema.ts";
import { isUsername } from "../domain/users/names.ts";
import { findProfile, findProfileById, findRenamed } from "../domain/users/profile.server.ts";
import { type apiRefusal, refuseUnknown } from "../http/api.server.ts";
import { offeredProfile } from "../http/features.server.ts";
import { apiFresh } from "../http/fresh-answer.server.ts";
import { isId } from "../http/ids.ts";
import { findReader } from "../http/reader.server.ts";
import { byId, call, dataOf } from "./call.server.ts";
import { profileData, profileJson } from "./user-data.server.ts";

export const creatorCalls = [
  call({
    name: "getCreator",
    method: "get",
    path: "/api/user/{id}",
    who: "anyone",
    request: { params: byId, query: z.object({ is_username: truth("errors.api.truth").default(false) }) },
    answers: { 200: dataOf(profileData), 304: null },
    refusals: { 404: ["not_found"] },
    async handler({ req, env: { context } }) {
      const { id } = req.valid("param");
      const { is_username } = req.valid("query");
      const { publicUrl } = context.get(servicesContext);
      const profile = is_username
        ? await findByUsername(req.raw, context, id)
        : await findById(req.raw, context, id);
      if (!profile) return refuseUnknown(context, "errors.api.creator");
      return apiFresh(req.raw, { data: profileJson(profile, publicUrl) });
    },
  }),
];

type Context = Parameters<typeof apiRefusal>[0];

async function findById(request: Request, context: Context, id: string) {
  const { clock } = context.get(servicesContext);
  const reader = await findReader(request, context);
  const profile = isId(id) ? await findProfileById(reader, id, clock()) : null;
  return profile && offeredProfile(context, profile);
}

/** Also by an earlier username, for a while (docs/product.md, 6.5). */
async function findByUsername(request: Request, context: Context, username: string) {
  const { clock } = context.get(servicesContext);
  const reader = await findReader(request, context);
  if (!isUsername(username)) return null;
  const profile = await findProfile(reader, username, clock());
  if (profile) return offeredProfile(context, profile);
  const renamed = await findRenamed(reader, username, clock());
  const moved = renamed === null ? null : await findProfile(reader, renamed, clock());
  return moved && offeredProfile(context, moved);
}
