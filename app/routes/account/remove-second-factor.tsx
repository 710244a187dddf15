import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findSecondFactor, removeSecondFactor } from "../../domain/auth/second-factor.server.ts";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { isOperator } from "../../domain/users/viewer.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { authenticateCode, toLogin } from "../../http/sign-in.server.ts";
import { ConfirmCodeForm } from "../../ui/components/confirm-code-form.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/remove-second-factor";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireRemovable(request, context);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireRemovable(request, context);
  const form = parseForm(request, context, await readForm(request), secondFactorForm);
  if (!form.ok) return form.reply;
  const outcome = await authenticateCode(context, viewer.id, form.value.code);
  if (outcome !== "right")
    return form.refuse({ code: outcome === "wrong" ? "errors.code.wrong" : "errors.login.blocked" });
  const asker = { session_id: viewer.session_id };
  await removeSecondFactor(context.get(servicesContext), viewer.id, asker).catch(toLogin);
  return redirect("/account/security", 303);
}

async function requireRemovable(request: Request, context: Route.LoaderArgs["context"]) {
  const viewer = await requireViewer(request, context);
  if (isOperator(viewer)) throw data(null, { status: 403 });
  const { is_on } = await findSecondFactor(context.get(servicesContext).db, viewer.id);
  if (!is_on) throw redirect("/account/security", 303);
  return viewer;
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function RemoveSecondFactor({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  return (
    <FormPage title={t("factorRemoval.title")} intro={t("factorRemoval.intro")}>
      <ConfirmCodeForm id="removal" lastResult={actionData} go={t("factorRemoval.go")} />
    </FormPage>
  );
}
