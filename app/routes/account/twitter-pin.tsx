import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { pinForm } from "../../domain/microblog/microblog.schema.ts";
import { completeLink, findRequest } from "../../domain/microblog/microblog.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { getI18n } from "../../http/i18n.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SecondLink } from "../../ui/components/main-button.tsx";
import { TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/twitter-pin";

export { titleMeta as meta } from "../../ui/shells/title-meta.ts";

/** The PIN of the microblogging service, on an address of its own: it works without script, and after a reload. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, clock, networks } = context.get(servicesContext);
  const network = networks.find("x");
  const begun = network && (await findRequest(db, viewer.id, network.name, clock()));
  if (!network || !begun) throw redirect("/account/twitter", 303);
  return {
    title: getI18n(context).t("microblog:pin.title"),
    label: network.label,
    authorizeUrl: begun.authorize_url,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const network = services.networks.find("x");
  if (!network) throw redirect("/account/twitter", 303);
  const form = parseForm(request, context, await readCheckableForm(request), pinForm, {
    network: network.label,
  });
  if (!form.ok) return form.reply;
  const asker = { session_id: viewer.session_id };
  const given = { user_id: viewer.id, asker, answer: form.value.pin };
  const outcome = await completeLink(services, network, given).catch(toLogin);
  if (outcome === "pin_wrong") return form.refuse({ pin: "errors.microblog.pin_wrong" });
  if (outcome === "away") return form.refuse({ "": "errors.microblog.away" });
  const act = outcome === "linked" || outcome === "taken" ? outcome : "expired";
  return redirect("/account/twitter", { status: 303, headers: doneHeaders(context, act) });
}

export default function TwitterPin({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("microblog");
  const { label: network, authorizeUrl } = loaderData;
  const [form, fields] = shownForm<{ pin: string }>({ id: "microblog-pin", lastResult: actionData });
  return (
    <FormPage title={t("pin.title")} intro={t("pin.step", { network })}>
      <div className="actions">
        <SecondLink href={authorizeUrl} target="_blank" rel="noopener noreferrer">
          {t("pin.open", { network })}
        </SecondLink>
      </div>
      <CheckedForm form={form} button={t("pin.go")}>
        <TextField
          field={fields.pin}
          label={t("pin.label")}
          help={t("pin.help")}
          control={{ inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 }}
        />
      </CheckedForm>
      <p className="more-links">
        <a href="/account/twitter">{t("pin.again")}</a>
      </p>
    </FormPage>
  );
}
