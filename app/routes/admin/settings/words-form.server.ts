import type { RouterContextProvider } from "react-router";
import { byLocale, LOCALES, type Locale } from "../../../../locales/index.ts";
import type { LegalPage, LegalTextForm } from "../../../domain/legal-texts/legal-texts.schema.ts";
import { findTextFaults } from "../../../domain/legal-texts/legal-texts.server.ts";
import { type LegalNode, readMarkdown } from "../../../domain/legal-texts/markdown.server.ts";
import { formatsOf } from "../../../http/i18n.server.ts";
import { legalValuesByLocale } from "../../../http/operator-facts.server.ts";

export const WORDS_FORM_BYTES_MAXIMUM = 1024 * 1024;
const SHOWN_CHARACTERS = 60;

export function textsOf(form: LegalTextForm): Record<Locale, string> {
  return byLocale((locale) => form[`text_${locale}`]);
}

type Fault = ReturnType<typeof findTextFaults>[number];

export function faultErrors(context: Readonly<RouterContextProvider>, faults: readonly Fault[]) {
  const { t } = formatsOf(context);
  return Object.fromEntries(
    faults.toReversed().map(({ locale, fault: { fault, what } }) => {
      const shown = what.length > SHOWN_CHARACTERS ? `${what.slice(0, SHOWN_CHARACTERS)}…` : what;
      return [`text_${locale}`, t(`errors:words.${fault}`, { what: shown })];
    }),
  );
}

export interface Preview {
  locale: Locale;
  nodes: LegalNode[];
}

export function previewOf(
  context: Readonly<RouterContextProvider>,
  page: LegalPage,
  form: LegalTextForm,
): { errors: Record<string, string> } | { previews: Preview[] } {
  const values = legalValuesByLocale(context);
  const text = textsOf(form);
  const faults = findTextFaults({ page, text, values });
  if (faults.length > 0) return { errors: faultErrors(context, faults) };
  return {
    previews: LOCALES.map((locale) => ({
      locale,
      nodes: readMarkdown(text[locale], values[locale], `${locale}-`),
    })),
  };
}
