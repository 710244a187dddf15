import { useTranslation } from "react-i18next";
import { data, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { findSecondFactor, renewRecoveryCodes } from "../../domain/auth/second-factor.server.ts";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { authenticateCode, toLogin } from "../../http/sign-in.server.ts";
import { ConfirmCodeForm, RecoveryCodes } from "../../ui/components/confirm-code-form.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/recovery-codes";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const { is_on } = await findSecondFactor(context.get(servicesContext).db, viewer.id);
  if (!is_on) throw redirect("/account/security", 303);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), secondFactorForm);
  if (!form.ok) return data({ reply: form.reply.data, codes: null }, { status: 422 });
  const outcome = await authenticateCode(context, viewer.id, form.value.code);
  if (outcome !== "right") {
    const key = outcome === "wrong" ? "errors.code.wrong" : "errors.login.blocked";
    return data({ reply: form.refuse({ code: key }).data, codes: null }, { status: 422 });
  }
  const { db, clock } = context.get(servicesContext);
  const asker = { session_id: viewer.session_id };
  return { reply: null, codes: await renewRecoveryCodes(db, viewer.id, clock(), asker).catch(toLogin) };
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => ({ reply, codes: null }));
}

export default function RenewRecoveryCodes({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} />;
  return (
    <FormPage title={t("recovery.renewTitle")} intro={t("recovery.renewIntro")}>
      <ConfirmCodeForm id="recovery" lastResult={actionData?.reply} go={t("recovery.renew")} />
    </FormPage>
  );
}
