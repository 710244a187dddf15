import { data } from "react-router";
import { servicesContext } from "../../../context.ts";
import { askForSeries } from "../../../domain/series/declarations.server.ts";
import { seriesLinksForm } from "../../../domain/series/series.schema.ts";
import { readCheckableForm } from "../../../http/body.server.ts";
import { mayMail, recipientKey } from "../../../http/budgets.server.ts";
import { cacheTags } from "../../../http/cache-tags.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { getI18n, getLocale } from "../../../http/i18n.server.ts";
import { CheckedForm } from "../../../ui/components/checked-form.tsx";
import { TextField } from "../../../ui/components/text-field.tsx";
import { FormPage } from "../../../ui/shells/form-page.tsx";
import { shownForm } from "../../../ui/shown-form.ts";
import { useTexts } from "../../../ui/texts.ts";
import type { Route } from "./+types/links";

export const handle = { isForEverybody: true };

export function loader({ context }: Route.LoaderArgs) {
  return data({ title: getI18n(context).t("contracts:links.title") }, { headers: cacheTags() });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = parseForm(request, context, await readCheckableForm(request), seriesLinksForm);
  if (!form.ok) return form.reply;
  const { email } = form.value;
  if (!(await mayMail(context, [{ budget: "series_mail", key: recipientKey(email) }])))
    return form.refuse({ "": "errors.forgot.blocked" });
  const services = context.get(servicesContext);
  await askForSeries(services, {
    ...{ id: services.newId(), kind: "LINKS", email, locale: getLocale(context), name: null },
    ...{
      contract: null,
      until: null,
      reason: null,
      received_at: services.clock().toISOString(),
      words_encrypted: null,
    },
  });
  return { sentTo: email };
}

export default function Links({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("contracts");
  const lastResult = actionData && !("sentTo" in actionData) ? actionData : undefined;
  const [form, fields] = shownForm<{ email: string }>({ id: "links", lastResult });
  if (actionData && "sentTo" in actionData)
    return <FormPage title={t("links.sentTitle")} intro={t("links.sent", { email: actionData.sentTo })} />;
  return (
    <FormPage title={loaderData.title} intro={t("links.intro")}>
      <CheckedForm form={form} labels={{ email: t("email") }} button={t("links.go")}>
        <TextField
          field={fields.email}
          label={t("email")}
          control={{ type: "email", autoComplete: "email", inputMode: "email" }}
        />
      </CheckedForm>
    </FormPage>
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}
