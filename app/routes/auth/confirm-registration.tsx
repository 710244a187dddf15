import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findMailedToken } from "../../domain/auth/mailed-tokens.server.ts";
import { confirmRegistration } from "../../domain/auth/registration.server.ts";
import { readForm } from "../../http/body.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { findRequestViewer } from "../../http/sessions.server.ts";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { MainButton, MainLink } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/confirm-registration";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** By a button, as mail scanners open links. Without a token it explains the mail (docs/product.md, 6.2). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await findRequestViewer(context);
  const found = params.token ? await findMailedToken(db, "register", params.token, clock()) : null;
  return {
    title: getI18n(context).t("auth:confirm.title"),
    state:
      params.token === undefined ? "look" : found ? "ready" : viewer?.is_email_verified ? "done" : "void",
    isSignedIn: viewer !== null,
  } as const;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  await readForm(request);
  const { db, clock } = context.get(servicesContext);
  const confirmed = params.token ? await confirmRegistration(db, params.token, clock()) : null;
  if (!confirmed) return data({ failed: true }, { status: 422 });
  const viewer = await findRequestViewer(context);
  throw redirect(viewer?.id === confirmed.user_id ? "/register/complete" : "/login", 303);
}

export default function ConfirmRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const { state, isSignedIn } = loaderData;
  if (state === "ready" && !actionData?.failed) {
    return (
      <FormPage title={t("confirm.title")}>
        <form method="post" className="fields">
          <MainButton>{t("confirm.go")}</MainButton>
        </form>
      </FormPage>
    );
  }
  if (state === "look") return <FormPage title={t("confirm.lookTitle")} intro={t("confirm.look")} />;
  if (state === "done") {
    return (
      <FormPage title={t("confirm.doneTitle")}>
        <div className="actions">
          <MainLink href="/dashboard">{t("confirm.onward")}</MainLink>
        </div>
      </FormPage>
    );
  }
  return (
    <DeadLink
      title={t("confirm.title")}
      text={t("confirm.failed")}
      help={t("confirm.failedHelp")}
      again={{ href: isSignedIn ? "/account/verify-email" : "/login", text: t("confirm.again") }}
    />
  );
}
