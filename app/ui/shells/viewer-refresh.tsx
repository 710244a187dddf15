import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import { productRules } from "../../product-rules.ts";
import { useIsHeld } from "./refusals.tsx";

const ADDRESS = "/api/user";
const EVERY_MS = productRules.viewer_refresh_seconds * 1000;

/** Of what /api/user answers (app/api/user-data.server.ts). */
interface Answer {
  data: { latest_new_tip_id: string | null };
}

/**
 * Keeps a hydrated page true (docs/product.md, 9.7): while the tab is visible it polls the user's state, which costs a
 * 304 when nothing has changed. A change reloads the page's data, once no answer to a post would be lost by it; an ended
 * session leads to /login.
 */
export function ViewerRefresh({ latestNewTipId }: { latestNewTipId: string | null }): null {
  const { revalidate } = useRevalidator();
  const isVisible = useDocumentVisibility() === "visible";
  const isHeld = useIsHeld();
  const isStale = useRef(false);
  const etag = useRef<string | null>(null);
  const look = useEffectEvent(async () => {
    const headers: Record<string, string> = etag.current === null ? {} : { "If-None-Match": etag.current };
    const response = await fetch(ADDRESS, { cache: "no-store", headers }).catch(() => null);
    if (response?.status === 401) location.replace("/login");
    if (response?.status !== 200) return;
    const isFirst = etag.current === null;
    etag.current = response.headers.get("ETag");
    const answer: Answer | null = await response.json().catch(() => null);
    // What the page was made from is known by its newest tip alone; later answers come only when something has changed.
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
    // A page that comes back from where the browser kept it may be of an ended session.
    const returned = (event: PageTransitionEvent) => void (event.persisted && look());
    addEventListener("pageshow", returned);
    return () => removeEventListener("pageshow", returned);
  }, []);
  return null;
}
