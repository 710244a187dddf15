import type { RouterContextProvider } from "react-router";
import type { ZodType } from "zod";
import { type Services, servicesContext } from "../context.ts";
import { completeProfile } from "../domain/auth/registration.server.ts";
import { businessDate } from "../domain/calendar.ts";
import { deleteImage } from "../domain/media/media.server.ts";
import { formatDay } from "../domain/money/formats.ts";
import { isCountry } from "../domain/tax/countries.server.ts";
import { profileChange, profileForm } from "../domain/users/profile.schema.ts";
import {
  type ProfileFields,
  removeProfilePicture,
  replaceProfilePicture,
  saveProfile,
  storeProfilePicture,
} from "../domain/users/profile.server.ts";
import type { Viewer } from "../domain/users/viewer.ts";
import { apiDone, readUploadCall, refuseField, requireApiBudget } from "../http/api.server.ts";
import type { UploadedFile } from "../http/body.server.ts";
import { getI18n, getLocale } from "../http/i18n.server.ts";
import { type CallContext, call, dataOf } from "./call.server.ts";
import { apiUser, userData } from "./user-data.server.ts";

const PICTURES = ["avatar", "header"] as const;
const ANY_DAY = "2026-01-01";

export const profileCalls = [
  call({
    name: "replaceProfile",
    method: "post",
    path: "/api/account",
    who: "creator",
    passes: "complete",
    described: profileForm(ANY_DAY),
    files: PICTURES,
    answers: { 200: dataOf(userData) },
    handler: (c) => changeProfile(c, profileForm(todayOf(c))),
  }),

  call({
    name: "changeProfile",
    method: "patch",
    path: "/api/account",
    who: "creator",
    described: profileChange(ANY_DAY),
    files: PICTURES,
    answers: { 200: dataOf(userData) },
    handler: (c) => changeProfile(c, profileChange(todayOf(c))),
  }),

  call({
    name: "removeAvatar",
    method: "delete",
    path: "/api/account/avatar",
    who: "creator",
    answers: { 204: null },
    async handler({ env: { context }, var: { viewer } }) {
      await removeProfilePicture(context.get(servicesContext), viewer.id, "avatar");
      return apiDone();
    },
  }),
];

function todayOf({ env: { context } }: CallContext<"creator">): string {
  return businessDate(context.get(servicesContext).clock());
}

async function changeProfile(
  { req, env: { context }, var: { viewer } }: CallContext<"creator">,
  schema: ZodType<Partial<ProfileFields>>,
): Promise<Response> {
  const services = context.get(servicesContext);
  const { fields: given, files } = await readUploadCall(req.raw, context, PICTURES, schema);
  const { country_id = null } = given;
  // A first username requires a country.
  if (country_id === null ? viewer.username === null : !(await isCountry(services.db, country_id)))
    return refuseField(context, "country_id", "errors.country.required");

  for (const _ of files) await requireApiBudget(context, "upload", "errors.api.too_often", viewer.id);
  const pictures: StoredPicture[] = [];
  const problem =
    (await storePictures(services, viewer, files, pictures)) ?? (await save(context, viewer, given));
  if (problem) {
    for (const { id } of pictures) await deleteImage(services, id);
    return refuseField(context, problem.field, problem.text);
  }
  for (const { kind, id } of pictures) await replaceProfilePicture(services, viewer.id, kind, id);
  return await apiUser(context, viewer.id);
}

interface StoredPicture {
  kind: (typeof PICTURES)[number];
  id: string;
}

type Problem = { field: string; text: string } | null;

async function storePictures(
  services: Services,
  viewer: Viewer,
  files: ReadonlyMap<string, UploadedFile>,
  stored: StoredPicture[],
): Promise<Problem> {
  for (const kind of PICTURES) {
    const file = files.get(kind);
    if (!file) continue;
    if ("problem" in file) return { field: kind, text: `errors.image.${file.problem}` };
    const taken = await storeProfilePicture(services, viewer.id, kind, file.bytes);
    if (taken.outcome === "refused") return { field: kind, text: `errors.image.${taken.reason}` };
    stored.push({ kind, id: taken.media_id });
  }
  return null;
}

async function save(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  given: Partial<ProfileFields>,
): Promise<Problem> {
  const { db, reservedNames, clock } = context.get(servicesContext);
  const invalid = { field: "username", text: "errors.username.invalid" };
  const { username, name, country_id } = given;
  if (viewer.username === null && username && name && country_id) {
    const chosen = { username, name, country_id };
    const completed = await completeProfile(db, viewer.id, chosen, reservedNames, clock());
    if (completed === "username_invalid") return invalid;
  }
  const saved = await saveProfile(db, viewer.id, given, reservedNames, clock());
  if (saved.outcome === "saved") return null;
  if (saved.outcome === "username_invalid") return invalid;
  const until = formatDay(saved.until, getLocale(context));
  return { field: "username", text: getI18n(context).t("account:edit.renameLater", { until }) };
}
