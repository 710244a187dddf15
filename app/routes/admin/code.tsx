import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { askForPasskey, noteFreshCode } from "../../domain/auth/auth.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { CodeForm } from "../../ui/components/code-form.tsx";
import { PasskeyForm } from "../../ui/components/passkey-form.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import { refuseSecondStep } from "../second-step.server.ts";
import type { Route } from "./+types/code";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** A fresh code or passkey before what moves money; then back to the page of the act, which is sent again. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireViewer(request, context);
  return {
    title: getI18n(context).t("admin:freshCode.title"),
    passkey: await askForPasskey(context.get(servicesContext), viewer.id, proofIn(viewer)),
  };
}

const proofIn = ({ session_id }: { session_id: string }) => ({
  purpose: "confirm" as const,
  holder: session_id,
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const given = { user_id: viewer.id, use: proofIn(viewer) };
  const refusal = await refuseSecondStep(request, context, given);
  if (refusal) return refusal;
  await noteFreshCode(db, { id: viewer.session_id, user_id: viewer.id }, clock());
  return redirect(safeReturnPath(url.searchParams.get("return_to"), "/admin"), 303);
}

export default function FreshCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("admin");
  return (
    <FormPage title={t("freshCode.title")} intro={t("freshCode.intro")}>
      <CodeForm id="fresh-code" lastResult={actionData} go={t("freshCode.go")} help={t("freshCode.help")} />
      <PasskeyForm options={loaderData.passkey} />
    </FormPage>
  );
}
