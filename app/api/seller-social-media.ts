import { servicesContext } from "../context.ts";
import { saveSocialLinks } from "../domain/accounts/accounts.server.ts";
import { socialChange } from "../domain/accounts/profile.schema.ts";
import { readCall, requireApiCreator, takes } from "../http/api.server.ts";
import { apiUser } from "../http/user-json.server.ts";
import type { Route } from "./+types/seller-social-media";

export const middleware = [takes("PATCH")];

export { noLoader as loader } from "../http/api.server.ts";

/** PATCH /api/seller/social-media: names or addresses at the seven networks, each with its _visible; null for none. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireApiCreator(request, context);
  await saveSocialLinks(db, viewer.id, await readCall(request, context, socialChange), clock());
  return await apiUser(context, viewer.id);
}
