import { servicesContext } from "../../../context.ts";
import { readGroupAvatar } from "../../../domain/grouplists/group-reviews.server.ts";
import { imageAnswer } from "../../../http/file-response.server.ts";
import { isId } from "../../../http/ids.ts";
import type { Route } from "./+types/group-picture";

export async function loader({ params, context }: Route.LoaderArgs) {
  const which = params.which === "new" || params.which === "old" ? params.which : null;
  return imageAnswer(
    isId(params.id) && which !== null
      ? await readGroupAvatar(context.get(servicesContext), { group_id: params.id, which })
      : null,
  );
}
