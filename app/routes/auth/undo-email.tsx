import { data, href, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findEmailUndo, undoEmailChange } from "../../domain/auth/email-change.server.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders, takeDone } from "../../http/done-notes.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/undo-email";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const found = params.token ? await findEmailUndo(db, params.token, clock()) : null;
  const isDone = params.token === undefined && (await takeDone(request, context, ["undone"])) !== null;
  return {
    title: getI18n(context).t("auth:undoEmail.title"),
    state: isDone ? "done" : found ? "ready" : "void",
    email: found?.email ?? "",
  } as const;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const undone = params.token ? await undoEmailChange(context.get(servicesContext), params.token) : null;
  if (!undone) return data({ failed: true }, { status: 422 });
  const { password_token: token } = undone;
  if (token !== null) throw redirect(href("/password/reset/:token?", { token }), 303);
  throw redirect("/email/undo", { status: 303, headers: await doneHeaders(context, "undone") });
}

export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const { state, email } = loaderData;
  if (state === "done") return <FormPage title={t("undoEmail.doneTitle")} intro={t("undoEmail.done")} />;
  if (state === "void" || actionData?.failed) {
    return (
      <DeadLink
        title={t("undoEmail.title")}
        text={t("undoEmail.failed")}
        help={t("undoEmail.failedHelp")}
        again={{ href: "/password/forgot", text: t("undoEmail.again") }}
      />
    );
  }
  return (
    <FormPage title={t("undoEmail.title")} intro={t("undoEmail.ready", { email })}>
      <p className="help">{t("undoEmail.effects")}</p>
      <form method="post" className="fields">
        <MainButton>{t("undoEmail.go")}</MainButton>
      </form>
    </FormPage>
  );
}
