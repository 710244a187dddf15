import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { decideTerms } from "../../domain/auth/auth.server.ts";
import { termsForm } from "../../domain/users/user.schema.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { dashboardOrVoucher } from "../../http/held-voucher.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { MainButton, SecondButton } from "../../ui/components/main-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/verification-terms";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The third stage: accept the verification's terms, or decline and come back to it later. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireCreator(request, context);
  return { title: getI18n(context).t("auth:terms.title") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const form = parseForm(request, context, await readCheckableForm(request), termsForm);
  if (!form.ok) return form.reply;
  await decideTerms(db, viewer.id, form.value.accepted, clock());
  return redirect(dashboardOrVoucher(request, context), 303);
}

export default function VerificationTerms({ actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const points = ["age", "identity", "content", "money", "data"] as const;
  return (
    <FormPage title={t("terms.title")} intro={t("terms.intro")}>
      {actionData ? <FaultNote>{t("terms.choose")}</FaultNote> : null}
      <ul className="points">
        {points.map((point) => (
          <li key={point}>{t(`terms.${point}`)}</li>
        ))}
      </ul>
      <form method="post" className="fields">
        <MainButton name="accepted" value="true">
          {t("terms.accept")}
        </MainButton>
        <SecondButton name="accepted" value="false">
          {t("terms.decline")}
        </SecondButton>
        <p className="help">{t("terms.declineHelp")}</p>
      </form>
    </FormPage>
  );
}
