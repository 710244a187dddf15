import { sql } from "kysely";
import sharp from "sharp";
import { afterEach, describe, expect } from "vitest";
import { storeImage } from "../../app/domain/media/media.server.ts";
import { reconcilePayments } from "../../app/domain/payment-updates/handle-events.server.ts";
import { listDuePayments, recordLookup } from "../../app/domain/payments/payment-record.server.ts";
import { ProviderUnavailable } from "../../app/domain/payments/provider-port.ts";
import { createProviders } from "../../app/domain/payments/providers/providers.server.ts";
import { expireTips } from "../../app/domain/tips/drafts.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { REFUSAL, whileRefused } from "../support/database/refused-row.ts";
import { test as it } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import {
  beginTip,
  type Creator,
  choosePayment,
  confirm,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  draftTip,
  payTip,
  type TipWorld,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

let world: TipWorld;
let creator: Creator;
let media: ReturnType<typeof memoryStore>;

it.beforeEach(async ({ database }) => {
  world = createTipWorld(database.db);
  media = memoryStore();
  creator = await createCreator(world);
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const expire = async () => (await expireTips(world, world.clock())).done;
const statusOf = async (tipId: string | null) => (await tipOf(world, { tip_id: tipId })).status;

async function anImage(): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c8451b" } })
    .png()
    .toBuffer();
  const image = {
    id: world.newId(),
    bytes,
    key: "TIP_IMAGE" as const,
    is_public: false,
    owner_id: null,
    now: world.clock(),
  };
  const stored = await storeImage({ db: world.db, media }, image);
  if (stored.outcome !== "stored") throw new Error(stored.reason);
  return stored.media_id;
}

describe("a tip that nobody pays", () => {
  it("a tip that nobody pays ends 24 hours after its last change, as a draft or when its payment was begun", async () => {
    const draft = await draftTip(world, creator);
    const begun = await beginTip(world, creator);
    world.time.passSeconds(DAY_SECONDS);
    await expire();
    expect([await statusOf(draft), await statusOf(begun.tip_id)]).toEqual(["DRAFT", "AWAITING_PAYMENT"]);
    world.time.passSeconds(1);
    expect(await expire()).toBeGreaterThanOrEqual(2);
    expect([await statusOf(draft), await statusOf(begun.tip_id)]).toEqual(["EXPIRED", "EXPIRED"]);
    expect(await expire()).toBe(0);
  });

  it("a tip that nobody pays has another 24 hours from each change", async () => {
    const tipId = await draftTip(world, creator);
    world.time.passSeconds(DAY_SECONDS);
    await choosePayment(world, tipId, creator, {});
    world.time.passSeconds(DAY_SECONDS);
    await expire();
    expect(await statusOf(tipId)).toBe("DRAFT");
  });

  it("a tip does not end while its payment is under way at the bank", async () => {
    const payment = await beginTip(world, creator, { type: "INETCASH_DD" });
    await tell(world, payment, { state: "PROCESSING" });
    world.time.passSeconds(5 * DAY_SECONDS);
    await expire();
    expect(await statusOf(payment.tip_id)).toBe("AWAITING_PAYMENT");
    await tell(world, payment, { state: "FAILED" });
    await expire();
    expect(await statusOf(payment.tip_id)).toBe("EXPIRED");
  });

  it("a tip that nobody paid in time cannot be paid any more on our pages", async () => {
    const payment = await beginTip(world, creator);
    world.time.passSeconds(DAY_SECONDS + 1);
    await expire();
    expect(await confirm(world, payment.tip_id ?? "")).toEqual({ outcome: "expired" });
  });

  it("a tip that nobody pays keeps its picture while money may still come, and loses it at once when nobody began to pay", async () => {
    const [forDraft, forBegun] = [await anImage(), await anImage()];
    const draft = await draftTip(world, creator, { imageId: forDraft });
    const begun = await beginTip(world, creator, { imageId: forBegun });
    world.time.passSeconds(DAY_SECONDS + 1);
    await expire();
    expect(await tipOf(world, { tip_id: draft })).toMatchObject({ status: "EXPIRED", image_id: null });
    expect(await tipOf(world, begun)).toMatchObject({ status: "EXPIRED", image_id: forBegun });
    const { rows } = await sql<{ id: string }>`
      select jsonb_array_elements_text(data -> 'media_ids') as id from pgboss.job where name = 'media.erase'`.execute(
      world.db,
    );
    const erased = rows.map(({ id }) => id);
    expect(erased).toContain(forDraft);
    expect(erased).not.toContain(forBegun);
  });
});

describe("a tip that the database refuses to change", () => {
  it("a tip that the database refuses to change does not keep other tips from expiring, is reported, and expires in the next run", async () => {
    const [bad, good] = [await draftTip(world, creator), await draftTip(world, creator)];
    world.time.passSeconds(DAY_SECONDS + 1);
    await whileRefused(world.db, { table: "tips", event: "update", id: bad }, async () => {
      const { failed } = await expireTips(world, world.clock());
      expect(failed).toEqual([{ key: bad, error: REFUSAL }]);
    });
    expect([await statusOf(bad), await statusOf(good)]).toEqual(["DRAFT", "EXPIRED"]);
    expect(await expire()).toBe(1);
    expect(await statusOf(bad)).toBe("EXPIRED");
  });
});

describe("a tip that is paid", () => {
  it("a tip that is paid never ends, whatever time passes", async () => {
    const payment = await payTip(world, creator, { type: "INETCASH_OB" });
    world.time.passSeconds(100 * DAY_SECONDS);
    await expire();
    expect(await statusOf(payment.tip_id)).toBe("ACTIVE");
  });
});

describe("payments that should have moved by now", () => {
  it("payments that should have moved by now are looked up as far as the provider knows them", async () => {
    const tipId = await draftTip(world, creator);
    world.provider.failNext("create", "unavailable");
    await confirm(world, tipId);
    const first = await beginTip(world, creator);
    world.time.passSeconds(60);
    const second = await beginTip(world, creator);
    const paid = await payTip(world, creator);
    world.time.passSeconds(60);
    const later = new Date(world.clock().getTime() + 10 * 60_000);
    const asked = (await listDuePayments(world.db, later, 1000)).map((payment) => payment.id);
    const own = await world.db
      .selectFrom("payments as p")
      .innerJoin("tips as t", "t.id", "p.tip_id")
      .select("p.id")
      .where("t.creator_id", "=", creator.id)
      .execute();
    expect(own).toHaveLength(4);
    const ownAsked = asked.filter((id) => own.some((each) => each.id === id));
    expect(ownAsked.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(asked).not.toContain(paid.id);
  });

  it("payments that should have moved by now each have their turn, although those that never move are more than one run asks about", async () => {
    for (let number = 0; number < 4; number += 1) await beginTip(world, creator);
    world.time.passSeconds(11 * 60);
    const all = (await listDuePayments(world.db, world.clock(), 1000)).map(({ id }) => id);
    const asked: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const turn = await listDuePayments(world.db, world.clock(), Math.ceil(all.length / 2));
      for (const { id } of turn) await recordLookup(world.db, id, null, world.clock());
      asked.push(...turn.map(({ id }) => id));
    }
    expect(asked.toSorted()).toEqual(all.toSorted());
    expect(await listDuePayments(world.db, world.clock(), 1000)).toEqual([]);
  });

  it("payments that should have moved by now are all looked up, although the provider or the database fails at one of them, which is reported", async () => {
    const [silent, refused, good] = [
      await beginTip(world, creator),
      await beginTip(world, creator),
      await beginTip(world, creator),
    ];
    for (const { id } of [silent, refused, good]) world.provider.change(id, { state: "PAID" });
    world.time.passSeconds(11 * 60);
    const fetch = async (ref: string) => {
      if (ref === silent.provider_ref) throw new ProviderUnavailable("scripted: silent about this one");
      return await world.provider.fetch(ref);
    };
    const halfSilent = { ...world, providers: createProviders([{ ...world.provider, fetch }]) };
    await whileRefused(world.db, { table: "payments", event: "update", id: refused.id }, async () => {
      const { failed } = await reconcilePayments(halfSilent);
      expect(failed.map(({ key }) => key)).toContain(silent.id);
      expect(failed).toContainEqual({ key: refused.id, error: REFUSAL });
      expect(failed).toHaveLength(2);
    });
    expect(await statusOf(good.tip_id)).toBe("ACTIVE");
    // Each is asked about again by its own time.
    expect((await reconcilePayments(world)).done).toBe(0);
    world.time.passSeconds(11 * 60);
    expect((await reconcilePayments(world)).failed).toEqual([]);
    expect(await Promise.all([silent.tip_id, refused.tip_id].map(statusOf))).toEqual(["ACTIVE", "ACTIVE"]);
  });
});
