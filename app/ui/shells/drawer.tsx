import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Avatar } from "../components/avatar.tsx";
import { NameParts } from "../components/name-parts.tsx";
import { PageLink } from "../components/page-link.tsx";
import { QrLink } from "../components/qr-link.tsx";
import { useTexts } from "../texts.ts";
import { AdminAreas } from "./admin-areas.tsx";
import type { ShownViewer } from "./layout-data.ts";

function NeedDot() {
  const { t } = useTexts("drawer");
  return <span className="new-dot" role="img" aria-label={t("waiting")} />;
}

/** Rendered when empty too: the script shows it. */
export function TipsDot({ isNew }: { isNew: boolean }) {
  const { t } = useTexts("drawer");
  return <span className="new-dot" data-tips-dot="" role="img" aria-label={t("newTips")} hidden={!isNew} />;
}

/** Beside the page on desktop; on phones opened by a link, without script (docs/product.md, 9.7). */
export function Drawer({ viewer, path }: { viewer: ShownViewer; path: string }) {
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
      <p className="person">
        <Avatar name={viewer.name} avatarId={viewer.avatarId} small />
        <span>
          <b>{viewer.name}</b>
          {viewer.username ? (
            <small>
              <NameParts text={`@${viewer.username}`} />
            </small>
          ) : null}
        </span>
      </p>
      {viewer.isLocked ? <LockedEntries path={path} /> : <Entries viewer={viewer} path={path} />}
      <form method="post" action="/logout">
        <button type="submit" className="drawer-entry">
          {t("logout")}
        </button>
      </form>
    </nav>
  );
}

/** Only reason, export and deletion (docs/product.md, 6.6). */
function LockedEntries({ path }: { path: string }) {
  const { t } = useTexts("drawer");
  return (
    <ul>
      <Entry href="/account/locked" path={path} text={t("locked")} />
      <Entry href="/account/export" path={path} text={t("export")} />
      <Entry href="/account/delete" path={path} text={t("delete")} />
    </ul>
  );
}

function Entries({ viewer, path }: { viewer: ShownViewer; path: string }) {
  const { t } = useTexts("drawer");
  const { isActive, isEmailVerified, checklist, needs, username } = viewer;
  const entry = (href: string, text: string, more: Partial<EntryProps> = {}) => (
    <Entry href={href} path={path} text={text} {...more} />
  );
  if (viewer.isOperator) {
    return (
      <>
        <AdminAreas work={viewer.work} path={path} />
        <ul>
          {entry("/account", t("account"))}
          {entry("/account/security", t("security"))}
        </ul>
      </>
    );
  }
  return (
    <ul>
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
      {entry("/dashboard", isActive ? t("dashboard") : t("home"), {
        dot: <TipsDot isNew={viewer.latestNewTipId !== null} />,
      })}
      {isEmailVerified && username !== null ? entry("/payout", t("payouts")) : null}
      {isActive ? entry("/grouplists", t("grouplists")) : null}
      {isEmailVerified && username !== null ? entry("/leaderboard/creators", t("leaderboard")) : null}
      {isActive
        ? entry("/voucher/redeem", t("voucher"), {
            dot: <span className="new-chip">{t("isNew")}</span>,
          })
        : null}
      {isActive
        ? entry("/discord", t("chatBot"), { dot: <span className="new-chip">{t("isNew")}</span> })
        : null}
      {isEmailVerified && isActive ? <ShareEntry hasShared={viewer.hasShared} /> : null}
      {/* A creator with chargeback debt still receives tips. */}
      {username !== null && (isActive || checklist.verification === "done") ? (
        <li>
          <QrLink username={username} kind="drawer-entry">
            {t("qr")}
          </QrLink>
        </li>
      ) : null}
      {isEmailVerified ? entry("/account/edit", t("edit"), { hasDot: checklist.profile === "open" }) : null}
      {username !== null && !isActive
        ? entry("/account/verification", t("verification"), { hasDot: needs.verification })
        : null}
      {username !== null && !isActive
        ? entry("/account/payoutdata", t("payoutData"), { hasDot: needs.payout_data })
        : null}
      {username !== null
        ? entry("/account/socialmedia", t("socialMedia"), { hasDot: needs.social_media })
        : null}
      {username !== null ? entry("/account/twitter", t("microblog")) : null}
      {viewer.isComingIn ? entry("/account/email", t("email")) : entry("/account", t("account"))}
      {entry("/account/settings", t("settings"))}
      {entry("/account/security", t("security"))}
      {viewer.isComingIn ? entry("/account/delete", t("delete")) : null}
      {entry("/faq", t("help"))}
    </ul>
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

interface EntryProps {
  href: string;
  path: string;
  text: ReactNode;
  hasDot?: boolean;
  dot?: ReactNode;
}

function Entry({ href, path, text, hasDot, dot }: EntryProps) {
  const isHere = path.split("?")[0] === href;
  return (
    <li>
      <PageLink className="drawer-entry" href={href} {...(isHere ? { "aria-current": "page" as const } : {})}>
        {text} {hasDot ? <NeedDot /> : null} {dot}
      </PageLink>
    </li>
  );
}

/**
 * By the hash #drawer on hydrated pages. Null without script: then CSS uses `:target`, which client
 * navigation does not update.
 */
function useDrawerState(): boolean | null {
  const { hash } = useLocation();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated ? hash === "#drawer" : null;
}
