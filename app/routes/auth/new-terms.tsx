import { useTranslation } from "react-i18next";
import { Form, Link, redirect } from "react-router";
import { servicesContext, settingsContext } from "../../context.ts";
import { acceptanceForm } from "../../domain/legal-texts/legal-texts.schema.ts";
import { acceptTerms, newestVersion, versionInForce } from "../../domain/legal-texts/legal-texts.server.ts";
import { readForm } from "../../http/body.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { formatsOf } from "../../http/i18n.server.ts";
import { safeReturnPath } from "../../http/preference-cookies.server.ts";
import { FaultNote } from "../../ui/components/fault-note.tsx";
import { useErrorText } from "../../ui/components/form-errors.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/new-terms";

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { legal_versions } = context.get(settingsContext);
  const isOwed = viewer.accepted_terms_version < viewer.terms_version;
  const offered = isOwed
    ? versionInForce(legal_versions, "terms", context.get(servicesContext).clock())
    : newestVersion(legal_versions, "terms");
  if (!offered || viewer.accepted_terms_version >= offered.version) throw redirect(backFrom(url), 303);
  return { version: offered.version, from: formatsOf(context).day(offered.valid_from), isOwed };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: user_id } = await requireCreator(request, context);
  const form = parseForm(request, context, await readForm(request), acceptanceForm);
  if (!form.ok) return form.reply;
  const done = await acceptTerms(services, { user_id, version: form.value.version });
  if (done === "stale") return form.refuse({ "": "errors.words.newer" });
  return redirect(backFrom(url), 303);
}

const backFrom = (url: URL) => safeReturnPath(url.searchParams.get("return_to"), "/dashboard");

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

/** Open while new terms are not accepted. */
const OPEN = [
  ["payouts", "/payout"],
  ["data", "/account/privacy"],
  ["security", "/account/security"],
  ["deletion", "/account/delete"],
] as const;

export default function NewTerms({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("auth");
  const textOf = useErrorText();
  const { version, from, isOwed } = loaderData;
  return (
    <FormPage
      title={t("newTerms.title")}
      intro={isOwed ? t("newTerms.since", { from }) : t("newTerms.from", { from })}
    >
      {actionData ? (
        <FaultNote>{textOf(actionData.error?.[""] ?? actionData.error?.version ?? undefined)}</FaultNote>
      ) : null}
      <p>
        <a href={`/terms/${version}`}>{t("newTerms.read")}</a>
      </p>
      <Form method="post" className="fields">
        <input type="hidden" name="version" value={version} />
        <SubmitButton>{t("newTerms.accept")}</SubmitButton>
      </Form>
      {isOwed ? (
        <>
          <p className="help">{t("newTerms.stays")}</p>
          <ul className="points">
            {OPEN.map(([name, href]) => (
              <li key={name}>
                <Link to={href}>{t(`newTerms.${name}`)}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </FormPage>
  );
}
