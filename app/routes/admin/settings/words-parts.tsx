import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { LANGUAGES } from "../../../../locales/index.ts";
import type { LegalPage } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { Markdown } from "../../../ui/components/markdown.tsx";
import { SubmitButton } from "../../../ui/components/submit-button.tsx";
import { Title } from "../../../ui/components/title.tsx";
import { FOCUSED } from "../../../ui/shells/refused-page.ts";
import type { Preview } from "./words-form.server.ts";

export function PreviewCard({ locale, nodes }: Preview) {
  const { t } = useTranslation("settings");
  return (
    <section className="card">
      <details open>
        <summary>{t("words.preview", { language: LANGUAGES[locale].name })}</summary>
        <div className="legal" lang={locale}>
          <Markdown nodes={nodes} />
        </div>
      </details>
    </section>
  );
}

/** Far above the pressed button. */
const focus = (card: HTMLElement | null) => card?.focus();

/** The second press publishes what the first showed. */
export function AtOnceCard({
  page,
  values,
}: {
  page: LegalPage;
  values: Record<string, string | undefined>;
}) {
  const { t } = useTranslation("settings");
  return (
    <section className="card" {...FOCUSED} ref={focus}>
      <Title order={2}>{t("words.atOnce")}</Title>
      <p>{t(page === "terms" ? "words.termsAtOnceHelp" : "words.atOnceHelp")}</p>
      <Form method="post" className="fields">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ""} />
        ))}
        <SubmitButton kind="warn" choice={{ name: "at_once", value: "on" }}>
          {t("words.atOnceGo")}
        </SubmitButton>
      </Form>
    </section>
  );
}
