import { data, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../context.ts";
import { type Resent, resendRegistrationMail } from "../../domain/auth/auth.server.ts";
import { readForm } from "../../http/body.server.ts";
import { mayResend } from "../../http/budgets.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { MainButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/verify-email";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The first stage: look into the mailbox; the mail can be sent again, after a pause. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  if (viewer.is_email_verified) throw redirect("/dashboard", 303);
  return {
    title: getI18n(context).t("auth:verifyEmail.title"),
    email: viewer.email,
    isDemo: context.get(servicesContext).config.mode === "demo",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  await readForm(request);
  const resent: Resent = (await mayResend(context, viewer))
    ? await resendRegistrationMail(services, viewer.id)
    : { outcome: "too_early", seconds: context.get(retryAfterContext) ?? 900 };
  if (resent.outcome === "confirmed") throw redirect("/dashboard", 303);
  if (resent.outcome === "sent") return { isSent: true, seconds: 0 };
  context.set(retryAfterContext, resent.seconds);
  return data({ isSent: false, seconds: resent.seconds }, { status: 422 });
}

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  return (
    <FormPage title={t("verifyEmail.title")} intro={t("verifyEmail.intro", { email: loaderData.email })}>
      {loaderData.isDemo ? (
        <p className="note">
          {t("verifyEmail.demo")} <a href="/dev/mail">{t("verifyEmail.mailbox")}</a>
        </p>
      ) : null}
      {actionData?.isSent ? (
        <p className="note" role="status">
          {t("verifyEmail.sent")}
        </p>
      ) : null}
      {actionData && !actionData.isSent ? (
        <FaultNote>
          {t("verifyEmail.failed")}. {t("verifyEmail.wait", { count: actionData.seconds })}
        </FaultNote>
      ) : null}
      <form method="post" className="fields">
        <MainButton>{t("verifyEmail.resend")}</MainButton>
      </form>
      <p className="more-links">
        <a href="/account/email">{t("verifyEmail.other")}</a>
      </p>
    </FormPage>
  );
}
