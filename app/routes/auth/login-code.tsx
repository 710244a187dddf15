import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { askForPasskey } from "../../domain/auth/passkeys.server.ts";
import { endSecondStep, findSecondStep } from "../../domain/auth/passwords.server.ts";
import { findUserForSession } from "../../domain/auth/sessions.server.ts";
import { refuseSecondStep } from "../../http/fresh-code.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { ownCookie } from "../../http/own-cookie.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { beginSession } from "../../http/sessions.server.ts";
import { CodeForm } from "../../ui/components/checked-form.tsx";
import { PasskeyForm } from "../../ui/components/passkey-form.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/login-code";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId, use } = await requireSecondStep(request, context);
  return {
    title: getI18n(context).t("auth:code.title"),
    passkey: await askForPasskey(context.get(servicesContext), userId, use),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  const { token, userId, use } = await requireSecondStep(request, context);
  const given = { user_id: userId, use };
  const refusal = await refuseSecondStep(request, context, given);
  if (refusal) return refusal;
  // Read first: a password change ends the pending login, so no session outlives it.
  const user = await findUserForSession(db, userId);
  // One of two simultaneous requests gets the session.
  if (!(await endSecondStep(db, token))) return redirect("/login", 303);
  const headers = await beginSession(request, context, { ...user, has_second_factor: true });
  return redirect(safeReturnPath(url.searchParams.get("return_to"), "/dashboard"), { status: 303, headers });
}

async function requireSecondStep(request: Request, context: Route.LoaderArgs["context"]) {
  const { db, clock } = context.get(servicesContext);
  const token = await ownCookie(context, "second_step").parse(request.headers.get("Cookie"));
  const userId = token === null ? null : await findSecondStep(db, token, clock());
  if (token === null || userId === null) throw redirect("/login", 303);
  return { token, userId, use: { purpose: "sign-in" as const, holder: token } };
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  return (
    <FormPage title={t("code.title")} intro={t("code.intro")}>
      <CodeForm id="code" lastResult={actionData} go={t("login.go")} help={t("code.help")} />
      <PasskeyForm options={loaderData.passkey} />
      <p className="more-links">
        <a href="/login">{t("code.back")}</a>
      </p>
    </FormPage>
  );
}
