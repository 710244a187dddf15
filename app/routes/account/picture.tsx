import { createContext, data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { setProfilePicture } from "../../domain/users/users.server.ts";
import { readUploadForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { formPageContext } from "../../http/refused-forms.server.ts";
import { cropForm } from "../../media/crop.schema.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { AccountPage } from "../../ui/shells/account-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/picture";
import { pictureKind } from "./kinds.server.ts";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The file of this very request was refused, and the page says why. */
const refusedContext = createContext(false);

/** Takes in a new avatar or header picture. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const kind = pictureKind(params.kind);
  const { file, fields } = await readUploadForm(request, "file");
  const errors = getI18n(context).getFixedT(null, "errors");
  context.set(refusedContext, true);
  context.set(formPageContext, "/account/edit");
  const refuse = (problem: string, status = 422) => data({ picture: kind, problem }, { status });
  if (!file) return refuse(errors("picture.required"));
  if (!(await takeBudgets(context, [{ budget: "upload", key: viewer.id }])))
    return refuse(errors("upload.too_often"), 429);
  const crop = cropForm.parse(Object.fromEntries(fields));
  const saved =
    "problem" in file ? file.problem : await setProfilePicture(services, viewer.id, kind, file.bytes, crop);
  if (saved !== "saved") return refuse(errors(`image.${saved}`));
  return redirect("/account/edit", { status: 303, headers: doneHeaders(context, "saved") });
}

/** It takes files alone. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  pictureKind(params.kind);
  if (!context.get(refusedContext)) throw redirect("/account/edit", 303);
  return { title: getI18n(context).t("account:edit.title") };
}

export default function Picture({ actionData }: Route.ComponentProps) {
  const { t } = useTexts("account");
  return (
    <AccountPage title={t("edit.title")}>
      <FaultNote>{actionData?.problem}</FaultNote>
      <div className="actions">
        <SecondLink href="/account/edit">{t("edit.back")}</SecondLink>
      </div>
    </AccountPage>
  );
}
