import type { ReactElement } from "react";
import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { useTexts } from "../texts.ts";

/** With more than two languages it links to the footer's choice. */
export function LanguageSwitch({ path }: { path: string }): ReactElement {
  const { t, locale } = useTexts();
  const [other, ...more] = LOCALES.filter((each) => each !== locale);
  if (other === undefined || more.length > 0)
    return (
      <a href="#languages" aria-label={`${locale} – ${t("choice.language")}: ${LANGUAGES[locale].name}`}>
        {locale}
      </a>
    );
  return (
    <form method="post" action="/locale">
      <input type="hidden" name="return_to" value={path} />
      <button
        type="submit"
        className="plain"
        name="locale"
        value={other}
        lang={other}
        aria-label={`${other} – ${t("choice.language")}: ${LANGUAGES[other].name}`}
      >
        {other}
      </button>
    </form>
  );
}
