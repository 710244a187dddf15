import { useTranslation } from "react-i18next";
import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { askForPasskey } from "../../domain/auth/passkeys.server.ts";
import { noteFreshCode } from "../../domain/auth/second-factor.server.ts";
import { readForm } from "../../http/body.server.ts";
import { refuseSecondStep } from "../../http/fresh-code.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { ConfirmCodeForm } from "../../ui/components/confirm-code-form.tsx";
import { PasskeyRequest } from "../../ui/components/passkey-request.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/code";

/** A fresh code precedes a bank file; then the page posts again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  const passkey = await askForPasskey(context.get(servicesContext), viewer.id, proofIn(viewer));
  return { passkey: passkey && JSON.stringify(passkey) };
}

const proofIn = ({ session_id }: { session_id: string }) => ({
  purpose: "confirm" as const,
  holder: session_id,
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const given = { user_id: viewer.id, use: proofIn(viewer) };
  const refusal = await refuseSecondStep(request, context, given, await readForm(request));
  if (refusal) return refusal;
  await noteFreshCode(db, { id: viewer.session_id, user_id: viewer.id }, clock());
  return redirect(safeReturnPath(url.searchParams.get("return_to"), "/admin"), 303);
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function FreshCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("admin");
  const { t: ofSignIn } = useTranslation("auth");
  return (
    <FormPage title={t("freshCode.title")} intro={t("freshCode.intro")}>
      <ConfirmCodeForm
        id="fresh-code"
        lastResult={actionData}
        go={t("freshCode.go")}
        help={t("freshCode.help")}
      />
      {loaderData.passkey === null ? null : (
        <PasskeyRequest options={loaderData.passkey} intent="passkey">
          <SubmitButton kind="second">{ofSignIn("passkey.use")}</SubmitButton>
        </PasskeyRequest>
      )}
    </FormPage>
  );
}
