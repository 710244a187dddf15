import { Button, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeLink, findRequest } from "../../domain/microblog/links.server.ts";
import { pinForm } from "../../domain/microblog/microblog.schema.ts";
import { readForm } from "../../http/body.server.ts";
import { doneHeaders } from "../../http/done-notes.server.ts";
import { parseForm } from "../../http/forms.server.ts";
import { requireCreator } from "../../http/guards.server.ts";
import { toLogin } from "../../http/sign-in.server.ts";
import { FieldsForm, useCheckedForm } from "../../ui/components/checked-fields.tsx";
import { SubmitButton } from "../../ui/components/submit-button.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import type { Route } from "./+types/twitter-pin";

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await requireCreator(request, context);
  const { db, clock, networks } = context.get(servicesContext);
  const network = networks.find("x");
  const begun = network && (await findRequest(db, viewer.id, network.name, clock()));
  if (!network || !begun) throw redirect("/account/twitter", 303);
  return { label: network.label, authorizeUrl: begun.authorize_url };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = await requireCreator(request, context);
  const network = services.networks.find("x");
  if (!network) throw redirect("/account/twitter", 303);
  const form = parseForm(request, context, await readForm(request), pinForm, {
    network: network.label,
  });
  if (!form.ok) return form.reply;
  const asker = { session_id: viewer.session_id };
  const given = { user_id: viewer.id, asker, answer: form.value.pin };
  const outcome = await completeLink(services, network, given).catch(toLogin);
  if (outcome === "pin_wrong") return form.refuse({ pin: "errors.microblog.pin_wrong" });
  if (outcome === "away") return form.refuse({ "": "errors.microblog.away" });
  const act = outcome === "linked" || outcome === "taken" ? outcome : "expired";
  return redirect("/account/twitter", { status: 303, headers: await doneHeaders(context, act) });
}

export { sendForm as clientAction } from "../../ui/lost-connection.ts";

export default function TwitterPin({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("microblog");
  const { label: network, authorizeUrl } = loaderData;
  const { form, fields, input } = useCheckedForm({
    id: "microblog-pin",
    lastResult: actionData,
    schema: pinForm,
  });
  const labels = { pin: t("pin.label") };
  return (
    <FormPage title={t("pin.title")} intro={t("pin.step", { network })}>
      <div className="actions">
        <Button
          component="a"
          href={authorizeUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="second"
        >
          {t("pin.open", { network })}
        </Button>
      </div>
      <FieldsForm form={form} labels={labels}>
        <TextInput
          {...input(fields.pin)}
          label={labels.pin}
          description={t("pin.help")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
        <SubmitButton>{t("pin.go")}</SubmitButton>
      </FieldsForm>
      <p className="more-links">
        <Link to="/account/twitter">{t("pin.again")}</Link>
      </p>
    </FormPage>
  );
}
