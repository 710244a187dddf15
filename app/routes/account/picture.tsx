import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { cropForm } from "../../domain/media/crop.schema.ts";
import { setProfilePicture } from "../../domain/users/profile.server.ts";
import { findAccount } from "../../domain/users/user.server.ts";
import { readUploadForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { refuseFile } from "../../http/upload-answer.server.ts";
import { FormErrors } from "../../ui/components/form-errors.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import type { Route } from "./+types/picture";
import { PictureForm } from "./picture-form.tsx";
import { pictureKind } from "./verification.server.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { id } = await requireCreator(request, context);
  const kind = pictureKind(params.kind);
  const account = await findAccount(context.get(servicesContext).db, id);
  return { kind, mediaId: account[`${kind}_id`], name: account.name ?? "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const kind = pictureKind(params.kind);
  const { file, fields } = await readUploadForm(request, "file");
  const errors = getI18n(context).getFixedT(null, "errors");
  if (!file) return refuseFile(context, errors("picture.required"));
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return refuseFile(context, errors("upload.too_often"), 429);
  const crop = cropForm.parse(Object.fromEntries(fields));
  const saved =
    "problem" in file ? file.problem : await setProfilePicture(services, viewer.id, kind, file.bytes, crop);
  if (saved !== "saved") return refuseFile(context, errors(`image.${saved}`));
  const next = fields.get("next") === "verification" ? "/account/verification" : "/account/edit";
  return redirect(next, { status: 303, headers: await doneHeaders(context, "saved") });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function Picture({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { kind } = loaderData;
  const problems = actionData?.error?.file ?? [];
  return (
    <AccountPage title={t("edit.title")}>
      <FormErrors
        form={{ id: kind, status: actionData?.status, allErrors: problems.length ? { file: problems } : {} }}
        labels={{ file: t(`edit.${kind}`) }}
      />
      <PictureForm {...loaderData} problem={problems[0]} />
      <p>
        <Link to="/account/edit">{t("edit.back")}</Link>
      </p>
    </AccountPage>
  );
}
