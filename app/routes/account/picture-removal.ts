import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { removeProfilePicture } from "../../domain/users/profile.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import type { Route } from "./+types/picture-removal";
import { pictureKind } from "./kinds.server.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = await requireCreator(request, context);
  const kind = pictureKind(params.kind);
  await readForm(request);
  await removeProfilePicture(context.get(servicesContext), viewer.id, kind);
  return redirect("/account/edit", { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  pictureKind(params.kind);
  throw redirect("/account/edit", 303);
}

/** For error pages. */
export default function PictureRemoval() {
  return null;
}
