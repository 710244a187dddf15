import { type ReactElement, type ReactNode, useContext } from "react";
import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { Avatar } from "../components/avatar.tsx";
import { ErrorSummary } from "../components/error-summary.tsx";
import { FormFaultsContext } from "../components/form-faults.ts";
import { useTexts } from "../texts.ts";
import { Drawer, TipsDot } from "./drawer.tsx";
import type { LayoutData, ShownViewer } from "./layout-data.ts";

interface PageFrameProps extends LayoutData {
  /** The page belongs to the signed-in part: the drawer stands beside it. */
  hasDrawer: boolean;
  children: ReactNode;
}

/** Header and footer of every page. For guests, nothing in them tells one visitor from another. */
export function PageFrame({ children, hasDrawer, ...facts }: PageFrameProps): ReactElement {
  const { t } = useTexts();
  const { viewer } = facts;
  const watch = viewer
    ? { "data-viewer": viewer.latestNewTipId ?? "", "data-suffix": ` ${t("newTipsSuffix")}` }
    : {};
  return (
    <div className="frame" {...watch}>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {facts.isDemo ? (
        <p className="demo">
          {t("demo")}
          {/* On the way of a tip every byte counts. */}
          {facts.viewer || facts.path === "/" ? (
            <>
              {" · "}
              <a href="/dev/mail">{t("demoMails")}</a>
            </>
          ) : null}
        </p>
      ) : null}
      {facts.notices.map((notice) => (
        <p className="platform-notice" key={notice.id}>
          {notice.text}
        </p>
      ))}
      <Header path={facts.path} viewer={viewer} hasDrawer={hasDrawer} />
      {viewer && hasDrawer ? (
        <div className="beside">
          <Drawer viewer={viewer} path={facts.path} />
          <main className="main" id="content">
            <Faults />
            {children}
          </main>
        </div>
      ) : (
        <main className="main" id="content">
          {facts.event ? <EventBanner {...facts.event} /> : null}
          <Faults />
          {children}
        </main>
      )}
      {facts.hasSeenNotice ? null : <CookieNotice path={facts.path} />}
      <Footer {...facts} />
    </div>
  );
}

/** Stands above a page that was refused a form, and has no place of its own for what was wrong with it. */
function Faults(): ReactElement | null {
  const { t } = useTexts();
  const unnamed = useContext(FormFaultsContext)?.unnamed;
  if (!unnamed) return null;
  const texts = unnamed.length > 0 ? [...unnamed] : [t("form.gone")];
  return <ErrorSummary formId="page" errors={{ "": texts }} />;
}

function EventBanner({ title, text, url, color }: NonNullable<LayoutData["event"]>): ReactElement {
  const { t } = useTexts();
  return (
    <aside className="event" style={{ "--event": color }}>
      <b>{title}</b> <span>{text}</span> {url ? <a href={url}>{t("event.more")}</a> : null}
    </aside>
  );
}

interface HeaderProps {
  path: string;
  viewer: ShownViewer | null;
  hasDrawer: boolean;
}

function Header({ path, viewer, hasDrawer }: HeaderProps): ReactElement {
  const { t } = useTexts();
  return (
    <header className="head">
      <a className="logo" href="/" aria-label={`${t("brand")}: ${t("nav.home")}`}>
        tribute<span>.</span>
      </a>
      <nav className="head-nav" aria-label={t("nav.label")}>
        <LanguageSwitch path={path} />
        {viewer ? <ViewerLink viewer={viewer} hasDrawer={hasDrawer} /> : <VisitorLinks />}
      </nav>
    </header>
  );
}

/** Changes between two languages; where there are more, it leads to the choice at the foot of the page. */
function LanguageSwitch({ path }: { path: string }): ReactElement {
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

function VisitorLinks(): ReactElement {
  const { t } = useTexts();
  return (
    <>
      <a href="/login">{t("nav.login")}</a>
      <a className="head-signup" href="/register">
        {t("nav.signup")}
      </a>
    </>
  );
}

/** On the signed-in pages of a phone it opens the drawer; elsewhere it leads to them. */
function ViewerLink({ viewer, hasDrawer }: { viewer: ShownViewer; hasDrawer: boolean }): ReactElement {
  const { t } = useTexts();
  return (
    <a
      className={hasDrawer ? "head-viewer drawer-open" : "head-viewer"}
      href={hasDrawer ? "#drawer" : "/dashboard"}
    >
      <Avatar name={viewer.name} avatarId={viewer.avatarId} small />
      <span>{hasDrawer ? t("nav.menu") : t("nav.dashboard")}</span>
      <TipsDot isNew={viewer.latestNewTipId !== null} />
    </a>
  );
}

function CookieNotice({ path }: { path: string }): ReactElement {
  const { t } = useTexts();
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

function Footer(facts: LayoutData): ReactElement {
  const { t, locale } = useTexts();
  return (
    <footer className="foot">
      <nav aria-label={t("footer.label")}>
        {facts.viewer ? (
          <a href="/account">{t("footer.account")}</a>
        ) : (
          <>
            <a href="/login">{t("footer.login")}</a>
            <a href="/register">{t("footer.register")}</a>
            <a href="/password/forgot">{t("footer.forgot")}</a>
          </>
        )}
        <a href="/voucher">{t("footer.voucher")}</a>
        <a href="/faq">{t("footer.faq")}</a>
        <a href={`mailto:${facts.contactEmail}`}>{t("footer.contact")}</a>
        <a href="/terms">{t("footer.terms")}</a>
        <a href="/imprint">{t("footer.imprint")}</a>
        <a href="/privacy">{t("footer.privacy")}</a>
        <a href={`mailto:${facts.removalEmail}`}>{t("footer.removal")}</a>
        <a href="/complaint-policy">{t("footer.complaints")}</a>
        {facts.socialLinks.map((link) => (
          <a key={link.url} href={link.url}>
            {link.label}
          </a>
        ))}
      </nav>
      <div className="foot-choices">
        <Choice
          name="locale"
          id={LOCALES.length > 2 ? "languages" : undefined}
          label={t("choice.language")}
          chosen={locale}
          path={facts.path}
        >
          {LOCALES.map((each) => [each, LANGUAGES[each].name])}
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
  id?: string | undefined;
  label: string;
  chosen: string;
  path: string;
  children: [value: string, text: string][];
}

/** A choice as a form of its own: one button each, no script. */
function Choice({ name, id, label, chosen, path, children }: ChoiceProps): ReactElement {
  return (
    <form method="post" action={`/${name}`} id={id} aria-label={label}>
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
