import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef } from "react";
import { useRevalidator } from "react-router";
import { productRules } from "../../product-rules.ts";
import { useIsHeld } from "./refusals.tsx";

const ADDRESS = "/api/user";
const EVERY_MS = productRules.viewer_refresh_seconds * 1000;

/** From /api/user (app/api/user-data.server.ts). */
interface Answer {
  data: { latest_new_tip_id: string | null };
}

/**
 * Polls while visible; no change is a 304. A change revalidates once no action data would be lost; an ended
 * session leads to /login (docs/product.md, 9.7).
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
    const returned = (event: PageTransitionEvent) => void (event.persisted && look());
    addEventListener("pageshow", returned);
    return () => removeEventListener("pageshow", returned);
  }, []);
  return null;
}
