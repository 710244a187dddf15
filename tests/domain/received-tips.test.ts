import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import {
  findReceivedTip,
  listInbox,
  listReceivedTips,
  type ReceivedTip,
  streamReceivedTips,
} from "../../app/domain/tips/received-tips.server.ts";
import { thankYouFor, thankYouTemplate } from "../../app/domain/tips/reply.schema.ts";
import { acceptTip, declineTip } from "../../app/domain/tips/review.server.ts";
import {
  findThankYouText,
  markAllTipsRead,
  markTipRead,
  replyToTip,
  saveThankYouText,
  takeBackReply,
} from "../../app/domain/tips/tip-replies.server.ts";
import { findAccount } from "../../app/domain/users/user.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  payTip,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";

// What a creator sees of the tips they received, and which of them are new.

let world: TipWorld;
let creator: Creator;
let operator_id: string;

it.beforeAll(async ({ database }) => {
  world = createTipWorld(database.db);
  operator_id = (await createOperatorRow(database.db, world.clock())).id;
});
beforeEach(async () => {
  creator = await createCreator(world);
});
// Where a list has to be long, its tips are rows without payments.
afterEach(() => expectCleanBooks(world.db, world.clock(), "28-payments-add-up"));

const FAN = { from: "Nora", email: "nora@fans.example", message: "Das Lied mit dem Regen." };
const idOf = (payment: Payment) => payment.tip_id ?? "";
const tip = async (wish: Partial<TipWish> = FAN) => idOf(await payTip(world, creator, wish));
const list = async (
  filter: { only_new?: boolean; fan?: string; after?: string | null; size?: number } = {},
) => await listReceivedTips(world.db, creator.id, { only_new: false, fan: "", after: null, ...filter });
const own = async (tip_id: string, creator_id = creator.id): Promise<ReceivedTip> => {
  const found = await findReceivedTip(world.db, { tip_id, creator_id });
  if (!found) throw new Error("the tip is there");
  return found;
};
const latestNew = async () => (await findAccount(world.db, creator.id)).latest_new_tip_id;
const { content: rules } = defaultSettings.rules;
const thank = async (tip_id: string, message = "Danke dir!", creator_id = creator.id) =>
  await replyToTip(world, { tip_id, creator_id, message, rules });

describe("the inbox", () => {
  it("unread tips come before read ones, and later pages have each read tip once", async () => {
    const size = productRules.dashboard_tips;
    const ids: string[] = [];
    for (let index = 0; index < size + 3; index += 1) {
      world.time.passSeconds(60);
      ids.unshift(await tip());
    }
    const [newest, second, ...older] = ids;
    for (const id of [newest, ...older])
      await markTipRead(world.db, { tip_id: id ?? "", creator_id: creator.id }, world.clock());
    const first = await listInbox(world.db, creator.id, null);
    expect(first.tips.map(({ id }) => id)).toEqual([second, newest, ...older].slice(0, size));
    const later = await listInbox(world.db, creator.id, first.next);
    expect(later.tips.map(({ id }) => id)).toEqual(older.slice(size - 2));
    expect(later.next).toBeNull();
  });

  it("more new tips than one page has go on in the list of new ones", async () => {
    const ids: string[] = [];
    for (let index = 0; index < productRules.dashboard_tips + 2; index += 1) {
      world.time.passSeconds(60);
      ids.unshift(await tip());
    }
    const first = await listInbox(world.db, creator.id, null);
    expect(first.tips.map(({ id }) => id)).toEqual(ids.slice(0, -2));
    expect((await list({ only_new: true, after: first.next_unread })).tips.map(({ id }) => id)).toEqual(
      ids.slice(-2),
    );
  });
});

describe("a thank-you of one's own", () => {
  it("the remembered text has the next fan's name", async () => {
    expect(await findThankYouText(world.db, creator.id)).toBeNull();
    await saveThankYouText(world.db, creator.id, thankYouTemplate("Danke, Nora! Bis bald, Nora.", "Nora"));
    const text = await findThankYouText(world.db, creator.id);
    expect(thankYouFor(text ?? "", "$& Olli")).toBe("Danke, $& Olli! Bis bald, $& Olli.");
    // A short name is no part of words, and a long text with many names is kept.
    expect(thankYouTemplate("Danke, a.! Allerbeste", "a.")).toBe("Danke, {name}! Allerbeste");
    const long = thankYouTemplate("e ".repeat(500), "e");
    await saveThankYouText(world.db, creator.id, long);
    expect(await findThankYouText(world.db, creator.id)).toBe(long);
  });

  it("only its creator takes a thank-you back, within its seconds, once", async () => {
    const tip_id = await tip();
    const given = { tip_id, creator_id: creator.id };
    const mails = async () =>
      await world.db
        .selectFrom("mail_outbox")
        .select("id")
        .where("dedupe_key", "like", `thank-you:${tip_id}:%`)
        .execute();
    const send = () => replyToTip(world, { ...given, message: "Danke!", rules, can_be_taken_back: true });
    expect(await send()).toBe("sent");
    const stranger = await createCreator(world);
    expect(await takeBackReply(world, { tip_id, creator_id: stranger.id })).toBe("missing");
    expect(await mails()).toHaveLength(1);
    expect(await takeBackReply(world, given)).toBe("taken_back");
    expect([await mails(), (await own(tip_id)).replies]).toEqual([[], []]);
    expect(await takeBackReply(world, given)).toBe("too_late");
    // The same words are sent again, and stay once their time is over.
    expect(await send()).toBe("sent");
    world.time.passSeconds(productRules.reply.take_back_seconds);
    expect(await takeBackReply(world, given)).toBe("too_late");
    expect(await mails()).toHaveLength(1);
  });
});

describe("the list of received tips", () => {
  it("a creator's tips are listed from the newest to the oldest, none missing or twice when a new one arrives between two pages", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      // Two at the same moment: the id decides.
      if (index % 2 === 0) world.time.passSeconds(60);
      ids.push(await tip());
    }
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await list({ after, size: 3 });
      seen.push(...page.tips.map(({ id }) => id));
      after = page.next;
      world.time.passSeconds(60);
      if (seen.length === 3) await tip();
    } while (after !== null);
    expect([...seen].sort()).toEqual([...ids].sort());
    const whole = await list();
    expect(whole.tips.slice(1).map(({ id }) => id)).toEqual(seen);
  });

  it("a creator sees a fan's email only where the fan agreed", async () => {
    const [shared, kept] = [
      await tip({ ...FAN, shareEmail: true }),
      await tip({ ...FAN, shareEmail: false }),
    ];
    expect((await own(shared)).sender_email).toBe(FAN.email);
    expect((await own(kept)).sender_email).toBeNull();
    expect((await list({ fan: "nora@fans" })).tips.map(({ id }) => id)).toEqual([shared]);
  });

  it("a creator finds tips by part of a fan's name, and percent signs and underscores are searched for as they stand", async () => {
    const found = await tip({ ...FAN, from: "100% Nora_Müller" });
    await tip({ ...FAN, from: "Somebody else" });
    const ids = async (fan: string) => (await list({ fan })).tips.map(({ id }) => id);
    expect(await ids("nora_mÜLL")).toEqual([found]);
    expect(await ids("100%")).toEqual([found]);
    expect(await ids("10_%")).toEqual([]);
    expect(await ids("\\")).toEqual([]);
  });

  it("a creator finds a fan by one letter, by signs and by letters of any script, but not by a name and an address run together", async () => {
    const found = await tip({ ...FAN, from: "Ёлка 🎉 Q", shareEmail: true });
    await tip({ ...FAN, from: "Somebody else" });
    const ids = async (fan: string) => (await list({ fan })).tips.map(({ id }) => id);
    for (const fan of ["q", "🎉", "ёл", "ЁЛКА", "🎉 q", "NORA@fans"])
      expect([fan, await ids(fan)]).toEqual([fan, [found]]);
    expect(await ids("qnora")).toEqual([]);
  });

  it("a creator finds a fan by several words in any order, and by the very name that a fan has written", async () => {
    const names = ["Anna Lena Müller", "İlkay", "ΟΔΥΣΣΕΥΣ"];
    const found: string[] = [];
    for (const from of names) found.push(await tip({ ...FAN, from, shareEmail: false }));
    const ids = async (fan: string) => (await list({ fan })).tips.map(({ id }) => id);
    for (const [index, name] of names.entries())
      expect([name, await ids(name)]).toEqual([name, [found[index]]]);
    expect(await ids("  müll   anna ")).toEqual([found[0]]);
    expect(await ids("anna a müller")).toEqual([found[0]]);
    expect(await ids("anna peter")).toEqual([]);
  });

  it("a creator finds a fan who tipped long ago, page by page, and no other creator's fan", async () => {
    const old: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      old.push(await tip({ ...FAN, from: "Xaver" }));
      world.time.passSeconds(60);
    }
    const latest = await tip({ ...FAN, from: "Lena" });
    await sql`
      insert into tips select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
      from tips t, generate_series(1, 250) where t.id = ${latest}::uuid`.execute(world.db);
    const other = await createCreator(world);
    await payTip(world, other, { ...FAN, from: "Xaver" });
    const first = await list({ fan: "xAv", size: 2 });
    const second = await list({ fan: "xAv", size: 2, after: first.next });
    expect([...first.tips, ...second.tips].map(({ id }) => id)).toEqual([...old].reverse());
    expect(second.next).toBeNull();
    expect((await list({ fan: "lena" })).tips).toHaveLength(productRules.dashboard_tips);
    expect((await list({ fan: "xaverl" })).tips).toEqual([]);
    await sql`delete from tips t where t.creator_id = ${creator.id} and not exists (select from payments p where p.tip_id = t.id)`.execute(
      world.db,
    );
  });

  it("a tip under review shows its creator amount and sender, and its words and picture once it is accepted", async () => {
    const id = await tip({ ...FAN, message: "look at www.example.org" });
    expect(await own(id)).toMatchObject({
      status: "PENDING",
      sender_name: "Nora",
      message: null,
      is_new: false,
    });
    expect(await markTipRead(world.db, { tip_id: id, creator_id: creator.id }, world.clock())).toBe(
      "missing",
    );
    await acceptTip(world, { tip_id: id, operator_id });
    expect(await own(id)).toMatchObject({
      status: "ACTIVE",
      message: "look at www.example.org",
      is_new: true,
    });
  });

  it("a declined tip shows its creator neither words nor sender, and is not found by the sender's name", async () => {
    const id = await tip({ ...FAN, message: "look at www.example.org", shareEmail: true });
    await declineTip(world, { tip_id: id, operator_id, reason: "An address" });
    expect(await own(id)).toMatchObject({
      status: "DECLINED",
      sender_name: null,
      sender_email: null,
      message: null,
      reply: "closed",
    });
    expect((await list({ fan: "nora" })).tips).toEqual([]);
  });

  it("a declined tip stays hidden when its money goes back", async () => {
    const payment = await payTip(world, creator, {
      ...FAN,
      message: "look at www.example.org",
      shareEmail: true,
      type: "INETCASH_OB",
    });
    await declineTip(world, { tip_id: idOf(payment), operator_id, reason: "An address" });
    await refund(world, payment, by(creator));
    const hidden = { sender_name: null, sender_email: null, message: null, has_image: false };
    expect(await own(idOf(payment))).toMatchObject({ status: "REFUNDED", ...hidden });
    expect((await list({ fan: "nora" })).tips).toEqual([]);
    const services = { ...world, media: memoryStore(), encryption: createEncryption("x".repeat(40)) };
    const files = unzipSync(await exportAccount(services, creator.id, world.clock()));
    const told = strFromU8(files["tips.json"] ?? new Uint8Array());
    expect(told).toContain(idOf(payment));
    for (const word of ["Nora", "nora@", "example.org"]) expect(told).not.toContain(word);
  });

  it("a refunded tip stays in its creator's list, marked, with its words, and is not new any more", async () => {
    const payment = await payTip(world, creator, { ...FAN, type: "INETCASH_OB" });
    await refund(world, payment, by(creator));
    expect(await own(idOf(payment))).toMatchObject({
      status: "REFUNDED",
      message: FAN.message,
      is_new: false,
    });
    expect(await latestNew()).toBeNull();
  });

  it("a creator's tips are exported in portions, each tip once", async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push(await tip());
    const seen = [];
    for await (const tips of streamReceivedTips(world.db, creator.id, { only_new: false, fan: "" }))
      seen.push(...tips.map(({ id }) => id));
    expect(seen.sort()).toEqual(ids.sort());
  });

  it("the export of a creator's tips goes on after a portion whose last tip is gone meanwhile", async () => {
    const rows = many(productRules.exported_tips + 2).map((n) => {
      const at = new Date(world.clock().getTime() - n * 1000);
      const tip = { creator_id: creator.id, status: "ACTIVE", amount_minor: 5_00, currency: "EUR" } as const;
      return {
        ...tip,
        id: world.newId(),
        locale: "en",
        paid_at: at,
        activated_at: at,
        created_at: at,
        updated_at: at,
      };
    });
    await world.db.insertInto("tips").values(rows).execute();
    const seen: string[] = [];
    for await (const tips of streamReceivedTips(world.db, creator.id, { only_new: false, fan: "" })) {
      seen.push(...tips.map(({ id }) => id));
      const last = tips.at(-1)?.id;
      if (seen.length < rows.length && last)
        await world.db.deleteFrom("tips").where("id", "=", last).execute();
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
  });
});

describe("reading", () => {
  it("a creator marks one tip as read, then all that were shown; a tip that came later stays new", async () => {
    const first = await tip();
    world.time.passSeconds(60);
    await tip();
    const seen_at = world.clock();
    world.time.passSeconds(60);
    const later = await tip();
    expect(await latestNew()).toBe(later);
    expect(await markTipRead(world.db, { tip_id: first, creator_id: creator.id }, world.clock())).toBe(
      "read",
    );
    const readAt = (await own(first)).read_at;
    world.time.passSeconds(60);
    await markTipRead(world.db, { tip_id: first, creator_id: creator.id }, world.clock());
    expect((await own(first)).read_at).toEqual(readAt);
    const now = world.clock();
    expect(await markAllTipsRead(world.db, { creator_id: creator.id, seen_at, now })).toBe(1);
    expect((await list({ only_new: true })).tips.map(({ id }) => id)).toEqual([later]);
    expect(await latestNew()).toBe(later);
  });

  it("a creator can neither read nor mark another creator's tips", async () => {
    const id = await tip();
    const other = await createCreator(world);
    expect(await findReceivedTip(world.db, { tip_id: id, creator_id: other.id })).toBeNull();
    expect(await markTipRead(world.db, { tip_id: id, creator_id: other.id }, world.clock())).toBe("missing");
    expect(await thank(id, "Danke", other.id)).toBe("missing");
    expect((await own(id)).is_new).toBe(true);
    const theirs = await listReceivedTips(world.db, other.id, { only_new: false, fan: "", after: id });
    expect(theirs.tips).toEqual([]);
  });

  it("a tip that arrives while all are marked as read stays new", async () => {
    for (let round = 0; round < 5; round += 1) {
      const seen_at = world.clock();
      world.time.passSeconds(1);
      const [, payment] = await Promise.all([
        markAllTipsRead(world.db, { creator_id: creator.id, seen_at, now: world.clock() }),
        payTip(world, creator, FAN),
      ]);
      expect(await latestNew()).toBe(idOf(payment));
    }
  });
});
