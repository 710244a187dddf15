import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { deleteGroup } from "../../domain/grouplists/own-groups.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import type { Route } from "./+types/deletion";
import { ConfirmPage, useQuestions } from "./confirm.tsx";
import { managed, requireOwnGroup, titleOf } from "./own-group.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return { name: titleOf(context, group) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  await readForm(request);
  const given = { slug: group.slug, creator_id: viewer.id };
  managed(await deleteGroup(context.get(servicesContext), given), viewer);
  return redirect("/grouplists", { status: 303, headers: await doneHeaders(context, "deleted") });
}

export { sendClick as clientAction } from "../../ui/lost-connection.ts";

export default function Deletion({ loaderData, params }: Route.ComponentProps) {
  const { deletion } = useQuestions();
  return <ConfirmPage question={deletion(loaderData.name)} back={`/gl/${params.grouplist}/edit`} />;
}
