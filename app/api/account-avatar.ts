import { servicesContext } from "../context.ts";
import { removeProfilePicture } from "../domain/users/users.server.ts";
import { apiDone, requireApiCreator, takes } from "../http/api.server.ts";
import type { Route } from "./+types/account-avatar";

export const middleware = [takes("DELETE")];

export { noLoader as loader } from "../http/api.server.ts";

/** DELETE /api/account/avatar: takes the profile photo away. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireApiCreator(request, context);
  await removeProfilePicture(context.get(servicesContext), viewer.id, "avatar");
  return apiDone();
}
