import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FrameFacts } from "./frame-facts.ts";

/** Header and footer of every page. Nothing in them tells one visitor from another. */
export function PageFrame({ children, ...facts }: FrameFacts & { children: ReactNode }): ReactElement {
  const { t } = useTranslation();
  return (
    <div className="frame">
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {facts.isDemo ? <p className="demo">{t("demo")}</p> : null}
      <Header path={facts.path} />
      <main className="main" id="content">
        {children}
      </main>
      {facts.hasSeenNotice ? null : <CookieNotice path={facts.path} />}
      <Footer {...facts} />
    </div>
  );
}

function Header({ path }: { path: string }): ReactElement {
  const { t, i18n } = useTranslation();
  const other = i18n.language === "de" ? "en" : "de";
  return (
    <header className="head">
      <a className="logo" href="/" aria-label={`${t("brand")}: ${t("nav.home")}`}>
        tribute<span>.</span>
      </a>
      <nav className="head-nav" aria-label={t("nav.label")}>
        <a className="head-wide" href="/leaderboard">
          {t("nav.leaderboard")}
        </a>
        <a className="head-wide" href="/faq">
          {t("nav.faq")}
        </a>
        <form method="post" action="/locale">
          <input type="hidden" name="return_to" value={path} />
          <button
            type="submit"
            className="plain"
            name="locale"
            value={other}
            lang={other}
            aria-label={`${other} – ${t("choice.language")}: ${t(other === "de" ? "choice.german" : "choice.english")}`}
          >
            {other}
          </button>
        </form>
        <a className="head-login" href="/login">
          {t("nav.login")}
        </a>
        <a className="head-login head-wide" href="/register">
          {t("nav.signup")}
        </a>
      </nav>
    </header>
  );
}

function CookieNotice({ path }: { path: string }): ReactElement {
  const { t } = useTranslation();
  return (
    <aside className="notice" aria-label={t("notice.label")}>
      <p>
        {t("notice.text")} <a href="/privacy">{t("notice.more")}</a>
      </p>
      <form method="post" action="/notice">
        <input type="hidden" name="return_to" value={path} />
        <button type="submit" className="plain">
          {t("notice.done")}
        </button>
      </form>
    </aside>
  );
}

function Footer(facts: FrameFacts): ReactElement {
  const { t, i18n } = useTranslation();
  return (
    <footer className="foot">
      <nav aria-label={t("footer.label")}>
        <a href="/login">{t("footer.login")}</a>
        <a href="/register">{t("footer.register")}</a>
        <a href="/password/forgot">{t("footer.forgot")}</a>
        <a href="/voucher">{t("footer.voucher")}</a>
        <a href="/faq">{t("footer.faq")}</a>
        <a href={`mailto:${facts.contactEmail}`}>{t("footer.contact")}</a>
        <a href="/terms">{t("footer.terms")}</a>
        <a href="/imprint">{t("footer.imprint")}</a>
        <a href="/privacy">{t("footer.privacy")}</a>
        <a href={`mailto:${facts.removalEmail}`}>{t("footer.removal")}</a>
        <a href="/complaint-policy">{t("footer.complaints")}</a>
      </nav>
      {facts.socialLinks.length > 0 ? (
        <nav aria-label={t("footer.social")}>
          {facts.socialLinks.map((link) => (
            <a key={link.url} href={link.url} rel="noopener">
              {link.label}
            </a>
          ))}
        </nav>
      ) : null}
      <div className="foot-choices">
        <Choice name="locale" label={t("choice.language")} chosen={i18n.language} path={facts.path}>
          {[
            ["en", t("choice.english")],
            ["de", t("choice.german")],
          ]}
        </Choice>
        <Choice name="theme" label={t("choice.theme")} chosen={facts.theme ?? "system"} path={facts.path}>
          {[
            ["light", t("choice.light")],
            ["dark", t("choice.dark")],
            ["system", t("choice.system")],
          ]}
        </Choice>
        <span>{t("footer.version", { version: facts.version })}</span>
      </div>
    </footer>
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
