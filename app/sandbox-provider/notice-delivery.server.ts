import { createHmac } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../db/schema.ts";
import { later } from "./payment-moves.server.ts";

const ATTEMPT_TIMEOUT_MS = 5_000;
/** Afterwards another sender may claim it. */
const CLAIM_MS = 2 * ATTEMPT_TIMEOUT_MS;
const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_MAX_MS = 5 * 60_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;

export interface NoticeDelivery {
  /** Each promise resolves when its attempt is recorded; a receiver's failure never rejects it. */
  claimDue(limit: number): Promise<Promise<void>[]>;
}

interface ClaimedNotice {
  eventId: string;
  body: string;
  url: string;
  attempts: number;
  createdAt: Date;
}

/**
 * At least once: claims with SKIP LOCKED, signs each attempt, retries with growing pauses for three days.
 * `cancelled` aborts attempts, which are due again.
 */
export function createNoticeDelivery(options: {
  db: Kysely<DB>;
  noticeSecret: string;
  clock: () => Date;
  cancelled: AbortSignal;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}): NoticeDelivery {
  const { db, noticeSecret, clock, cancelled, log } = options;

  async function attempt(notice: ClaimedNotice): Promise<void> {
    const failure = await send(notice, noticeSecret, clock(), cancelled);
    const now = clock();
    const fields = { eventId: notice.eventId, attempt: notice.attempts };
    if (failure === null) {
      await note(notice.eventId, { delivered_at: now, last_error: null });
      log.info(fields, "sandbox: notice delivered");
      return;
    }
    if (later(notice.createdAt, GIVE_UP_AFTER_MS) <= now) {
      await note(notice.eventId, { given_up_at: now, last_error: failure });
      log.warn({ ...fields, failure }, "sandbox: notice given up");
      return;
    }
    const due = cancelled.aborted ? now : later(now, backoffMs(notice.attempts));
    await note(notice.eventId, { due_at: due, last_error: failure });
    log.warn({ ...fields, failure, due }, "sandbox: notice not delivered");
  }

  /** A late attempt must not overwrite a newer one's result. */
  async function note(eventId: string, change: NoticeChange): Promise<void> {
    await db
      .updateTable("sandbox.notices")
      .set(change)
      .where("event_id", "=", eventId)
      .where("delivered_at", "is", null)
      .execute();
  }

  return {
    async claimDue(limit) {
      const claimed = await claim(db, clock(), limit);
      return claimed.map(attempt);
    },
  };
}

type NoticeChange = { last_error: string | null } & (
  | { delivered_at: Date }
  | { given_up_at: Date }
  | { due_at: Date }
);

/** 1, 2, 4 … seconds, at most five minutes. */
function backoffMs(attempts: number): number {
  return Math.min(BACKOFF_FIRST_MS * 2 ** Math.min(attempts - 1, 20), BACKOFF_MAX_MS);
}

/** `t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`. */
function signNotice(secret: string, rawBody: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${rawBody}`).digest("hex");
  return `t=${seconds},v1=${mac}`;
}

async function claim(db: Kysely<DB>, now: Date, limit: number): Promise<ClaimedNotice[]> {
  return db
    .with("due", (query) =>
      query
        .selectFrom("sandbox.notices")
        .select("event_id")
        .where("delivered_at", "is", null)
        .where("given_up_at", "is", null)
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("sandbox.notices")
    .set({ due_at: later(now, CLAIM_MS), attempts: sql<number>`sandbox.notices.attempts + 1` })
    .where("sandbox.notices.event_id", "in", (query) => query.selectFrom("due").select("event_id"))
    .returning(({ selectFrom, fn }) => [
      "sandbox.notices.event_id as eventId",
      "sandbox.notices.body as body",
      "sandbox.notices.attempts as attempts",
      "sandbox.notices.created_at as createdAt",
      fn
        .coalesce(
          selectFrom("sandbox.payments as p")
            .select("p.notice_url")
            .whereRef("p.ref", "=", "sandbox.notices.payment_ref"),
          selectFrom("sandbox.accounts as a")
            .select("a.notice_url")
            .whereRef("a.ref", "=", "sandbox.notices.account_ref"),
          selectFrom("sandbox.methods as m")
            .select("m.notice_url")
            .whereRef("m.ref", "=", "sandbox.notices.method_ref"),
          sql<string>`''`,
        )
        .as("url"),
    ])
    .execute();
}

async function send(
  notice: ClaimedNotice,
  secret: string,
  now: Date,
  cancelled: AbortSignal,
): Promise<string | null> {
  try {
    const response = await fetch(notice.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Tribute-Sandbox-Signature": signNotice(secret, notice.body, now),
      },
      body: notice.body,
      redirect: "manual",
      signal: AbortSignal.any([cancelled, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : "unknown";
  }
}
