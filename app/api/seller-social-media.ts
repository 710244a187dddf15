import { servicesContext } from "../context.ts";
import { socialChange } from "../domain/users/profile.schema.ts";
import { saveSocialLinks } from "../domain/users/users.server.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/seller-social-media";
import { apiUser } from "./user-json.server.ts";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/seller/social-media: names or addresses at the seven networks, each with its _visible; null for none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  await saveSocialLinks(db, viewer.id, await readCall(request, context, socialChange), clock());
  return await apiUser(context, viewer.id);
}
