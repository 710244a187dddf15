import { sql } from "kysely";
import { describe, expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { listAudit } from "../../app/domain/audit/audit.server.ts";
import { mailLink } from "../../app/domain/auth/mailed-tokens.server.ts";
import { lockAccount } from "../../app/domain/auth/operators.server.ts";
import { announceDeletion, deleteByLetter, sendExport } from "../../app/domain/support/letters.server.ts";
import { addNote, listNotes } from "../../app/domain/support/notes.server.ts";
import { resendMail, resendReceipt } from "../../app/domain/support/resend.server.ts";
import { listTimeline, readTimelinePlace } from "../../app/domain/support/timeline.server.ts";
import { sendMail } from "../../app/mail/delivery.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { createPool } from "../../db/index.ts";
import { explainRead } from "../bench/query-plan.ts";
import type { TestDatabase } from "../support/database/database.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { withPayouts } from "../support/money/payout-world.ts";
import { createCreator, createTipWorld, payTip, type TipWorld } from "../support/money/tip-world.ts";

// What support does for a user: timeline, notes, mails again, written wishes (docs/product.md, 6.15).

let database: TestDatabase;
let world: TipWorld;
let operator_id: string;
const tokens = createTokens("a secret of at least thirty-two characters");

it.beforeAll(async ({ database: own }) => {
  database = own;
  world = createTipWorld(own.db);
  operator_id = (await createOperatorRow(own.db, world.clock())).id;
});

const services = () => ({ ...world, tokens });
const emailOf = (id: string) =>
  database.db.selectFrom("users").select(["id", "email"]).where("id", "=", id).executeTakeFirstOrThrow();
const mailsTo = async (recipient: string) =>
  await database.db
    .selectFrom("mail_outbox")
    .select(["id", "template", "status", "params", "dedupe_key"])
    .where("recipient", "=", recipient)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
const actionsOf = async (subject: string) =>
  (await listAudit(database.db, { subject })).entries.map(({ action }) => action);

describe("the timeline", () => {
  it("has a user's tips, mails, payouts, states and operators' acts, newest first, page by page", async () => {
    const creator = await createCreator(world);
    const user = await emailOf(creator.id);
    await payTip(world, creator);
    await addNote(world, { user_id: creator.id, operator_id, words: "Called." });
    for (let n = 0; n < 30; n++) {
      world.time.passSeconds(1);
      await payTip(world, creator);
    }
    const seen: string[] = [];
    let place: string | null = null;
    let pages = 0;
    do {
      const page = await listTimeline(database.db, user, readTimelinePlace(place));
      seen.push(...page.entries.map(({ kind, id, at }) => `${at.toISOString()} ${kind} ${id}`));
      place = page.next;
      pages += 1;
    } while (place !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.map((each) => each.slice(0, 24))).toEqual(
      seen
        .map((each) => each.slice(0, 24))
        .sort()
        .reverse(),
    );
    const kinds = (kind: string) => seen.filter((each) => each.split(" ")[1] === kind).length;
    expect([kinds("tip"), kinds("act"), kinds("status")]).toEqual([31, 1, 2]);
    expect(pages).toBe(Math.ceil(seen.length / productRules.support.timeline_rows));
  });

  it("leads from a tip and an own payment to the payment's page", async () => {
    const [creator, fan] = [await createCreator(world), await createCreator(world)];
    const { email } = await emailOf(fan.id);
    const payment = await payTip(world, creator, { email: email.toUpperCase() });
    const [tip] = (await listTimeline(database.db, await emailOf(creator.id), null)).entries.filter(
      ({ kind }) => kind === "tip",
    );
    const [own] = (await listTimeline(database.db, await emailOf(fan.id), null)).entries.filter(
      ({ kind }) => kind === "payment",
    );
    expect([tip?.leads_to, own?.leads_to]).toEqual([payment.id, payment.id]);
  });

  it("ignores a forged place", () => {
    for (const place of [
      null,
      "",
      "1.tip",
      "x.tip.1",
      "1.tip.'; drop",
      `${"9".repeat(40)}.tip.${operator_id}`,
    ])
      expect(readTimelinePlace(place)).toBeNull();
  });

  it("reads a page by its indexes, whatever happened to others", async () => {
    const { db } = database;
    const creator = await createCreator(world);
    await sql`insert into mail_outbox (id, dedupe_key, template, locale, recipient, params, created_at, tried_since, user_id, status)
      select gen_random_uuid(), 'many ' || n, 'new_tip', 'de', 'x@example.org', '{}', now() - make_interval(secs => n), now(), ${creator.id}, 'SENT'
      from generate_series(1, 5000) as n`.execute(db);
    await sql`insert into tips (id, creator_id, currency, amount_minor, status, locale, paid_at, created_at, updated_at)
      select gen_random_uuid(), ${creator.id}, 'EUR', 500, 'ACTIVE', 'de', now() - make_interval(secs => n), now(), now()
      from generate_series(1, 5000) as n`.execute(db);
    await sql`vacuum (analyze)`.execute(db);
    const user = await emailOf(creator.id);
    const first = await listTimeline(db, user, null);
    const pool = createPool(database.url, { max: 1 });
    try {
      for (const place of [null, readTimelinePlace(first.next)]) {
        const { indexes, buffers } = await explainRead(pool, (own) => listTimeline(own, user, place));
        expect(indexes.split(" ")).toEqual(
          expect.arrayContaining(["mail_outbox_user_newest_idx", "tips_received_idx"]),
        );
        expect(buffers).toBeLessThan(1500);
      }
    } finally {
      await pool.end();
    }
  });
});

describe("notes", () => {
  it("are kept in their order, cannot be changed, and the log does not say what they say", async () => {
    const { id: user_id } = await createCreator(world);
    for (const words of ["First", "<b>Second</b>"]) {
      world.time.passSeconds(1);
      expect(await addNote(world, { user_id, operator_id, words })).toBe("noted");
    }
    const { notes } = await listNotes(database.db, user_id, null);
    expect(notes.map(({ words }) => words)).toEqual(["<b>Second</b>", "First"]);
    await expect(
      database.db.updateTable("support_notes").set({ words: "x" }).where("user_id", "=", user_id).execute(),
    ).rejects.toThrow();
    const { entries } = await listAudit(database.db, { subject: `user:${user_id}` });
    expect(JSON.stringify(entries)).not.toContain("Second");
    expect(entries.map(({ action }) => action)).toEqual(["note.added", "note.added"]);
  });

  it("are not made by creators, nor about a deleted user", async () => {
    const [one, other] = [await createCreator(world), await createCreator(world)];
    const note = { user_id: one.id, words: "x" };
    await expect(addNote(world, { ...note, operator_id: other.id })).rejects.toThrow();
    await database.db
      .updateTable("users")
      .set({ deleted_at: world.clock() })
      .where("id", "=", one.id)
      .execute();
    expect(await addNote(world, { ...note, operator_id })).toBe("gone");
  });
});

describe("mails again", () => {
  it("a receipt goes to the payer's address alone, once a minute, also at once", async () => {
    const creator = await createCreator(world);
    const email = `payer-${creator.id}@fans.example`;
    const { id: payment_id } = await payTip(world, creator, { email, message: null });
    const receipts = async () => (await mailsTo(email)).filter(({ template }) => template === "receipt");
    const [first] = await receipts();
    world.time.passSeconds(120);
    const ask = () => resendReceipt(world, { payment_id, operator_id });
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(["sent_again", "sent_again", "sent_again"]);
    const [, second, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(second?.params).toEqual(first?.params);
    world.time.passSeconds(61);
    await ask();
    expect(await receipts()).toHaveLength(3);
    expect(await actionsOf(`payment:${payment_id}`)).toEqual(["receipt.sent_again", "receipt.sent_again"]);
  });

  it("a payment without an address or without money has no receipt to send", async () => {
    const creator = await createCreator(world);
    const { id } = await payTip(world, creator, { email: undefined });
    for (const payment_id of [id, world.newId()])
      expect(await resendReceipt(world, { payment_id, operator_id })).toBe("gone");
  });

  it("a lock's mail is written anew, and another user's mail is not sent", async () => {
    const [one, other] = [await createCreator(world), await createCreator(world)];
    await lockAccount(world, { user_id: one.id, operator_id, reason: "Stolen pictures" });
    const { email } = await emailOf(one.id);
    await database.db
      .updateTable("mail_outbox")
      .set({ status: "SENT", params: "{}" })
      .where("recipient", "=", email)
      .execute();
    world.time.passSeconds(120);
    const mail_id = (await mailsTo(email)).find(({ template }) => template === "account_locked")?.id ?? "";
    expect(await resendMail(services(), { user_id: other.id, mail_id, operator_id })).toBe("gone");
    for (let n = 0; n < 2; n++)
      expect(await resendMail(services(), { user_id: one.id, mail_id, operator_id })).toBe("sent_again");
    const again = (await mailsTo(email)).filter(({ status }) => status === "QUEUED");
    expect(again).toMatchObject([{ template: "account_locked", params: { reason: "Stolen pictures" } }]);
    expect(await mailsTo((await emailOf(other.id)).email)).toEqual([]);
  });

  it("an unconfirmed address gets a fresh link, and a confirmed one none", async () => {
    const { id: user_id } = await createCreator(world, { status: "CREATED" });
    const { email } = await emailOf(user_id);
    await database.db
      .transaction()
      .execute((trx) =>
        mailLink(trx, services(), { user_id, purpose: "register", recipient: email, locale: "de" }),
      );
    await database.db
      .updateTable("mail_outbox")
      .set({ status: "SENT", params: "{}" })
      .where("recipient", "=", email)
      .execute();
    const [first] = await mailsTo(email);
    const ask = () => resendMail(services(), { user_id, mail_id: first?.id ?? "", operator_id });
    expect(await ask()).toBe("sent_again");
    const [, fresh] = await mailsTo(email);
    expect(fresh?.params).not.toEqual({});
    world.time.passSeconds(61);
    await database.db
      .updateTable("users")
      .set({ email_verified_at: world.clock() })
      .where("id", "=", user_id)
      .execute();
    expect(await ask()).toBe("gone");
  });

  it("a mail that could not be sent goes to the account's address and to no former one", async () => {
    const { id: user_id } = await createCreator(world);
    const { email } = await emailOf(user_id);
    await sendExport(world, { user_id, operator_id, reason: "Letter 1" });
    await database.db
      .updateTable("mail_outbox")
      .set({ status: "FAILED" })
      .where("recipient", "=", email)
      .execute();
    const [mail] = await mailsTo(email);
    const ask = () => resendMail(services(), { user_id, mail_id: mail?.id ?? "", operator_id });
    await database.db
      .updateTable("users")
      .set({ email: `new-${email}` })
      .where("id", "=", user_id)
      .execute();
    expect(await ask()).toBe("gone");
    await database.db.updateTable("users").set({ email }).where("id", "=", user_id).execute();
    expect(await ask()).toBe("sent_again");
    expect((await mailsTo(email)).map(({ status }) => status)).toEqual(["QUEUED"]);
    expect(await actionsOf(`user:${user_id}`)).toEqual(["mail.sent_again", "account.export_sent"]);
  });
});

describe("a written wish", () => {
  it("an export is mailed to the user, once a minute", async () => {
    const { id: user_id } = await createCreator(world);
    const { email } = await emailOf(user_id);
    for (let n = 0; n < 2; n++)
      expect(await sendExport(world, { user_id, operator_id, reason: "Letter 2" })).toBe("export_sent");
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["export_ready"]);
    for (const id of [operator_id, world.newId()])
      expect(await sendExport(world, { user_id: id, operator_id, reason: "x" })).toBe("gone");
  });

  const letterServices = () => withPayouts(world);

  it("a deletion needs the announcement first, and ends it by one of two presses", async () => {
    const { id: user_id } = await createCreator(world);
    const { email } = await emailOf(user_id);
    const press = () => deleteByLetter(letterServices(), { user_id, operator_id, forfeits: false });
    await addNote(world, { user_id, operator_id, words: "Asked to leave." });
    expect(await press()).toBe("gone");
    for (let n = 0; n < 2; n++)
      expect(await announceDeletion(world, { user_id, operator_id, reason: "Letter 3" })).toBe("announced");
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["deletion_announced"]);
    expect((await Promise.all([press(), press(), press()])).sort()).toEqual(["deleted", "gone", "gone"]);
    expect((await listNotes(database.db, user_id, null)).notes).toEqual([]);
    const [last, ...others] = await mailsTo(email);
    expect([last?.template, others]).toEqual(["account_deleted", []]);
    expect(await actionsOf(`user:${user_id}`)).toEqual([
      "account.deleted",
      "account.deletion_announced",
      "note.added",
    ]);
    const outlet = { send: () => Promise.resolve() };
    const mailing = { ...services(), mail: outlet, publicUrl: "https://tribute.example" };
    await sendMail(mailing as Parameters<typeof sendMail>[0], last?.id ?? "");
    expect(await mailsTo(email)).toEqual([]);
  });

  it("an announcement is over after its days", async () => {
    const { id: user_id } = await createCreator(world);
    await announceDeletion(world, { user_id, operator_id, reason: "Letter 4" });
    world.time.passSeconds(productRules.support.letter_days * 86_400 + 1);
    expect(await deleteByLetter(letterServices(), { user_id, operator_id, forfeits: true })).toBe("gone");
  });

  it("money blocks an operator's deletion as it blocks the user's own", async () => {
    const creator = await createCreator(world);
    const given = { user_id: creator.id, operator_id };
    expect(await announceDeletion(world, { ...given, reason: "Letter 5" })).toBe("announced");
    await payTip(world, creator);
    expect(await deleteByLetter(letterServices(), { ...given, forfeits: true })).toBe("balance_open");
    expect(await announceDeletion(world, { ...given, reason: "Letter 5" })).toBe("balance_open");
  });
});
