import { useTranslation } from "react-i18next";
import { Form, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { decideTerms } from "../../domain/auth/registration.server.ts";
import { termsForm } from "../../domain/users/user.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { dashboardOrVoucher } from "../../http/held-voucher.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/verification-terms";

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readForm(request), termsForm);
  if (!form.ok) return form.reply;
  await decideTerms(db, viewer.id, form.value.accepted, clock());
  const home = viewer.has_decided_terms ? "/account" : await dashboardOrVoucher(request, context);
  return redirect(safeReturnPath(url.searchParams.get("return_to"), home), 303);
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function VerificationTerms({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const textOf = useErrorText();
  const points = ["age", "identity", "content", "money", "data"] as const;
  return (
    <FormPage title={t("terms.title")} intro={t("terms.intro")}>
      {actionData ? (
        <FaultNote>{textOf(actionData.error?.[""] ?? undefined) ?? t("terms.choose")}</FaultNote>
      ) : null}
      <ul className="points">
        {points.map((point) => (
          <li key={point}>{t(`terms.${point}`)}</li>
        ))}
      </ul>
      <Form method="post" className="fields">
        <SubmitButton choice={{ name: "accepted", value: "true" }}>{t("terms.accept")}</SubmitButton>
        <SubmitButton kind="second" choice={{ name: "accepted", value: "false" }}>
          {t("terms.decline")}
        </SubmitButton>
        <p className="help">{t("terms.declineHelp")}</p>
      </Form>
    </FormPage>
  );
}
