import { servicesContext } from "../context.ts";
import { rankingCall } from "../domain/users/profile.schema.ts";
import { setRanking } from "../domain/users/users.server.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-ranking";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/account/ranking: whether the creator stands on the leaderboard. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  const { ranking_enabled } = await readCall(request, context, rankingCall);
  await setRanking(db, viewer.id, ranking_enabled, clock());
  return await apiUser(context, viewer.id);
}
