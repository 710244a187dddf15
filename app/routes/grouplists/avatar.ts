import { redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import { editGroup } from "../../domain/grouplists/grouplists.server.ts";
import { readUploadForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { formPageContext, leadToFormPage } from "../../http/refused-forms.server.ts";
import { cropForm } from "../../media/crop.schema.ts";
import { storeImage } from "../../media/media.server.ts";
import type { Route } from "./+types/avatar";
import { managed, requireOwnGroup } from "./own-group.server.ts";

/** Takes in a group's picture, cropped to a square of 250 pixels; its form stands on the page of the group's edit. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { viewer, group } = await requireOwnGroup(request, context, params.grouplist);
  const page = `/gl/${group.slug}/edit`;
  context.set(formPageContext, page);
  const { file, fields } = await readUploadForm(request, "file");
  const form = parseForm(
    request,
    context,
    new FormData(),
    z.object({}),
    {},
    "errors.grouplist.update_failed",
  );
  if (!file) return form.refuse({ avatar: "errors.picture.required" });
  if ("problem" in file) return form.refuse({ avatar: `errors.image.${file.problem}` });
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return form.refuse({ avatar: "errors.upload.too_often" });
  const stored = await storeImage(services, {
    id: services.newId(),
    bytes: file.bytes,
    key: "GROUPLIST_AVATAR",
    is_public: true,
    owner_id: viewer.id,
    crop: cropForm.parse(Object.fromEntries(fields)),
    now: services.clock(),
  });
  if (stored.outcome === "refused") return form.refuse({ avatar: `errors.image.${stored.reason}` });
  const given = { slug: group.slug, creator_id: viewer.id, avatar_id: stored.media_id };
  managed(await editGroup(services, given), viewer);
  return redirect(page, { status: 303, headers: doneHeaders(context, "in_review") });
}

/** It takes files alone. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { group } = await requireOwnGroup(request, context, params.grouplist);
  return leadToFormPage(context, `/gl/${group.slug}/edit`);
}

/** What is refused is shown by the page where the form stands. */
export default function Avatar() {
  return null;
}
