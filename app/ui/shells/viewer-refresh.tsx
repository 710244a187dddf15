import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigation, useRevalidator } from "react-router";
import { productRules } from "../../product-rules.ts";
import { ANSWER_LOST } from "../lost-connection.ts";
import { useIsHeld } from "./refusals.tsx";
import { hasTypedText, NOT_RELOADED } from "./router-reloads.ts";

const ADDRESS = "/api/user";
const EVERY_MS = productRules.viewer_refresh_seconds * 1000;

interface Answer {
  data: { latest_new_tip_id: string | null };
}

/**
 * Polls while visible; no change is a 304. A change or lost answer revalidates unless action data would be
 * lost. An ended session leads to /login unless typed words would be lost. Offline nothing leaves this page
 * (docs/product.md, 9.7).
 */
export function ViewerRefresh({ latestNewTipId }: { latestNewTipId: string | null }) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const isVisible = useDocumentVisibility() === "visible";
  const isHeld = useIsHeld();
  const isStale = useRef(false);
  const [trouble, setTrouble] = useState<"offline" | "missing" | "signedOut" | null>(null);
  const etag = useRef<string | null>(null);
  const { key } = useLocation();
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    setTrouble(null);
  }
  const look = useEffectEvent(async (isReturned = false) => {
    const headers: Record<string, string> = etag.current === null ? {} : { "If-None-Match": etag.current };
    const response = await fetch(ADDRESS, { cache: "no-store", headers }).catch(() => null);
    if (response?.status === 401 && !isReturned && hasTypedText()) setTrouble("signedOut");
    else if (response?.status === 401) location.replace("/login");
    else if (response && trouble !== "missing") setTrouble(null);
    if (response?.status === 304) await loadAnew();
    if (response?.status !== 200) return;
    const isFirst = etag.current === null;
    etag.current = response.headers.get("ETag");
    const answer: Answer | null = await response.json().catch(() => null);
    // The first answer is compared by the newest tip only.
    if (!isFirst || answer?.data.latest_new_tip_id !== latestNewTipId) isStale.current = true;
    await loadAnew();
  });
  const loadAnew = useEffectEvent(async () => {
    if (!isStale.current || isHeld) return;
    isStale.current = false;
    await revalidate();
  });
  useEffect(() => {
    if (!isHeld) void loadAnew();
  }, [isHeld]);
  useEffect(() => {
    if (!isVisible) return;
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isVisible]);
  useEffect(() => {
    // The bfcache may restore a page of an ended session.
    const returned = (event: PageTransitionEvent) => void (event.persisted && look(true));
    addEventListener("pageshow", returned);
    return () => removeEventListener("pageshow", returned);
  }, []);
  const leave = useEffectEvent((event: Event) => {
    if (!leavesPage(event.target, event.type)) return;
    // The router imports a missing script once: the browser loads the page.
    if (trouble === "missing") event.stopPropagation();
    else if (!navigator.onLine) {
      event.preventDefault();
      setTrouble("offline");
    }
  });
  useEffect(() => {
    const lost = () => {
      isStale.current = true;
    };
    const away = new AbortController();
    const options = { capture: true, signal: away.signal };
    for (const type of ["click", "submit"]) addEventListener(type, (event) => leave(event), options);
    addEventListener(ANSWER_LOST, lost, options);
    addEventListener(NOT_RELOADED, () => setTrouble("missing"), options);
    return () => away.abort();
  }, []);
  if (trouble === null) return null;
  return (
    <p className="platform-notice" role="alert">
      {trouble === "signedOut" ? t("signedOut") : t("error.offline.text")}{" "}
      {trouble === "signedOut" ? (
        <a href="/login" target="_blank" rel="noopener">
          {t("nav.login")}
        </a>
      ) : null}
    </p>
  );
}

/** Only slow loads, by its style. */
export function LoadingLine() {
  const { state } = useNavigation();
  return state === "idle" ? null : <div className="loading-line" aria-hidden="true" />;
}

/** Its script may be missing, and the router would reload the page. */
function leavesPage(target: EventTarget | null, type: string): boolean {
  const part = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  const address = target instanceof HTMLFormElement && type === "submit" ? target.action : part?.href;
  return address !== undefined && new URL(address).pathname !== location.pathname;
}
