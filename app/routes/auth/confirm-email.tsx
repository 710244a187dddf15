import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { confirmEmailChange } from "../../domain/auth/email-change.server.ts";
import { findMailedToken } from "../../domain/auth/mailed-tokens.server.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/confirm-email";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const found = params.token ? await findMailedToken(db, "email", params.token, clock()) : null;
  return {
    title: getI18n(context).t("auth:confirmEmail.title"),
    state: params.token === undefined ? "look" : found ? "ready" : "void",
    email: found?.email ?? "",
  } as const;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const confirmed = params.token
    ? await confirmEmailChange(context.get(servicesContext), params.token)
    : null;
  if (!confirmed) return data({ failed: true }, { status: 422 });
  throw redirect((await findRequestViewer(context)) ? "/account" : "/login", 303);
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  if (loaderData.state === "look")
    return <FormPage title={t("confirm.lookTitle")} intro={t("confirmEmail.look")} />;
  if (loaderData.state === "void" || actionData?.failed) {
    return (
      <DeadLink
        title={t("confirmEmail.title")}
        text={t("confirmEmail.failed")}
        help={t("confirmEmail.failedHelp")}
        again={{ href: "/account/email", text: t("confirmEmail.again") }}
      />
    );
  }
  return (
    <FormPage title={t("confirmEmail.title")} intro={t("confirmEmail.ready", { email: loaderData.email })}>
      <form method="post" className="fields">
        <MainButton>{t("confirmEmail.go")}</MainButton>
      </form>
    </FormPage>
  );
}
