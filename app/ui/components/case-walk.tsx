import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";

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
 * The way from case to case: by links, and by keys where the script runs. Keys of one letter can
 * be pressed by accident, above all by who dictates, so they can be turned off (WCAG 2.1.4).
 */
export function CaseNav({ walk }: { walk: CaseWalk }): ReactElement {
  const { t } = useTranslation("admin");
  const { path, here, hasKeys, place, count, previous, next } = walk;
  const takesKeys = useCaseKeys(hasKeys);
  return (
    <nav className="case-nav" aria-label={t("walk.label")}>
      <Link to={path}>{place === null ? t("walk.open", { count }) : t("walk.place", { place, count })}</Link>
      {previous === null ? null : (
        <Link to={`${path}/${previous}`} rel="prev" data-key="k">
          ← {t("walk.previous")}
        </Link>
      )}
      {next === null ? null : (
        <Link to={`${path}/${next}`} rel="next" data-key="j">
          {t("walk.next")} →
        </Link>
      )}
      {takesKeys ? (
        <small data-keys-hint="">
          <kbd>j</kbd> {t("walk.keyNext")} <kbd>k</kbd> {t("walk.keyPrevious")} <kbd>a</kbd>{" "}
          {t("walk.keyAccept")} <kbd>d</kbd> {t("walk.keyDecline")}
        </small>
      ) : null}
      <Form method="post" action="/admin/keys">
        <input type="hidden" name="return_to" value={here} />
        <small>{t(hasKeys ? "walk.keysOn" : "walk.keysOff")}</small>{" "}
        <button type="submit" className="plain-button" name="keys" value={hasKeys ? "off" : "on"}>
          {t(hasKeys ? "walk.turnOff" : "walk.turnOn")}
        </button>
      </Form>
    </nav>
  );
}

/** What was just done: to this case, or to the one before it, which it then leads to. */
export function doneOf(done: string | null, walk: CaseWalk): ReactNode {
  if (done === null || walk.last === null) return done;
  return <DoneBefore done={done} href={`${walk.path}/${walk.last}`} />;
}

function DoneBefore({ done, href }: { done: string; href: string }): ReactElement {
  const { t } = useTranslation("admin");
  return (
    <>
      <b>{t("walk.last")}</b> <span>{done}</span> <Link to={href}>{t("walk.look")}</Link>
    </>
  );
}

/** j and k lead to the next and the previous case. a and d only go to the decision: Enter or a click decides. */
const PLACES: Record<string, string> = {
  j: '[data-key="j"]',
  k: '[data-key="k"]',
  a: 'form[data-decision="accept"] button',
  d: 'form[data-decision="decline"] textarea',
};

/** True once the keys of a case work: where the script runs and the operator has not turned them off. */
function useCaseKeys(isWanted: boolean): boolean {
  const [isListening, setListening] = useState(false);
  useEffect(() => {
    setListening(isWanted);
    if (!isWanted) return;
    document.addEventListener("keydown", followKey);
    return () => document.removeEventListener("keydown", followKey);
  }, [isWanted]);
  return isListening;
}

function followKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
  const place = document.querySelector<HTMLElement>(PLACES[event.key] ?? ":not(*)");
  if (!place) return;
  event.preventDefault();
  if (place instanceof HTMLAnchorElement) place.click();
  else {
    place.scrollIntoView({ block: "center" });
    place.focus({ preventScroll: true });
  }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
}
