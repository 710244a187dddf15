import { redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import { editGroup } from "../../domain/grouplists/grouplists.server.ts";
import type { Viewer } from "../../domain/users/users.server.ts";
import { readCheckableUploadForm, type UploadedFile } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import { cropForm } from "../../media/crop.schema.ts";
import { storeImage } from "../../media/media.server.ts";
import type { Route } from "./+types/avatar";
import { managed, requireOwnGroup } from "./own-group.server.ts";

/**
 * Takes in a group's picture, cropped to a square of 250 pixels; its form stands on the page of the group's edit, whose
 * script sends the file ahead (docs/product.md, 9.14) and its id here.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  const page = `/gl/${group.slug}/edit`;
  context.set(formPageContext, page);
  const { file, fields } = await readCheckableUploadForm(request, "file");
  const form = parseForm(
    request,
    context,
    fields,
    z.object({ image_id: z.guid().optional().catch(undefined) }),
    {},
    "errors.grouplist.update_failed",
  );
  if (!form.ok) return form.reply;
  const taken = file ? await takeImage(context, viewer, file, fields) : { id: form.value.image_id };
  if ("problem" in taken) return form.refuse({ avatar: taken.problem });
  if (taken.id === undefined) return form.refuse({ avatar: "errors.picture.required" });
  const given = { slug: group.slug, creator_id: viewer.id, avatar_id: taken.id };
  if (managed(await editGroup(services, given), viewer) === "avatar_unknown")
    return form.refuse({ avatar: "errors.item.image_unknown" });
  return redirect(page, { status: 303, headers: doneHeaders(context, "in_review") });
}

/** Stores the picture that came with the form: its id, or why it is refused. */
async function takeImage(
  context: Route.ActionArgs["context"],
  viewer: Viewer,
  file: UploadedFile,
  fields: FormData,
): Promise<{ id: string } | { problem: string }> {
  const services = context.get(servicesContext);
  if ("problem" in file) return { problem: `errors.image.${file.problem}` };
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return { problem: "errors.upload.too_often" };
  const stored = await storeImage(services, {
    id: services.newId(),
    bytes: file.bytes,
    key: "GROUPLIST_AVATAR",
    is_public: true,
    owner_id: viewer.id,
    crop: cropForm.parse(Object.fromEntries(fields)),
    now: services.clock(),
  });
  return stored.outcome === "refused"
    ? { problem: `errors.image.${stored.reason}` }
    : { id: stored.media_id };
}

/** It takes pictures alone. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return leadToFormPage(context, `/gl/${group.slug}/edit`);
}

/** What is refused is shown by the page where the form stands. */
export default function Avatar() {
  return null;
}
