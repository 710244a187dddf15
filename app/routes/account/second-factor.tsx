import { toString as drawQrCode } from "qrcode";
import { useTranslation } from "react-i18next";
import { createContext, data, Form, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import {
  confirmSecondFactor,
  type FactorSetup,
  findSecondFactor,
  findSetup,
} from "../../domain/auth/second-factor.server.ts";
import { findUserForSession } from "../../domain/auth/sessions.server.ts";
import { secondFactorForm } from "../../domain/users/user.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { beginSession } from "../../http/sessions.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { ConfirmCodeForm, RecoveryCodes } from "../../ui/components/confirm-code-form.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { orNotSent } from "../../ui/lost-connection.ts";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/second-factor";

/** Set by the request that turns it on: its answer shows the recovery codes once. */
const turnedOnContext = createContext(false);

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  if (context.get(turnedOnContext)) return { setup: null };
  const viewer = await requireViewer(request, context);
  const { is_on } = await findSecondFactor(services.db, viewer.id);
  if (is_on) throw redirect("/account/security", 303);
  const setup = await findSetup(services, { ...viewer, product: context.get(settingsContext).brand.name });
  return { setup: setup && (await shown(setup)) };
}

async function shown({ secret, url }: FactorSetup) {
  return {
    secret: secret.replace(/(.{4})(?=.)/g, "$1 "),
    url,
    qr: await drawQrCode(url, { type: "svg", margin: 2, width: 200 }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireViewer(request, context);
  const form = parseForm(request, context, await readForm(request), secondFactorForm);
  if (!form.ok) return data({ reply: form.reply.data, codes: null }, { status: 422 });
  const taken = await takeBudgets(context, [{ budget: "second_factor", key: viewer.id }]);
  // Read first: an undo or password change in between prevents the session.
  const { password_hash } = await findUserForSession(services.db, viewer.id);
  const asker = { session_id: viewer.session_id };
  const given = { user_id: viewer.id, code: form.value.code, asker };
  const codes = taken ? await confirmSecondFactor(services, given).catch(toLogin) : null;
  if (!codes) {
    const key = taken ? "errors.code.wrong" : "errors.login.blocked";
    return data({ reply: form.refuse({ code: key }).data, codes: null }, { status: 422 });
  }
  await services.limits.reset("second_factor", viewer.id);
  context.set(turnedOnContext, true);
  // The session gains rights, so its token changes.
  const headers = await beginSession(request, context, { ...viewer, password_hash, has_second_factor: true });
  return data({ reply: null, codes }, { headers });
}

/** Revalidating would redirect away from the recovery codes. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.codes ? false : defaultShouldRevalidate;
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return await orNotSent(serverAction(), (reply) => ({ reply, codes: null }));
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("account");
  const { setup } = loaderData;
  if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} />;
  if (!setup)
    return (
      <FormPage title={t("factor.title")} intro={t("factor.intro")}>
        <Form method="post" action="/account/security/second-factor/secret" className="fields">
          <SubmitButton>{t("factor.begin")}</SubmitButton>
        </Form>
      </FormPage>
    );
  return (
    <FormPage title={t("factor.title")} intro={t("factor.intro")}>
      <ol className="points">
        <li>{t("factor.scan")}</li>
        <li>{t("factor.type")}</li>
      </ol>
      <img
        className="qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(setup.qr)}`}
        width={200}
        height={200}
        alt={t("factor.qr")}
      />
      <p className="help">{t("factor.secret")}</p>
      <p className="secret">
        <a href={setup.url}>{setup.secret}</a>
      </p>
      <ConfirmCodeForm id="factor" lastResult={actionData?.reply} go={t("factor.go")} digitsOnly />
    </FormPage>
  );
}
