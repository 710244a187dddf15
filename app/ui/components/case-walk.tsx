import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form, Link } from "react-router";

export interface CasePlace {
  place: number | null;
  count: number;
  previous: string | null;
  next: string | null;
}

export interface CaseWalk extends CasePlace {
  here: string;
  hasKeys: boolean;
  last: string | null;
}

/** Single keys can be hit by accident, so they can be turned off (WCAG 2.1.4). */
export function CaseNav({ walk }: { walk: CaseWalk }) {
  const { t } = useTranslation("admin");
  const { here, hasKeys, place, count, previous, next } = walk;
  const takesKeys = useCaseKeys(hasKeys);
  return (
    <nav className="case-nav" aria-label={t("walk.label")}>
      <Link to="/admin">
        {place === null ? t("walk.open", { count }) : t("walk.place", { place, count })}
      </Link>
      {previous === null ? null : (
        <Link to={previous} rel="prev" data-key="k">
          ← {t("walk.previous")}
        </Link>
      )}
      {next === null ? null : (
        <Link to={next} rel="next" data-key="j">
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

export function doneOf(done: string | null, walk: Pick<CaseWalk, "last">): ReactNode {
  if (done === null || walk.last === null) return done;
  return <DoneBefore done={done} href={walk.last} />;
}

function DoneBefore({ done, href }: { done: string; href: string }) {
  const { t } = useTranslation("admin");
  return (
    <>
      <b>{t("walk.last")}</b> <span>{done}</span> <Link to={href}>{t("walk.look")}</Link>
    </>
  );
}

/** j, k: next and previous case. a, d only focus the decision. */
const PLACES: Record<string, string> = {
  j: '[data-key="j"]',
  k: '[data-key="k"]',
  a: 'form[data-decision="accept"] button',
  d: 'form[data-decision="decline"] textarea',
};

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
