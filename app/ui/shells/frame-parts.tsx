import { LANGUAGES, LOCALES } from "../../../locales/index.ts";
import { ORIGIN } from "../../product-name.ts";
import type { Features } from "../../product-settings.ts";
import { Avatar } from "../components/avatar.tsx";
import { PageLink } from "../components/page-link.tsx";
import { useTexts } from "../texts.ts";
import { TipsDot } from "./drawer.tsx";
import type { LayoutData, ShownViewer } from "./layout-data.ts";

interface HeaderProps {
  path: string;
  viewer: ShownViewer | null;
  hasDrawer: boolean;
  features: Features;
  logo: LayoutData["logo"];
}

export function HeaderContent({ path, viewer, hasDrawer, features, logo }: HeaderProps) {
  const { t } = useTexts();
  return (
    <>
      <a className="logo" href="/" aria-label={`${t("brand")}: ${t("nav.home")}`}>
        {logo ? (
          <picture>
            {logo.onDark && <source {...logo.onDark} />}
            <img {...logo.img} alt={t("brand")} />
          </picture>
        ) : (
          t("shortBrand")
        )}
        {logo ? null : <span>.</span>}
      </a>
      <nav className="head-nav" aria-label={t("nav.label")}>
        <LanguageSwitch path={path} />
        {viewer ? <ViewerLink viewer={viewer} hasDrawer={hasDrawer} /> : <VisitorLinks features={features} />}
      </nav>
    </>
  );
}

function VisitorLinks({ features }: Pick<HeaderProps, "features">) {
  const { t } = useTexts();
  return (
    <>
      {features.leaderboard ? (
        <a className="head-wide" href="/leaderboard/creators">
          {t("nav.leaderboard")}
        </a>
      ) : null}
      <a className="head-wide" href="/faq">
        {t("footer.faq")}
      </a>
      <a href="/login">{t("nav.login")}</a>
      {features.registration === "open" ? (
        <a className="head-signup" href="/register">
          {t("nav.signup")}
        </a>
      ) : null}
    </>
  );
}

function ViewerLink({ viewer, hasDrawer }: { viewer: ShownViewer; hasDrawer: boolean }) {
  const { t } = useTexts();
  return (
    <PageLink
      className={hasDrawer ? "head-viewer drawer-open" : "head-viewer"}
      href={hasDrawer ? "#drawer" : "/dashboard"}
    >
      <Avatar name={viewer.name} avatarId={viewer.avatarId} small />
      <span>{hasDrawer ? t("nav.menu") : t("nav.dashboard")}</span>
      <TipsDot isNew={viewer.latestNewTipId !== null} />
    </PageLink>
  );
}

export function NoticeContent({ path }: { path: string }) {
  const { t } = useTexts();
  return (
    <>
      <p>
        {t("notice.text")} <a href="/privacy">{t("notice.more")}</a>
      </p>
      <form method="post" action="/notice">
        <input type="hidden" name="return_to" value={path} />
        <button type="submit" className="plain">
          {t("notice.done")}
        </button>
      </form>
    </>
  );
}

export function FooterContent(facts: LayoutData) {
  const { t, locale } = useTexts();
  const { features } = facts;
  return (
    <>
      <nav aria-label={t("footer.label")}>
        <a href="/faq">{t("footer.faq")}</a>
        <a href="/terms">{t("footer.terms")}</a>
        <a href="/privacy">{t("footer.privacy")}</a>
        <a href="/imprint">{t("footer.imprint")}</a>
        <a href="/cancel">{t("footer.cancellation")}</a>
        <a href="/withdraw">{t("footer.withdrawal")}</a>
        <details>
          <summary>{t("footer.more")}</summary>
          <a href={`mailto:${facts.brand.support_email}`}>{t("footer.contact")}</a>
          {features.leaderboard ? <a href="/leaderboard/creators">{t("nav.leaderboard")}</a> : null}
          {features.vouchers ? <a href="/voucher">{t("footer.voucher")}</a> : null}
          {facts.viewer ? (
            <a href="/account">{t("footer.account")}</a>
          ) : (
            <>
              <a href="/login">{t("footer.login")}</a>
              {features.registration === "open" ? <a href="/register">{t("footer.register")}</a> : null}
              <a href="/password/forgot">{t("footer.forgot")}</a>
            </>
          )}
          <a href={`mailto:${facts.removalEmail}`}>{t("footer.removal")}</a>
          <a href="/report">{t("footer.report")}</a>
          <a href="/accessibility">{t("footer.accessibility")}</a>
          <a href="/complaint-policy">{t("footer.complaints")}</a>
          {facts.brand.social_links.map((link) => (
            <a key={link.url} href={link.url}>
              {link.label}
            </a>
          ))}
        </details>
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
        <span>
          {facts.brand.name === ORIGIN || !facts.brand.names_origin
            ? t("footer.version", { version: facts.version })
            : t("footer.origin", { origin: ORIGIN, version: facts.version })}
        </span>
      </div>
    </>
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

function Choice({ name, id, label, chosen, path, children }: ChoiceProps) {
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

/** With more than two languages it links to the footer's choice. */
function LanguageSwitch({ path }: { path: string }) {
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
