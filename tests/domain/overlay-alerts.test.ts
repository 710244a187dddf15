import { strFromU8, unzipSync } from "fflate";
import { describe, expect } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { exportAccount } from "../../app/domain/data-export/data-export.server.ts";
import { endShownAlert, queueTestAlert } from "../../app/domain/overlay/alerts.server.ts";
import { createOverlay } from "../../app/domain/overlay/overlays.server.ts";
import {
  claimLeads,
  listShownFans,
  readScreens,
  releaseLead,
} from "../../app/domain/overlay/screens.server.ts";
import { acceptTip } from "../../app/domain/tips/review.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test as base } from "../support/domain-test.ts";
import { memoryStore } from "../support/fixtures/memory-store.ts";
import { makeOperator } from "../support/money/payout-world.ts";
import { by, refund } from "../support/money/refund-world.ts";
import { createCreator, payTip, type TipWorld, tell } from "../support/money/tip-world.ts";

const it = base.extend("overlay", async ({ world, creator }) => {
  await createOverlay(world, creator.id);
  return creator;
});

const screenOf = async (world: TipWorld, userId: string) =>
  (await readScreens(world.db, [userId])).get(userId);

async function waiting(world: TipWorld, userId: string): Promise<(string | null)[]> {
  const rows = await world.db
    .selectFrom("overlay_alerts")
    .select("tip_id")
    .where("user_id", "=", userId)
    .where("status", "=", "WAITING")
    .orderBy("queued_at")
    .orderBy("id")
    .execute();
  return rows.map(({ tip_id }) => tip_id);
}

async function lead(world: TipWorld, user_id: string): Promise<string> {
  const source_id = world.newId();
  await claimLeads(world.db, [{ user_id, source_id, instead_of: null }], world.clock());
  return source_id;
}

async function showFirst(world: TipWorld, user_id: string, source_id: string): Promise<string> {
  const alert = (await screenOf(world, user_id))?.alert;
  if (!alert) throw new Error("nothing waits");
  return await endShownAlert(world, { user_id, source_id, id: alert.id, turn: alert.turn });
}

describe("what an overlay has to show", () => {
  it("a paid tip waits once, in the order of payments; a creator without an overlay has no alert", async ({
    world,
    overlay,
  }) => {
    const other = await createCreator(world);
    const first = await payTip(world, overlay, { message: "One" });
    await tell(world, first);
    await payTip(world, other);
    const second = await payTip(world, overlay, { message: "Two" });
    expect(await waiting(world, overlay.id)).toEqual([first.tip_id, second.tip_id]);
    expect(await waiting(world, other.id)).toEqual([]);
    const source = await lead(world, overlay.id);
    expect((await screenOf(world, overlay.id))?.alert?.words?.message).toBe("One");
    expect(await showFirst(world, overlay.id, source)).toBe("shown");
    expect((await screenOf(world, overlay.id))?.alert?.words?.message).toBe("Two");
  });

  it("a tip under review waits once it is accepted, and one below the creator's minimum never", async ({
    world,
    overlay,
  }) => {
    const operator_id = await makeOperator(world);
    const held = await payTip(world, overlay, { message: "look at www.example.org", from: "Ida" });
    expect(await waiting(world, overlay.id)).toEqual([]);
    await acceptTip(world, { tip_id: held.tip_id ?? "", operator_id });
    await world.db
      .updateTable("overlays")
      .set({ minimum_minor: 10_00, minimum_currency: "EUR" })
      .where("user_id", "=", overlay.id)
      .execute();
    await payTip(world, overlay, { amount: 9_99 });
    const enough = await payTip(world, overlay, { amount: 10_00 });
    expect(await waiting(world, overlay.id)).toEqual([held.tip_id, enough.tip_id]);
  });

  it("money that went back is not shown, and words taken off are not read", async ({ world, overlay }) => {
    const back = await payTip(world, overlay, { amount: 5_00 });
    const kept = await payTip(world, overlay, { amount: 7_00, from: "Ida", message: "Hello" });
    await refund(world, back, by(overlay), 5_00);
    expect((await screenOf(world, overlay.id))?.alert?.words).toMatchObject({
      amount_minor: 7_00,
      message: "Hello",
    });
    await world.db
      .updateTable("tips")
      .set({ off_page_at: world.clock(), off_page_by: "CREATOR" })
      .where("id", "=", kept.tip_id ?? "")
      .execute();
    expect((await screenOf(world, overlay.id))?.alert?.words).toMatchObject({
      ...{ amount_minor: 7_00, sender_name: null, message: null, has_image: false },
    });
  });

  it("where the creator reads first, the amount comes at once and the words once they are approved", async ({
    world,
    overlay,
  }) => {
    const change = world.db.updateTable("overlays").where("user_id", "=", overlay.id);
    await change.set({ reviews_words: true }).execute();
    await payTip(world, overlay, { amount: 7_00, from: "Ida", message: "Hello" });
    const words = async () => (await screenOf(world, overlay.id))?.alert?.words;
    expect(await words()).toMatchObject({ amount_minor: 7_00, sender_name: null, message: null });
    const alerts = world.db.updateTable("overlay_alerts").where("user_id", "=", overlay.id);
    await alerts.set({ words: "APPROVED" }).execute();
    expect(await words()).toMatchObject({ sender_name: "Ida", message: "Hello" });
    await change.set({ reviews_words: false }).execute();
    await alerts.set({ words: "REFUSED" }).execute();
    expect(await words()).toMatchObject({ sender_name: null, message: null });
  });

  it("a locked creator's overlay has no screen, and the export has the overlay without its address", async ({
    world,
    overlay,
  }) => {
    await queueTestAlert(world, overlay.id);
    const services = { ...world, media: memoryStore(), encryption: createEncryption("x".repeat(40)) };
    const files = unzipSync(await exportAccount(services, overlay.id, world.clock()));
    const exported = strFromU8(files["overlay.json"] ?? new Uint8Array());
    expect(JSON.parse(exported)).toMatchObject({ design: "NOTE", reviews_words: false });
    expect(exported).not.toContain("key");
    await world.db.updateTable("users").set({ status: "LOCKED" }).where("id", "=", overlay.id).execute();
    expect(await screenOf(world, overlay.id)).toBeUndefined();
  });
});

describe("the source that leads", () => {
  it("of many sources one leads; it alone ends an alert, and ends it once", async ({ world, overlay }) => {
    const sources = many(8).map(() => world.newId());
    await all(sources, (source_id) =>
      claimLeads(world.db, [{ user_id: overlay.id, source_id, instead_of: null }], world.clock()),
    );
    const leader = (await screenOf(world, overlay.id))?.lead_id ?? "";
    expect(sources).toContain(leader);
    await payTip(world, overlay, { from: "Ida" });
    await payTip(world, overlay, { from: "Nora" });
    const other = sources.find((each) => each !== leader) ?? "";
    expect(await showFirst(world, overlay.id, other)).toBe("not_leading");
    const first = (await screenOf(world, overlay.id))?.alert;
    if (!first) throw new Error("nothing waits");
    const said = { user_id: overlay.id, source_id: leader, id: first.id, turn: first.turn };
    expect(await all(many(4), () => endShownAlert(world, said))).toEqual(many(4).map(() => "shown"));
    expect((await waiting(world, overlay.id)).length).toBe(1);
    expect(await listShownFans(world.db, overlay.id)).toMatchObject([{ sender_name: "Ida" }]);
  });

  it("the right to lead ends by itself, by a release, or for another of the same process", async ({
    world,
    overlay,
  }) => {
    const claim = async (source_id: string, instead_of: string | null = null) =>
      (await claimLeads(world.db, [{ user_id: overlay.id, source_id, instead_of }], world.clock())).length;
    const [one, two] = [world.newId(), world.newId()];
    expect([await claim(one), await claim(two), await claim(one)]).toEqual([1, 0, 1]);
    world.time.passSeconds(31);
    expect([await claim(two), await claim(one)]).toEqual([1, 0]);
    await releaseLead(world.db, overlay.id, two);
    expect([await claim(one), await claim(two, one)]).toEqual([1, 1]);
  });
});
