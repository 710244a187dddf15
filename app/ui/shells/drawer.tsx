import { lazy, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Features } from "../../product-settings.ts";
import { Avatar } from "../components/avatar.tsx";
import { NameParts } from "../components/name-parts.tsx";
import { PageLink } from "../components/page-link.tsx";
import { QrLink } from "../components/qr-link.tsx";
import { useTexts } from "../texts.ts";
import type { ShownViewer } from "./layout-data.ts";

const loadAreas = async () => {
  const { AdminAreas: Component } = await import("./admin-areas.tsx");
  return { default: Component };
};
/** Creators load no menu of the back office. */
const AdminAreas = import.meta.env.SSR ? (await loadAreas()).default : lazy(loadAreas);

type CurrentMark = { "aria-current"?: "page" | "true" };

const PAGES: Record<string, RegExp> = {
  "/dashboard": /^\/dashboard(\/tips|\/share-kit|\/overlay|$)/,
  "/statistics": /^(\/dashboard)?\/statistics/,
  "/payout": /^((\/dashboard)?\/payouts?\b|\/account\/payoutdata)/,
  "/grouplists": /^\/(grouplists|gl)\b/,
  "/discord": /^(\/account)?\/discord/,
  "/account": /^\/account($|\/(email|password|security|tax|delete))/,
  "/account/edit": /^\/account\/(edit|amounts|picture)/,
  "/account/settings": /^\/account\/(settings|privacy|currency)/,
};

/** "page" on the entry's own page, "true" on another of its pages (docs/product.md, 9.7). */
function mark(href: string, path: string, pages = PAGES[href]): CurrentMark {
  const page = path.split("?")[0] ?? path;
  if (page === href) return { "aria-current": "page" };
  return (pages?.test(page) ?? page.startsWith(`${href}/`)) ? { "aria-current": "true" } : {};
}

function NeedDot() {
  const { t } = useTexts("drawer");
  return <span className="new-dot" role="img" aria-label={t("waiting")} />;
}

export function TipsDot({ isNew }: { isNew: boolean }) {
  const { t } = useTexts("drawer");
  return <span className="new-dot" data-tips-dot="" role="img" aria-label={t("newTips")} hidden={!isNew} />;
}

/** Beside the page on desktop; on phones opened by a link, without script (docs/product.md, 9.7). */
interface DrawerProps {
  viewer: ShownViewer;
  path: string;
  features: Features;
}

export function Drawer({ viewer, path, features }: DrawerProps) {
  const { t } = useTexts("drawer");
  const isOpen = useDrawerState();
  return (
    <nav
      className="drawer"
      id="drawer"
      aria-label={t("label")}
      tabIndex={-1}
      {...(isOpen === null ? {} : { "data-open": isOpen })}
    >
      <PageLink className="drawer-close" href="#content" data-close={t("closeDialog")}>
        {t("close")}
      </PageLink>
      <Person viewer={viewer} path={path} />
      {viewer.isLocked ? <LockedEntries path={path} /> : <Entries {...{ viewer, path, features }} />}
      <form method="post" action="/logout">
        <button type="submit" className="drawer-entry">
          {t("logout")}
        </button>
      </form>
    </nav>
  );
}

const LOCKED_PAGES = [
  ["locked", "/account/locked"],
  ["export", "/account/export"],
  ["delete", "/account/delete"],
] as const;

function LockedEntries({ path }: { path: string }) {
  const { t } = useTexts("drawer");
  return (
    <ul>
      {LOCKED_PAGES.map(([text, href]) => (
        <Entry key={text} href={href} mark={mark(href, path)}>
          {t(text)}
        </Entry>
      ))}
    </ul>
  );
}

function Person({ viewer, path }: { viewer: ShownViewer; path: string }) {
  const { t } = useTexts("drawer");
  const name = (
    <>
      <Avatar name={viewer.name} avatarId={viewer.avatarId} small />
      <span>
        <b>{viewer.name}</b>
        {viewer.username ? (
          <small>
            <NameParts text={`@${viewer.username}`} />
          </small>
        ) : null}
      </span>
    </>
  );
  if (viewer.isOperator || viewer.isLocked || viewer.isComingIn) return <p className="person">{name}</p>;
  return (
    <PageLink className="person" href="/account" {...mark("/account", path)}>
      {name}
      <span className="hidden-visually">{t("account")}</span>
    </PageLink>
  );
}

function Entries({ viewer, path, features }: DrawerProps) {
  const { t } = useTexts("drawer");
  if (!viewer.isOperator)
    return (
      <>
        <ul>
          <MainEntries {...{ viewer, path, features }} />
        </ul>
        <ul aria-label={t("ownAccount")} className="drawer-account">
          <AccountEntries {...{ viewer, path, features }} />
        </ul>
      </>
    );
  return (
    <>
      <AdminAreas pages={viewer.officePages} work={viewer.work} path={path} maySearch={viewer.maySearch} />
      <ul>
        <Entry href="/account" mark={mark("/account", path, /^$/)}>
          {t("account")}
        </Entry>
        <Entry href="/account/security" mark={mark("/account/security", path)}>
          {t("security")}
        </Entry>
      </ul>
    </>
  );
}

function MainEntries({ viewer, path, features }: DrawerProps) {
  const { t } = useTexts("drawer");
  const { isActive, isEmailVerified, checklist, username } = viewer;
  const isThrough = isEmailVerified && username !== null;
  const entry = (href: string, text: string, dot: ReactNode = null) => (
    <Entry href={href} mark={mark(href, path)}>
      {text} {dot}
    </Entry>
  );
  return (
    <>
      {username !== null && isActive ? (
        entry(`/${username}`, t("profile"))
      ) : (
        <li>
          <span className="drawer-entry" aria-disabled="true">
            {t("profile")}{" "}
            <small>{t(checklist.verification === "done" ? "profileOwing" : "profileLater")}</small>
          </span>
        </li>
      )}
      {entry(
        "/dashboard",
        isActive ? t("dashboard") : t("home"),
        <TipsDot isNew={viewer.latestNewTipId !== null} />,
      )}
      {isThrough ? (
        <>
          {entry("/dashboard/items", t("items"))}
          {entry("/dashboard/fans", t("fans"))}
          {entry("/statistics", t("statistics"))}
          {entry("/payout", t("payouts"))}
        </>
      ) : null}
      {isActive && features.groups ? entry("/grouplists", t("grouplists")) : null}
    </>
  );
}

function AccountEntries({ viewer, path, features }: DrawerProps) {
  const { t } = useTexts("drawer");
  const { isActive, isEmailVerified, checklist, needs, username } = viewer;
  const entry = (href: string, text: string, more: ReactNode = null) => (
    <Entry href={href} mark={mark(href, path)}>
      {text} {more}
    </Entry>
  );
  const dotIf = (isWaiting: boolean) => (isWaiting ? <NeedDot /> : null);
  const chip = <span className="new-chip">{t("isNew")}</span>;
  const missing = (isSetUp: boolean) => (isSetUp ? null : <small>{t("notSetUp")}</small>);
  return (
    <>
      {isEmailVerified && isActive ? <ShareEntry hasShared={viewer.hasShared} /> : null}
      {isEmailVerified ? entry("/account/edit", t("edit"), dotIf(checklist.profile === "open")) : null}
      {username !== null && !isActive ? (
        <>
          {entry("/account/verification", t("verification"), dotIf(needs.verification))}
          {entry("/account/payoutdata", t("payoutData"), dotIf(needs.payout_data))}
        </>
      ) : null}
      {username !== null ? (
        <>
          {entry("/account/socialmedia", t("socialMedia"), dotIf(needs.social_media))}
          {features.microblog
            ? entry("/account/twitter", t("microblog"), missing(viewer.networks.microblog))
            : null}
        </>
      ) : null}
      {/* A creator with chargeback debt still receives tips. */}
      {username !== null && (isActive || checklist.verification === "done") ? (
        <li>
          <QrLink username={username} kind="drawer-entry">
            {t("qr")}
          </QrLink>
        </li>
      ) : null}
      {isActive ? (
        <>
          {features.vouchers ? entry("/voucher/redeem", t("voucher"), chip) : null}
          {features.discord
            ? entry(
                "/discord",
                t("chatBot"),
                <>
                  {chip} {missing(viewer.networks.chatBot)}
                </>,
              )
            : null}
        </>
      ) : null}
      {viewer.isComingIn ? entry("/account/email", t("email")) : null}
      {entry("/account/settings", t("settings"))}
      {viewer.isComingIn ? entry("/account/delete", t("delete")) : null}
    </>
  );
}

/** A post, as it sets a cookie. */
function ShareEntry({ hasShared }: { hasShared: boolean }) {
  const { t } = useTexts("drawer");
  return (
    <li>
      <form method="post" action="/dashboard/share">
        <button type="submit" className="drawer-entry">
          {t("share")} {hasShared ? null : <NeedDot />}
        </button>
      </form>
    </li>
  );
}

function Entry({ href, mark, children }: { href: string; mark: CurrentMark; children: ReactNode }) {
  return (
    <li>
      <PageLink className="drawer-entry" href={href} {...mark}>
        {children}
      </PageLink>
    </li>
  );
}

/** By the hash #drawer. Null without script: CSS uses `:target`, which client navigation does not update. */
function useDrawerState(): boolean | null {
  const { hash } = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated ? hash === "#drawer" : null;
}
