import type { SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { data, Form, Link, redirect } from "react-router";
import { retryAfterContext, servicesContext } from "../../context.ts";
import { type Resent, resendRegistrationMail } from "../../domain/auth/registration.server.ts";
import { readForm } from "../../http/body.server.ts";
import { mayResend } from "../../http/budgets.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/verify-email";

type Reply = SubmissionResult<string[]>;

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  if (viewer.is_email_verified) throw redirect("/dashboard", 303);
  return {
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
  if (resent.outcome === "sent") return data<Reply>({ status: "success" });
  context.set(retryAfterContext, resent.seconds);
  const t = getI18n(context).getFixedT(null, "auth");
  const reason = `${t("verifyEmail.failed")}. ${t("verifyEmail.wait", { count: resent.seconds })}`;
  return data<Reply>({ status: "error", error: { "": [reason] } }, { status: 422 });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const textOf = useErrorText();
  return (
    <FormPage title={t("verifyEmail.title")} intro={t("verifyEmail.intro", { email: loaderData.email })}>
      {loaderData.isDemo ? (
        <p className="note">
          {t("verifyEmail.demo")} <a href="/dev/mail">{t("verifyEmail.mailbox")}</a>
        </p>
      ) : null}
      {actionData?.status === "success" ? (
        <p className="note" role="status">
          {t("verifyEmail.sent")}
        </p>
      ) : null}
      {actionData?.status === "error" ? (
        <FaultNote>{textOf(actionData.error?.[""] ?? undefined)}</FaultNote>
      ) : null}
      <Form method="post" className="fields">
        <SubmitButton>{t("verifyEmail.resend")}</SubmitButton>
      </Form>
      <p className="more-links">
        <Link to="/account/email">{t("verifyEmail.other")}</Link>
      </p>
    </FormPage>
  );
}
