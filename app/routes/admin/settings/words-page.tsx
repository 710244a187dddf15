import type { SubmissionResult } from "@conform-to/react";
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { data, Link, redirect } from "react-router";
import { LANGUAGES, LOCALES, type Locale } from "../../../../locales/index.ts";
import { servicesContext, settingsContext } from "../../../context.ts";
import { businessDate } from "../../../domain/calendar.ts";
import {
  LEGAL_PAGES,
  type LegalPage,
  legalTextForm,
  PRIVACY_TABLES,
} from "../../../domain/legal-texts/legal-texts.schema.ts";
import {
  findLegalTexts,
  newestVersion,
  publishLegalText,
} from "../../../domain/legal-texts/legal-texts.server.ts";
import { templateOf } from "../../../domain/legal-texts/templates.server.ts";
import { readForm } from "../../../http/body.server.ts";
import { parseForm } from "../../../http/forms.server.ts";
import { requireViewer } from "../../../http/guards.server.ts";
import { legalValues, legalValuesByLocale } from "../../../http/operator-facts.server.ts";
import { FieldsForm, useCheckedForm } from "../../../ui/components/checked-fields.tsx";
import { NameParts } from "../../../ui/components/name-parts.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { AdminPage } from "../../../ui/shells/admin-page.tsx";
import { deskOf } from "../desk.server.ts";
import { UpLink } from "../page-parts.tsx";
import type { Route } from "./+types/words-page";
import { SeenVersion } from "./rule-fields.tsx";
import { STALE } from "./save-rules.server.ts";
import { faultErrors, previewOf, textsOf, WORDS_FORM_BYTES_MAXIMUM } from "./words-form.server.ts";
import { AtOnceCard, PreviewCard } from "./words-parts.tsx";

function pageOf(asked: string): LegalPage {
  const page = LEGAL_PAGES.find((each) => each === asked);
  if (!page) throw data(null, { status: 404 });
  return page;
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, t, day, moment, locale } = deskOf(context);
  const page = pageOf(params.page);
  const newest = newestVersion(context.get(settingsContext).legal_versions, page);
  const own = newest && (await findLegalTexts(db, page, newest.version));
  const values = LOCALES.map((each) => [`text_${each}`, own?.[each] ?? templateOf(page, each)]);
  const tables = page === "privacy" ? PRIVACY_TABLES : [];
  return {
    page,
    title: t(`settings:words.pages.${page}`),
    newest: newest && {
      ...{ version: newest.version, from: day(newest.valid_from) },
      published: moment(newest.published_at),
    },
    values: { ...Object.fromEntries(values), seen_version: String(newest?.version ?? 0) },
    names: [
      ...Object.entries(legalValues(context, locale)),
      ...tables.map((name) => [name, t(`legal:${name}.caption`)] as const),
    ].map(([name, value]) => [`{{${name}}}`, value] as const),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { id: operator_id } = await requireViewer(request, context);
  const page = pageOf(params.page);
  const posted = await readForm(request, WORDS_FORM_BYTES_MAXIMUM);
  const form = parseForm(request, context, posted, legalTextForm);
  if (!form.ok) return form.reply;
  const { seen_version, valid_from } = form.value;
  const isAtOnce = valid_from === undefined || valid_from === businessDate(services.clock());
  if (posted.has("preview") || (isAtOnce && !posted.has("at_once"))) {
    const made = previewOf(context, page, form.value);
    if ("errors" in made) return form.refuse(made.errors);
    const values = { ...form.value, seen_version: String(seen_version) };
    return { previews: made.previews, values, isAtOnce: !posted.has("preview") };
  }
  const given = { operator_id, page, seen_version, valid_from, text: textsOf(form.value) };
  const done = await publishLegalText(services, { ...given, values: legalValuesByLocale(context) });
  if (done.outcome === "refused") return form.refuse(faultErrors(context, done.faults));
  if (done.outcome === "stale") return form.refuse(STALE);
  if (done.outcome === "past") return form.refuse({ valid_from: "errors.words.past" });
  await services.settings.renew();
  return redirect(`/admin/settings/words?done=${done.outcome}`, 303);
}

export { sendForm as clientAction } from "../../../ui/lost-connection.ts";

export default function WordsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation("settings");
  const { title, page, newest, values, names } = loaderData;
  const previewed = actionData && "previews" in actionData ? actionData : null;
  return (
    <AdminPage title={title}>
      {previewed?.isAtOnce ? <AtOnceCard page={page} values={previewed.values} /> : null}
      <p className="help">
        {newest ? t("words.newest", newest) : t("words.template")}
        {newest ? (
          <>
            {" "}
            <a href={`/${page}/${newest.version}`}>{t("words.look")}</a>
          </>
        ) : null}
      </p>
      {previewed?.previews.map((preview) => (
        <PreviewCard key={preview.locale} {...preview} />
      ))}
      <section className="card">
        <TextFields
          values={previewed?.values ?? values}
          lastResult={actionData && !("previews" in actionData) ? actionData : null}
        />
      </section>
      <section className="card">
        <details>
          <summary>{t("words.names")}</summary>
          <p className="help">{t("words.namesHelp")}</p>
          <dl className="own-facts">
            {names.map(([name, value]) => (
              <div key={name}>
                <dt>
                  <NameParts text={name} />
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </section>
      <UpLink to="/admin/settings/words">{t("words.title")}</UpLink>
      <p>
        <Link to="/admin/audit?action=legal_text.published">{t("log")}</Link>
      </p>
    </AdminPage>
  );
}

function TextFields({
  values,
  lastResult,
}: {
  values: Record<string, string | undefined>;
  lastResult: SubmissionResult<string[]> | null;
}) {
  const { t } = useTranslation("settings");
  const { form, fields, input, textarea } = useCheckedForm({
    ...{ id: "words", schema: legalTextForm, lastResult, defaultValue: values },
  });
  const labels: Record<string, string> = { valid_from: t("words.valid_from") };
  for (const locale of LOCALES) labels[`text_${locale}`] = languageOf(locale);
  return (
    <FieldsForm form={form} labels={labels} hasHidden>
      <SeenVersion form={form} version={values.seen_version} />
      {LOCALES.map((locale) => {
        const name = `text_${locale}` as const;
        return (
          <Textarea
            {...textarea(fields[name])}
            key={name}
            label={labels[name]}
            description={t("words.markdown")}
            lang={locale}
            rows={20}
          />
        );
      })}
      <TextInput
        {...input(fields.valid_from)}
        type="date"
        label={labels.valid_from}
        description={t("words.validFromHelp")}
      />
      <SubmitButton kind="second" choice={{ name: "preview", value: "on" }}>
        {t("words.showPreview")}
      </SubmitButton>
      <SubmitButton>{t("words.publish")}</SubmitButton>
    </FieldsForm>
  );
}

const languageOf = (locale: Locale) => LANGUAGES[locale].name;
