import { sql } from "kysely";
import { expect } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import { sharedGroups } from "../../app/domain/grouplists/own-groups.server.ts";
import { processRefund } from "../../app/domain/payment-updates/handle-events.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { emailOf, mailedLink } from "../support/money/email-changes.ts";
import { beginGroupTip, createGroup, type Group, payGroupTip, sharesOf } from "../support/money/groups.ts";
import { type PayoutWorld, withPayouts } from "../support/money/payout-world.ts";
import { askRefund, by } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  createTipWorld,
  earnBefore,
  moveAccount,
  tell,
  tipOf,
} from "../support/money/tip-world.ts";

// What of a tip to a group stays when those who share it delete their accounts (docs/product.md, 6.9).

const WORDS = { from: "Frida", message: "For all of you", email: "frida@example.org" };
const NO_WORDS = { sender_name: null, sender_email: null, message: null, image_id: null, fan_key: null };

let world: PayoutWorld;
let ada: Creator;
let ben: Creator;
let group: Group;

it.beforeAll(async ({ database }) => {
  await earnBefore(createTipWorld(database.db), "EUR", 1_000_00);
});
it.beforeEach(async ({ database }) => {
  world = withPayouts(createTipWorld(database.db));
  [ada, ben] = [await createCreator(world), await createCreator(world)];
  group = await createGroup(world, [ada, ben]);
});

async function linkOf(creator: Creator): Promise<string> {
  expect(await requestDeletion(world, creator.id)).toBe("sent");
  return await mailedLink(world, "deletion", await emailOf(world, creator));
}

async function leave(creator: Creator): Promise<string[]> {
  const given = { user_id: creator.id, token: await linkOf(creator), forfeits: true };
  expect(await deleteAccount({ ...world, groups: sharedGroups(world, creator.id) }, given)).toBe("deleted");
  return await erasedLast();
}

async function erasedLast(): Promise<string[]> {
  const { rows } = await sql<{ data: { media_ids: string[] } }>`
    select data from pgboss.job where name = 'media.erase' order by created_on desc limit 1`.execute(
    world.db,
  );
  return rows[0]?.data.media_ids ?? [];
}

/** A tip with a picture that both gave back, so that no money keeps them. */
async function givenBack(): Promise<{ payment: Payment; picture: string }> {
  const picture = world.newId();
  await sql`insert into media_files (id, key, is_public, width, height, variants, created_at)
    values (${picture}, 'TIP_IMAGE', false, 8, 8, '[]', ${world.clock()})`.execute(world.db);
  const payment = await payGroupTip(world, group, { amount: 20_00, ...WORDS, imageId: picture });
  for (const each of [ada, ben]) await processRefund(world, await askRefund(world, payment, by(each)));
  return { payment, picture };
}

const shareOf = async (payment: Payment, creator: Creator) => {
  const share = (await sharesOf(world, payment)).find(({ creator_id }) => creator_id === creator.id);
  return await world.db
    .selectFrom("tips")
    .selectAll()
    .where("id", "=", share?.tip_id ?? "")
    .executeTakeFirstOrThrow();
};

it("a member who leaves takes along the words of their own share; the others read theirs, with the picture", async () => {
  const { payment, picture } = await givenBack();
  const { id: tip_id } = await shareOf(payment, ada);
  await sql`insert into tip_replies (id, tip_id, position, message, created_at)
    values (gen_random_uuid(), ${tip_id}, 1, 'Thank you', ${world.clock()})`.execute(world.db);
  expect(await leave(ada)).not.toContain(picture);
  expect(await shareOf(payment, ada)).toMatchObject(NO_WORDS);
  const replies = await world.db
    .selectFrom("tip_replies")
    .select("id")
    .where("tip_id", "=", tip_id)
    .execute();
  expect(replies).toEqual([]);
  const kept = { sender_name: WORDS.from, message: WORDS.message, image_id: picture };
  expect(await shareOf(payment, ben)).toMatchObject(kept);
  expect(await tipOf(world, payment)).toMatchObject(kept);
  await expectCleanBooks(world.db, world.clock());
});

it("when the last one who shared it leaves, the fan's words and picture go from the group's tip itself", async () => {
  const { payment, picture } = await givenBack();
  await leave(ada);
  expect(await leave(ben)).toContain(picture);
  expect(await tipOf(world, payment)).toMatchObject({ ...NO_WORDS, amount_minor: 20_00 });
  await expectCleanBooks(world.db, world.clock());
});

it("members who leave at the same moment leave no words behind", async () => {
  for (let round = 0; round < 5; round += 1) {
    [ada, ben] = [await createCreator(world), await createCreator(world)];
    group = await createGroup(world, [ada, ben]);
    const { payment } = await givenBack();
    const links = [
      { user_id: ada.id, token: await linkOf(ada) },
      { user_id: ben.id, token: await linkOf(ben) },
    ];
    const ends = await Promise.all(
      links.map((given) => deleteAccount({ ...world, groups: sharedGroups(world, given.user_id) }, given)),
    );
    expect(ends).toEqual(["deleted", "deleted"]);
    expect(await tipOf(world, payment)).toMatchObject(NO_WORDS);
  }
});

it("words of a tip that nobody was credited with go with the last of those who were to share it", async () => {
  const payment = await beginGroupTip(world, group, { amount: 20_00, ...WORDS });
  for (const each of [ada, ben]) await moveAccount(world, each.id, ["LOCKED"]);
  expect(await tell(world, payment, { state: "PAID" })).toBe("refunding_receiver_cannot_receive");
  for (const each of [ada, ben]) await moveAccount(world, each.id, ["ACTIVE"]);
  await leave(ada);
  expect(await tipOf(world, payment)).toMatchObject({ message: WORDS.message });
  await leave(ben);
  expect(await tipOf(world, payment)).toMatchObject(NO_WORDS);
});
