import type { ServerResponse } from "node:http";
import type { Candidate, Screen } from "../domain/overlay/screens.server.ts";
import { productRules } from "../product-rules.ts";
import type { OverlayEvent } from "./overlay-events.server.ts";
import type { NewSource } from "./overlay-source.ts";

export interface Source extends NewSource {
  out: ServerResponse;
  /** Changes alone are sent. */
  sent: Map<string, string>;
  isStalled: boolean;
}

export interface Room {
  sources: Set<Source>;
  screen: Screen | null;
  alertSince: number;
}

const RULES = productRules.overlay;

/** A slow reader is cut, and reconnects. */
export function write({ out }: Pick<Source, "out">, text: string): void {
  if (out.destroyed) return;
  out.write(text);
  if (out.writableLength > RULES.buffered_bytes) out.destroy();
}

export function sendEvent(source: Source, { name, id, text }: OverlayEvent): void {
  const { sent } = source;
  if (sent.get(name) === text) return;
  sent.set(name, text);
  // The page shows one of the two.
  if (name === "clear" || name === "alert") sent.delete(name === "clear" ? "alert" : "clear");
  if (id !== null) {
    // Later changes are sent.
    const isKnown = id === source.last_event_id;
    source.last_event_id = null;
    if (isKnown) return;
  }
  write(source, `${id === null ? "" : `id: ${id}\n`}event: ${name}\ndata: ${text}\n\n`);
}

/** A slow reader's line would delay a stop. */
export function end({ out }: Source): void {
  if (!out.destroyed) out.end(() => out.destroy());
}

export function turnTo(room: Room, screen: Screen | null, now: Date): void {
  const [old, next] = [room.screen?.alert, screen?.alert];
  if (old?.id !== next?.id || old?.turn !== next?.turn) room.alertSince = now.getTime();
  room.screen = screen;
}

function leaderOf({ sources, screen }: Room): Source | undefined {
  return [...sources].find(({ id }) => id === screen?.lead_id);
}

/** A leader that confirms too late makes room for another. */
export function noteStalled(room: Room, now: Date): void {
  const { screen, alertSince } = room;
  const leader = leaderOf(room);
  if (!leader || !screen?.alert || screen.is_paused) return;
  const patience = (RULES.stalled_seconds + screen.shown_seconds) * 1000;
  if (now.getTime() - alertSince > patience) leader.isStalled = true;
}

/**
 * This process's leader first, then the oldest source; stalled ones last. Null without a source of alerts.
 */
export function candidateOf(userId: string, room: Room, gone: Source | null = null): Candidate | null {
  const leader = leaderOf(room);
  const instead_of = gone?.id ?? (leader?.isStalled ? leader.id : null);
  const able = [...room.sources].filter(({ kind, id }) => kind === "alerts" && id !== gone?.id);
  const next =
    able.find((each) => each === leader && !each.isStalled) ??
    able.find(({ isStalled }) => !isStalled) ??
    able[0];
  return next ? { user_id: userId, source_id: next.id, instead_of } : null;
}
