import { z } from "zod";
import { servicesContext } from "../context.ts";
import { ownsGroup } from "../domain/grouplists/own-groups.server.ts";
import { cropForm, itemCropForm } from "../domain/media/crop.schema.ts";
import { type MediaKey, storeImage } from "../domain/media/media.server.ts";
import { truth } from "../domain/typed-text.schema.ts";
import { stageOf, type Viewer } from "../domain/users/viewer.ts";
import {
  apiJson,
  apiRefusal,
  readUploadCall,
  refuseField,
  refuseNotActive,
  refuseTooMany,
  requireApiBudget,
  requireApiCreator,
  requireKnownCaller,
} from "../http/api.server.ts";
import { guestPictureBudget } from "../http/guest-pictures.server.ts";
import { isId } from "../http/ids.ts";
import { call, dataOf } from "./call.server.ts";

/** Clamps invalid crops, as the pages do. */
const cropPart = z.union([z.string(), z.number()]).optional();

const mediaCall = z.object({
  key: z.enum(["TRIBUTE_IMAGE", "GROUPLIST_AVATAR"], "errors.api.media_key"),
  is_public: truth("errors.api.truth").nullish(),
  grouplist_id: z.union([z.string(), z.int()]).nullish(),
  ...{ x_percent: cropPart, y_percent: cropPart, zoom_percent: cropPart },
});

const groupPicture = z.object({ id: z.string() }).meta({ id: "GroupPicture" });
const tipPicture = z.object({ file: groupPicture }).meta({ id: "TipPicture" });

export const mediafileCalls = [
  call({
    name: "uploadPicture",
    method: "post",
    path: "/api/mediafiles",
    who: "anyone",
    described: mediaCall,
    files: ["file"],
    needsFiles: true,
    answers: {
      201: dataOf(z.union([groupPicture, tipPicture])),
    },
    refusals: {
      401: ["unauthenticated"],
      403: [
        ...["locked", "email_unverified", "username_missing", "terms_pending", "new_terms", "forbidden"],
        ...["not_active", "not_owner"],
      ],
    },
    async handler({ req, env: { context } }) {
      const { files, fields } = await readUploadCall(req.raw, context, ["file"], mediaCall);
      const { key, is_public, grouplist_id, ...crop } = fields;
      const services = context.get(servicesContext);
      const caller = await requireKnownCaller(req.raw, context);
      if (key === "GROUPLIST_AVATAR") {
        const viewer = await requireApiCreator(req.raw, context);
        if (viewer.status !== "ACTIVE") return refuseNotActive(context);
        const named = grouplist_id ? String(grouplist_id) : null;
        const group = named && { ...(isId(named) ? { id: named } : { slug: named }), creator_id: viewer.id };
        if (group && !(await ownsGroup(services.db, group)))
          return apiRefusal(context, { status: 403, code: "not_owner", text: "errors.api.owner" });
      }
      const file = files.get("file");
      if (!file) return refuseField(context, "file", "errors.picture.required");
      if ("problem" in file) return refuseField(context, "file", `errors.image.${file.problem}`);

      const owner = caller && isCreator(caller) ? caller : null;
      if (owner) await requireApiBudget(context, "upload", "errors.api.too_often", owner.id);
      else await requireApiBudget(context, "fan_upload", "errors.api.too_often");
      const kept: MediaKey = owner ? key : "TIP_IMAGE";
      const stored = await storeImage(services, {
        id: services.newId(),
        bytes: file.bytes,
        key: kept,
        // A group's picture is always stored as JPEG.
        is_public: owner !== null && (is_public === true || kept === "GROUPLIST_AVATAR"),
        owner_id: owner?.id ?? null,
        ...(owner ? {} : { guest: guestPictureBudget(context) }),
        crop: (kept === "GROUPLIST_AVATAR" ? cropForm : itemCropForm).parse(crop),
        now: services.clock(),
      });
      if (stored.outcome === "refused" && stored.reason === "too_often")
        return refuseTooMany(context, "errors.image.too_often");
      if (stored.outcome === "refused") return refuseField(context, "file", `errors.image.${stored.reason}`);
      const id = stored.media_id;
      return apiJson({ data: key === "GROUPLIST_AVATAR" ? { id } : { file: { id } } }, { status: 201 });
    },
  }),
];

function isCreator(viewer: Viewer): boolean {
  return viewer.role === "CREATOR" && viewer.status !== "LOCKED" && stageOf(viewer) === null;
}
