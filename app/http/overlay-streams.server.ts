import type { ServerResponse } from "node:http";
import type { Services } from "../context.ts";
import {
  type Candidate,
  claimLeads,
  readScreens,
  releaseLead,
  type Screen,
} from "../domain/overlay/screens.server.ts";
import { productRules } from "../product-rules.ts";
import { type OverlayEvent, overlayEvents } from "./overlay-events.server.ts";
import type { NewSource, OverlayLines } from "./overlay-source.ts";

const RULES = productRules.overlay;
const RETRY_MS = 1_000;

type Parts = Pick<Services, "db" | "clock" | "settings" | "log">;

/**
 * The table leads; lines show it, and one source per creator leads (docs/decisions/096). One statement reads
 * all overlays with news.
 */
export class OverlayStreams implements OverlayLines {
  readonly #parts: Parts;
  readonly #rooms = new Map<string, Room>();
  readonly #due = new Set<string>();
  readonly #claims = new Map<string, Candidate>();
  #sources = 0;
  /** A returning source claims after its own release. */
  #released: Promise<unknown> = Promise.resolve();
  #isReading = false;
  #isStopped = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get counts(): { sources: number } {
    return { sources: this.#sources };
  }

  waitFor(userId: string): number | null {
    const own = this.#rooms.get(userId)?.sources.size ?? 0;
    const isFull = this.#sources >= RULES.streams_maximum || own >= RULES.sources_maximum;
    return isFull || this.#isStopped ? RULES.beat_seconds : null;
  }

  open(given: NewSource, out: ServerResponse): void {
    const { user_id, id, kind } = given;
    const source: Source = { ...given, out, sent: new Map(), isStalled: false };
    const room = this.#rooms.get(user_id) ?? { sources: new Set(), screen: null, alertSince: 0 };
    this.#rooms.set(user_id, room);
    // After a cut that only the page noticed.
    for (const old of room.sources) if (old.id === id) old.out.destroy();
    room.sources.add(source);
    this.#sources += 1;
    if (this.#timers.length === 0) this.#wake();
    write(source, `retry: ${RETRY_MS}\n\n`);
    out.once("close", () => this.#close(source));
    if (kind === "alerts") this.#claims.set(user_id, { user_id, source_id: id, instead_of: null });
    this.#readSoon([user_id]);
  }

  refresh(userId: string | null): void {
    this.#readSoon(userId === null ? [...this.#rooms.keys()] : [userId]);
  }

  stop(): void {
    this.#isStopped = true;
    this.#rest();
    for (const { sources } of this.#rooms.values()) for (const source of sources) end(source);
  }

  #readSoon(userIds: readonly string[]): void {
    for (const userId of userIds) if (this.#rooms.has(userId)) this.#due.add(userId);
    if (!this.#isReading && !this.#isStopped && this.#due.size > 0) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#due.size > 0 && !this.#isStopped) {
        const userIds = [...this.#due];
        // Later news are read again.
        this.#due.clear();
        try {
          await this.#claim();
          await this.#show(userIds);
        } catch (error) {
          for (const userId of userIds) this.#due.add(userId);
          throw error;
        }
      }
    } catch (error) {
      this.#parts.log.warn({ error: String(error) }, "overlays cannot be read: trying again");
      setTimeout(() => this.#readSoon([]), RETRY_MS).unref();
    } finally {
      this.#isReading = false;
    }
  }

  async #show(userIds: readonly string[]): Promise<void> {
    const { db, clock } = this.#parts;
    const screens = await readScreens(db, userIds);
    for (const userId of userIds) {
      const room = this.#rooms.get(userId);
      // A source that came meanwhile claims first, and is read again.
      const comes = this.#claims.has(userId) && this.#due.has(userId);
      if (!room || comes) continue;
      const screen = screens.get(userId) ?? null;
      turnTo(room, screen, clock());
      const eventsOf = overlayEvents(this.#parts);
      for (const source of room.sources) {
        if (screen?.key_id !== source.key_id) end(source);
        else for (const event of await eventsOf(source, screen)) sendEvent(source, event);
      }
    }
  }

  async #claim(): Promise<string[]> {
    await this.#released;
    const asked = [...this.#claims.values()];
    this.#claims.clear();
    if (asked.length === 0) return [];
    const led = await claimLeads(this.#parts.db, asked, this.#parts.clock());
    return led
      .filter(({ user_id, lead_id }) => this.#rooms.get(user_id)?.screen?.lead_id !== lead_id)
      .map(({ user_id }) => user_id);
  }

  #renewLeads(): void {
    for (const [userId, room] of this.#rooms) {
      noteStalled(room, this.#parts.clock());
      const candidate = candidateOf(userId, room);
      if (candidate) this.#claims.set(userId, candidate);
    }
    this.#claim().then(
      (changed) => this.#readSoon(changed),
      (error: unknown) =>
        this.#parts.log.warn({ error: String(error) }, "leads of overlays cannot be renewed"),
    );
  }

  #close(source: Source): void {
    const { user_id, id } = source;
    const room = this.#rooms.get(user_id);
    if (!room?.sources.delete(source)) return;
    this.#sources -= 1;
    if (room.sources.size === 0) this.#rooms.delete(user_id);
    if (this.#sources === 0) this.#rest();
    const isBack = [...room.sources].some((each) => each.id === id);
    if (this.#isStopped || isBack || room.screen?.lead_id !== id) return;
    const next = candidateOf(user_id, room, source);
    if (next) {
      this.#claims.set(user_id, next);
      this.#readSoon([user_id]);
      return;
    }
    const { db, log } = this.#parts;
    const released = releaseLead(db, user_id, id).catch((error: unknown) =>
      log.warn({ error: String(error) }, "an overlay's lead cannot be released: it ends by itself"),
    );
    this.#released = Promise.all([this.#released, released]);
  }

  #wake(): void {
    const every = (seconds: number, act: () => void) => setInterval(act, seconds * 1000).unref();
    const beat = () => {
      for (const { sources } of this.#rooms.values())
        for (const source of sources) write(source, "event: beat\ndata:\n\n");
    };
    this.#timers = [
      every(RULES.beat_seconds, beat),
      every(RULES.lead_renewed_seconds, () => this.#renewLeads()),
      every(RULES.poll_seconds, () => this.refresh(null)),
    ];
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }
}

interface Source extends NewSource {
  out: ServerResponse;
  /** Changes alone are sent. */
  sent: Map<string, string>;
  isStalled: boolean;
}

interface Room {
  sources: Set<Source>;
  screen: Screen | null;
  alertSince: number;
}

/** A slow reader is cut, and reconnects. */
function write({ out }: Pick<Source, "out">, text: string): void {
  if (out.destroyed) return;
  out.write(text);
  if (out.writableLength > RULES.buffered_bytes) out.destroy();
}

function sendEvent(source: Source, { name, id, text }: OverlayEvent): void {
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
function end({ out }: Source): void {
  if (!out.destroyed) out.end(() => out.destroy());
}

function turnTo(room: Room, screen: Screen | null, now: Date): void {
  const [old, next] = [room.screen?.alert, screen?.alert];
  if (old?.id !== next?.id || old?.turn !== next?.turn) room.alertSince = now.getTime();
  room.screen = screen;
}

function leaderOf({ sources, screen }: Room): Source | undefined {
  return [...sources].find(({ id }) => id === screen?.lead_id);
}

/** A leader that confirms too late makes room for another. */
function noteStalled(room: Room, now: Date): void {
  const { screen, alertSince } = room;
  const leader = leaderOf(room);
  if (!leader || !screen?.alert || screen.is_paused) return;
  const patience = (RULES.stalled_seconds + screen.shown_seconds) * 1000;
  if (now.getTime() - alertSince > patience) leader.isStalled = true;
}

/**
 * This process's leader first, then the oldest source; stalled ones last. Null without a source of alerts.
 */
function candidateOf(userId: string, room: Room, gone: Source | null = null): Candidate | null {
  const leader = leaderOf(room);
  const instead_of = gone?.id ?? (leader?.isStalled ? leader.id : null);
  const able = [...room.sources].filter(({ kind, id }) => kind === "alerts" && id !== gone?.id);
  const next =
    able.find((each) => each === leader && !each.isStalled) ??
    able.find(({ isStalled }) => !isStalled) ??
    able[0];
  return next ? { user_id: userId, source_id: next.id, instead_of } : null;
}
