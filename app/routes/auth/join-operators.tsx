import { toString as drawQrCode } from "qrcode";
import { redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { findPasswordFault } from "../../domain/auth/passwords.server.ts";
import { findInvited, joinOperators } from "../../domain/operator-acts/operator-accounts.server.ts";
import { joinOperatorsForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { takeBudgets } from "../../http/budgets.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { DeadLink } from "../../ui/components/dead-link.tsx";
import { PasswordField, TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/join-operators";

export { unlisted as meta } from "../../ui/shells/unlisted.ts";

/** It shows the key of a second factor. */
export const headers = () => ({ "Cache-Control": "private, no-store" });

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { t } = getI18n(context);
  const title = t("operators:join.title");
  const invited = params.token
    ? await findInvited(services, params.token, context.get(settingsContext).brand.name)
    : null;
  if (!invited) return { title, invited: null };
  const { email, role, setup } = invited;
  return {
    title,
    invited: {
      intro: t("operators:join.intro", { email, role: t(`operators:role.${role}`) }),
      secret: setup.secret.replace(/(.{4})(?=.)/g, "$1 "),
      url: setup.url,
      qr: await drawQrCode(setup.url, { type: "svg", margin: 2, width: 200 }),
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const form = parseForm(request, context, await readCheckableForm(request), joinOperatorsForm);
  if (!form.ok) return form.reply;
  const { password, code } = form.value;
  const { token = "" } = params;
  const invited = await findInvited(services, token, context.get(settingsContext).brand.name);
  if (!invited) return form.refuse({ "": "errors.operator.link" });
  const fault = await findPasswordFault(password, [invited.email]);
  if (fault) return form.refuse({ password: `errors.password.${fault}` });
  const taken = await takeBudgets(context, [{ budget: "second_factor", key: invited.user_id }]);
  if (!taken) return form.refuse({ code: "errors.login.blocked" });
  const outcome = await joinOperators(services, { token, password, code });
  if (outcome === "code_wrong") return form.refuse({ code: "errors.code.wrong" });
  if (outcome === "gone") return form.refuse({ "": "errors.operator.link" });
  await services.limits.reset("second_factor", invited.user_id);
  return redirect("/login", { status: 303, headers: await doneHeaders(context, "joined") });
}

export default function JoinOperators({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("operators");
  const { t: ofSignIn } = useTexts("auth");
  const { title, invited } = loaderData;
  const [form, fields] = shownForm<{ password: string; password_confirmation: string; code: string }>({
    id: "join",
    lastResult: actionData,
  });
  if (!invited)
    return (
      <DeadLink
        title={title}
        text={t("join.gone")}
        help={t("join.goneHelp")}
        again={{ href: "/login", text: t("join.toLogin") }}
      />
    );
  const labels = {
    password: t("join.password"),
    password_confirmation: ofSignIn("passwordAgain"),
    code: t("join.code"),
  };
  return (
    <FormPage title={title} intro={invited.intro}>
      <p className="help">{t("join.scan")}</p>
      <img
        className="qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(invited.qr)}`}
        width={200}
        height={200}
        alt={t("join.qr")}
      />
      <p className="secret">
        <a href={invited.url}>{invited.secret}</a>
      </p>
      <CheckedForm form={form} labels={labels} button={t("join.go")}>
        <TextField
          field={fields.code}
          label={labels.code}
          control={{ autoComplete: "one-time-code", inputMode: "numeric", maxLength: 10 }}
        />
        <PasswordField
          field={fields.password}
          label={labels.password}
          help={ofSignIn("passwordHelp")}
          isNew
        />
        <PasswordField field={fields.password_confirmation} label={labels.password_confirmation} isNew />
      </CheckedForm>
    </FormPage>
  );
}
