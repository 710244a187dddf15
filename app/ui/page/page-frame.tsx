import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface PageFrameProps {
  isDemo: boolean;
  /** The page's own path and query: where a choice leads back to. */
  path: string;
  theme: "dark" | "light" | null;
  version: string;
  children: ReactNode;
}

/** Header and footer of every page. Nothing in them tells one visitor from another. */
export function PageFrame(props: PageFrameProps): ReactElement {
  const { t, i18n } = useTranslation();
  const other = i18n.language === "de" ? "en" : "de";
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {props.isDemo ? <p className="demo">{t("demo")}</p> : null}
      <header className="head">
        <a className="logo" href="/" aria-label={t("brand")}>
          tribute<span>.</span>
        </a>
        <a className="head-wide" href="/leaderboard">
          {t("nav.leaderboard")}
        </a>
        <a className="head-wide" href="/faq">
          {t("nav.faq")}
        </a>
        <form method="post" action="/locale">
          <input type="hidden" name="return_to" value={props.path} />
          <button
            type="submit"
            className="plain"
            name="locale"
            value={other}
            lang={other}
            aria-label={`${t("choice.language")}: ${t(other === "de" ? "choice.german" : "choice.english")}`}
          >
            {other}
          </button>
        </form>
        <a className="head-login" href="/login">
          {t("nav.login")}
        </a>
      </header>
      <main className="main" id="content">
        {props.children}
      </main>
      <footer className="foot">
        <nav aria-label={t("footer.label")}>
          <a href="/register">{t("footer.register")}</a>
          <a href="/voucher">{t("footer.voucher")}</a>
          <a href="/faq">{t("footer.faq")}</a>
          <a href="/terms">{t("footer.terms")}</a>
          <a href="/privacy">{t("footer.privacy")}</a>
          <a href="/imprint">{t("footer.imprint")}</a>
          <a href="/complaint-policy">{t("footer.complaints")}</a>
        </nav>
        <Choice name="locale" label={t("choice.language")} chosen={i18n.language} path={props.path}>
          {[
            ["en", t("choice.english")],
            ["de", t("choice.german")],
          ]}
        </Choice>
        <Choice name="theme" label={t("choice.theme")} chosen={props.theme ?? "system"} path={props.path}>
          {[
            ["light", t("choice.light")],
            ["dark", t("choice.dark")],
            ["system", t("choice.system")],
          ]}
        </Choice>
        <span>{t("footer.version", { version: props.version })}</span>
      </footer>
    </div>
  );
}

interface ChoiceProps {
  name: "locale" | "theme";
  label: string;
  chosen: string;
  path: string;
  children: [value: string, text: string][];
}

/** A choice as a form of its own: one button each, no script. */
function Choice({ name, label, chosen, path, children }: ChoiceProps): ReactElement {
  return (
    <form method="post" action={`/${name}`} aria-label={label}>
      <input type="hidden" name="return_to" value={path} />
      {children.map(([value, text]) => (
        <button
          type="submit"
          className="plain"
          key={value}
          name={name}
          value={value}
          aria-pressed={value === chosen}
        >
          {text}
        </button>
      ))}
    </form>
  );
}
