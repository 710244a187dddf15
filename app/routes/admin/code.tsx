import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { noteFreshCode } from "../../domain/auth/auth.server.ts";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { authenticateCode } from "../../http/sign-in.server.ts";
import { CodeForm } from "../../ui/components/code-form.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/code";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** A fresh code before what moves money; then back to the page of the act, which is sent again. */
export function loader({ context }: Route.LoaderArgs) {
  return { title: getI18n(context).t("admin:freshCode.title") };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), secondFactorForm);
  if (!form.ok) return form.reply;
  const outcome = await authenticateCode(context, viewer.id, form.value.code);
  if (outcome === "blocked") return form.refuse({ "": "errors.login.blocked" });
  if (outcome === "wrong") return form.refuse({ code: "errors.code.wrong" });
  await noteFreshCode(db, { id: viewer.session_id, user_id: viewer.id }, clock());
  return redirect(safeReturnPath(url.searchParams.get("return_to"), "/admin"), 303);
}

export default function FreshCode({ actionData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  return (
    <FormPage title={t("freshCode.title")} intro={t("freshCode.intro")}>
      <CodeForm id="fresh-code" lastResult={actionData} go={t("freshCode.go")} help={t("freshCode.help")} />
    </FormPage>
  );
}
