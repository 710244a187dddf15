import { type ReactElement, type ReactNode, useContext } from "react";
import { productRules } from "../../product-rules.ts";
import { useTexts } from "../texts.ts";
import { Drawer } from "./drawer.tsx";
import { FooterContent, HeaderContent, NoticeContent } from "./frame-parts.tsx";
import { useIsApp } from "./hydration.ts";
import { KeptFrame, type LayoutData } from "./layout-data.ts";
import { LoadingLine, ViewerRefresh } from "./viewer-refresh.tsx";

interface PageFrameProps extends LayoutData {
  hasDrawer: boolean;
  children: ReactNode;
}

function inside(kept: string | undefined, content: ReactElement) {
  return kept === undefined ? { children: content } : { dangerouslySetInnerHTML: { __html: kept } };
}

export function PageFrame({ children, hasDrawer, ...facts }: PageFrameProps) {
  const { t } = useTexts();
  const { features, logo, path, viewer } = facts;
  const kept = useContext(KeptFrame);
  const isApp = useIsApp();
  const watch = viewer
    ? {
        "data-viewer": viewer.latestNewTipId ?? "",
        "data-suffix": ` ${t("newTipsSuffix")}`,
        "data-refresh": productRules.viewer_refresh_seconds,
      }
    : {};
  return (
    <div className="frame" {...watch} {...(facts.season ? { "data-season": facts.season } : {})}>
      {viewer && isApp ? <ViewerRefresh latestNewTipId={viewer.latestNewTipId} /> : null}
      {isApp ? <LoadingLine /> : null}
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {facts.isDemo ? (
        <p className="demo">
          {t("demo")}
          {/* On a tip's steps every byte counts. */}
          {viewer || path === "/" ? (
            <>
              {" · "}
              <a href="/dev/mail">{t("demoMails")}</a>
              {" · "}
              <a href="/dev/networks">{t("demoNetworks")}</a>
            </>
          ) : null}
        </p>
      ) : null}
      {facts.notices.map((notice) => (
        <p className="platform-notice" key={notice.id}>
          {notice.text} {notice.link ? <a href={notice.link.href}>{notice.link.text}</a> : null}
        </p>
      ))}
      <header
        className="head"
        {...inside(kept?.header, <HeaderContent {...{ features, logo, path, viewer, hasDrawer }} />)}
      />
      {viewer && hasDrawer ? (
        <div className="beside">
          <Drawer {...{ features, path, viewer }} />
          <main className="main" id="content">
            {children}
          </main>
        </div>
      ) : (
        <main className="main" id="content">
          {facts.event ? <EventBanner {...facts.event} /> : null}
          {children}
        </main>
      )}
      {facts.hasSeenNotice ? null : (
        <aside
          className="notice"
          aria-label={t("notice.label")}
          {...inside(kept?.notice, <NoticeContent path={path} />)}
        />
      )}
      <footer className="foot" {...inside(kept?.footer, <FooterContent {...facts} />)} />
    </div>
  );
}

function EventBanner({ title, text, url, color }: NonNullable<LayoutData["event"]>) {
  const { t } = useTexts();
  return (
    <aside className="event" style={{ "--event": color }}>
      <b>{title}</b> <span>{text}</span> {url ? <a href={url}>{t("event.more")}</a> : null}
    </aside>
  );
}
