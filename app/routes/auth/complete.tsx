import { redirect } from "react-router";
import { servicesContext } from "../../context.ts";
import { completeProfile } from "../../domain/auth/registration.server.ts";
import { countryName } from "../../domain/money/formats.ts";
import { isCountry, listCountries } from "../../domain/tax/countries.server.ts";
import { completeForm } from "../../domain/users/profile.schema.ts";
import { isUsernameFree } from "../../domain/users/profile.server.ts";
import { readCheckableForm } from "../../http/body.server.ts";
import { parseFormLookingUp } from "../../http/forms.server.ts";
import { requireViewer } from "../../http/guards.server.ts";
import { getI18n, getLocale } from "../../http/i18n.server.ts";
import { likelyCountry } from "../../http/likely-country.server.ts";
import { CheckedForm } from "../../ui/components/checked-form.tsx";
import { SelectField, TextField } from "../../ui/components/text-field.tsx";
import { FormPage } from "../../ui/shells/form-page.tsx";
import { shownForm } from "../../ui/shown-form.ts";
import { useTexts } from "../../ui/texts.ts";
import type { Route } from "./+types/complete";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(servicesContext);
  await requireStage(request, context);
  const locale = getLocale(context);
  const likely = await likelyCountry(request, context);
  const countries = await listCountries(db);
  return {
    title: getI18n(context).t("auth:complete.title"),
    host: new URL(publicUrl).host,
    country: String(countries.find((each) => each.iso_3166_1 === likely)?.id ?? ""),
    countries: countries
      .map((each) => ({ value: String(each.id), text: countryName(each.iso_3166_1, locale) }))
      .sort((a, b) => a.text.localeCompare(b.text, locale)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, reservedNames, clock } = context.get(servicesContext);
  const viewer = await requireStage(request, context);
  const schema = completeForm((username) =>
    isUsernameFree(db, { username, user_id: viewer.id, reservedNames, now: clock() }),
  );
  const form = await parseFormLookingUp(request, context, await readCheckableForm(request), schema);
  if (!form.ok) return form.reply;
  if (!(await isCountry(db, form.value.country_id)))
    return form.refuse({ country_id: "errors.country.required" });
  const outcome = await completeProfile(db, viewer.id, form.value, reservedNames, clock());
  if (outcome === "username_invalid") return form.refuse({ username: "errors.username.invalid" });
  return redirect("/account/verification-terms", 303);
}

async function requireStage(request: Request, context: Route.LoaderArgs["context"]) {
  const viewer = await requireViewer(request, context);
  if (viewer.username !== null || viewer.role === "ADMIN") throw redirect("/dashboard", 303);
  return viewer;
}

export default function Complete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTexts("auth");
  const [form, fields] = shownForm<{ username: string; name: string; country_id: string }>({
    id: "complete",
    lastResult: actionData,
    defaultValue: { country_id: loaderData.country },
  });
  return (
    <FormPage title={t("complete.title")} intro={t("complete.intro")}>
      <CheckedForm
        form={form}
        labels={{
          username: t("complete.username"),
          name: t("complete.name"),
          country_id: t("complete.country"),
        }}
        button={t("complete.go")}
      >
        <TextField
          field={fields.username}
          label={t("complete.username")}
          help={t("complete.usernameHelp", { host: loaderData.host })}
          control={{
            autoComplete: "username",
            autoCapitalize: "none",
            spellCheck: false,
            minLength: 3,
            maxLength: 25,
            "data-live": "",
          }}
          beside={
            <span
              className="good"
              data-good-for={fields.username.id}
              data-good={t("complete.free")}
              aria-live="polite"
            />
          }
        />
        <TextField
          field={fields.name}
          label={t("complete.name")}
          help={t("complete.nameHelp")}
          control={{ autoComplete: "nickname" }}
        />
        <SelectField
          field={fields.country_id}
          label={t("complete.country")}
          help={t("complete.countryHelp")}
          options={loaderData.countries}
        />
      </CheckedForm>
    </FormPage>
  );
}
