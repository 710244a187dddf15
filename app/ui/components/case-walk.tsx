import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../texts.ts";

/** Where a case stands in its queue; it is in no place when it is not open. */
export interface CasePlace {
  place: number | null;
  count: number;
  previous: string | null;
  next: string | null;
}

/** The way from a case to its neighbours. */
export interface CaseWalk extends CasePlace {
  /** The queue's, such as "/admin/tips"; a case stands below it. */
  path: string;
  /** The case's own address. */
  here: string;
  /** The operator has not turned the keys off. */
  hasKeys: boolean;
  /** The case that was just decided, when that led here. */
  last: string | null;
}

/**
 * The way from case to case: by links, and by keys where the script runs, which shows its hint. Keys of one letter can
 * be pressed by accident, above all by who dictates, so they can be turned off (WCAG 2.1.4).
 */
export function CaseNav({ walk }: { walk: CaseWalk }): ReactElement {
  const { t } = useTexts("admin");
  const { path, here, hasKeys, place, count, previous, next } = walk;
  return (
    <nav className="case-nav" aria-label={t("walk.label")} {...(hasKeys ? { "data-case-keys": "" } : {})}>
      <a href={path}>{place === null ? t("walk.open", { count }) : t("walk.place", { place, count })}</a>
      {previous === null ? null : (
        <a href={`${path}/${previous}`} rel="prev" data-key="k">
          ← {t("walk.previous")}
        </a>
      )}
      {next === null ? null : (
        <a href={`${path}/${next}`} rel="next" data-key="j">
          {t("walk.next")} →
        </a>
      )}
      {hasKeys ? (
        <small data-keys-hint="" hidden>
          <kbd>j</kbd> {t("walk.keyNext")} <kbd>k</kbd> {t("walk.keyPrevious")} <kbd>a</kbd>{" "}
          {t("walk.keyAccept")} <kbd>d</kbd> {t("walk.keyDecline")}
        </small>
      ) : null}
      <form method="post" action="/admin/keys">
        <input type="hidden" name="return_to" value={here} />
        <small>{t(hasKeys ? "walk.keysOn" : "walk.keysOff")}</small>{" "}
        <button type="submit" className="plain-button" name="keys" value={hasKeys ? "off" : "on"}>
          {t(hasKeys ? "walk.turnOff" : "walk.turnOn")}
        </button>
      </form>
    </nav>
  );
}

/** What was just done: to this case, or to the one before it, which it then leads to. */
export function doneOf(done: string | null, walk: CaseWalk): ReactNode {
  if (done === null || walk.last === null) return done;
  return <DoneBefore done={done} href={`${walk.path}/${walk.last}`} />;
}

function DoneBefore({ done, href }: { done: string; href: string }): ReactElement {
  const { t } = useTexts("admin");
  return (
    <>
      <b>{t("walk.last")}</b> <span>{done}</span> <a href={href}>{t("walk.look")}</a>
    </>
  );
}
