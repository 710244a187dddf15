import { type RouterContextProvider, redirect } from "react-router";
import { z } from "zod";
import { servicesContext } from "../../context.ts";
import { groupForm, groupSwitch } from "../../domain/grouplists/grouplist.schema.ts";
import { editGroup, setInvites } from "../../domain/grouplists/own-groups.server.ts";
import { cropForm } from "../../domain/media/crop.schema.ts";
import { storeImage } from "../../domain/media/media.server.ts";
import type { Viewer } from "../../domain/users/viewer.ts";
import type { UploadedFile, UploadForm } from "../../http/body.server.ts";
import { requireBudget, takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { managed } from "./own-group.server.ts";

type Context = Readonly<RouterContextProvider>;

interface OwnAct {
  request: Request;
  context: Context;
  viewer: Viewer;
  slug: string;
}

const UPDATE_FAILED = "errors.grouplist.update_failed";

const editPage = (slug: string) => `/gl/${slug}/edit`;

export async function saveName({ request, context, viewer, slug }: OwnAct, posted: FormData) {
  const form = parseForm(request, context, posted, groupForm, {}, UPDATE_FAILED);
  if (!form.ok) return form.reply;
  if (!(await takeBudgets(context, [{ budget: "grouplist", key: viewer.id }])))
    return form.refuse({ "": "errors.grouplist.too_often" });
  const given = { slug, creator_id: viewer.id, name: form.value.name };
  const outcome = managed(await editGroup(context.get(servicesContext), given), viewer);
  const done = outcome === "in_review" ? "in_review" : "saved";
  return redirect(editPage(slug), { status: 303, headers: await doneHeaders(context, done, "name") });
}

/** A square of 250 pixels. */
export async function saveAvatar(
  { request, context, viewer, slug }: OwnAct,
  { fields, file }: Pick<UploadForm, "fields" | "file">,
) {
  const form = parseForm(request, context, fields, z.object({}), {}, UPDATE_FAILED);
  const taken = file
    ? await takeImage(context, viewer, file, fields)
    : { problem: "errors.picture.required" };
  if ("problem" in taken) return form.refuse({ file: taken.problem });
  const given = { slug, creator_id: viewer.id, avatar_id: taken.id };
  if (managed(await editGroup(context.get(servicesContext), given), viewer) === "avatar_unknown")
    return form.refuse({ file: "errors.item.image_unknown" });
  return redirect(editPage(slug), { status: 303, headers: await doneHeaders(context, "in_review") });
}

async function takeImage(
  context: Context,
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

export async function switchInvites({ request, context, viewer, slug }: OwnAct, posted: FormData) {
  await requireBudget(context, "grouplist", viewer.id);
  const form = parseForm(request, context, posted, groupSwitch, {}, "errors.grouplist.invites_failed");
  if (!form.ok) return form.reply;
  const { enabled } = form.value;
  const given = { slug, creator_id: viewer.id, enabled };
  managed(await setInvites(context.get(servicesContext), given), viewer);
  const done = enabled ? "invites_on" : "invites_off";
  return redirect(editPage(slug), { status: 303, headers: await doneHeaders(context, done) });
}
