import { minor } from "../../../app/domain/money/minor.ts";
import type { Payment } from "../../../app/domain/payments/payment-record.server.ts";
import { saveDetails, startGroupTip } from "../../../app/domain/tips/drafts.server.ts";
import type { Creator } from "./creators.ts";
import { choosePayment, confirm, paymentOf, type TipWish, type TipWorld, tell } from "./tip-world.ts";

export interface Group {
  id: string;
  slug: string;
  currency: string;
  members: Creator[];
}

let groups = 0;

/** An approved group; the first of its members is the owner, and they joined in this order. */
export async function createGroup(
  world: TipWorld,
  members: Creator[],
  change: { currency?: string; name?: string | null } = {},
): Promise<Group> {
  groups += 1;
  const id = world.newId();
  const now = world.clock();
  const tail = `${id.slice(-6)}${(groups % 100).toString().padStart(2, "0")}`;
  const currency = change.currency ?? "EUR";
  await world.db
    .insertInto("grouplists")
    .values({
      ...{ id, slug: tail, currency, status: "APPROVED", invite_code: `${tail}${tail}` },
      ...{
        name: change.name === undefined ? "The Evening Choir" : change.name,
        created_at: now,
        updated_at: now,
      },
    })
    .execute();
  for (const [index, member] of members.entries()) await addMember(world, id, member, index);
  return { id, slug: tail, currency, members };
}

/** One more member; the OWNER is number 0. */
export async function addMember(
  world: TipWorld,
  groupId: string,
  member: Creator,
  number: number,
): Promise<void> {
  const at = new Date(world.clock().getTime() + number);
  await world.db
    .insertInto("grouplist_users")
    .values({
      ...{ id: world.newId(), grouplist_id: groupId, creator_id: member.id, asked_at: at, joined_at: at },
      status: number === 0 ? "OWNER" : "MEMBER",
    })
    .execute();
}

export async function removeMember(world: TipWorld, group: Group, member: Creator): Promise<void> {
  await world.db
    .deleteFrom("grouplist_users")
    .where("grouplist_id", "=", group.id)
    .where("creator_id", "=", member.id)
    .execute();
}

export interface GroupTipWish extends TipWish {
  /** The members whom the fan chose; all of them where it is left out. */
  chosen: Creator[];
  /** Who was to share it when the fan saw the summary. */
  seen: readonly Creator[];
}

/** A tip to a group whose payment has begun. */
export async function beginGroupTip(
  world: TipWorld,
  group: Group,
  wish: Partial<GroupTipWish> = {},
): Promise<Payment> {
  const tipId = await draftGroupTip(world, group, wish);
  const paymentId = world.newId();
  const seenMembers = wish.seen ?? wish.chosen ?? group.members;
  const outcome = await confirm(world, tipId, { paymentId, seenMembers });
  if (outcome.outcome !== "pay") throw new Error(`the payment was not begun: ${outcome.outcome}`);
  return await paymentOf(world, paymentId);
}

/** A group's tip with all its steps filled in and nothing begun. Returns its id. */
export async function draftGroupTip(
  world: TipWorld,
  group: Group,
  wish: Partial<GroupTipWish> = {},
): Promise<string> {
  const id = world.newId();
  const now = world.clock();
  const started = await startGroupTip(world.db, {
    id,
    group,
    chosen: wish.chosen?.map((each) => each.id) ?? null,
    amount_minor: minor(wish.amount ?? 50_00),
    earlier: null,
    viewer_id: wish.begunBy ?? null,
    is_monthly: wish.isMonthly ?? false,
    locale: wish.locale ?? "en",
    now,
  });
  if (started === "gone") throw new Error("the tip was not begun: its group is gone");
  await saveDetails(world.db, id, {
    sender_name: wish.from ?? null,
    message: wish.message ?? null,
    image_id: wish.imageId ?? null,
    show_on_page: false,
    now,
  });
  await choosePayment(world, id, { id: group.id, username: "", currency: group.currency }, wish);
  return id;
}

/** A tip to a group that is paid and settled. */
export async function payGroupTip(
  world: TipWorld,
  group: Group,
  wish: Partial<GroupTipWish> = {},
): Promise<Payment> {
  const payment = await beginGroupTip(world, group, wish);
  await tell(world, payment, { state: "PAID" });
  return await paymentOf(world, payment.id);
}

/** What each member has of a payment, in the order in which they joined. */
export async function sharesOf(world: TipWorld, payment: Payment) {
  const rows = await world.db
    .selectFrom("tip_allocations as a")
    .innerJoin("tips as t", "t.id", "a.tip_id")
    .select([
      "a.creator_id",
      "a.amount_minor",
      "a.counted_minor",
      "a.worth_eur_minor",
      "t.id as tip_id",
      "t.status",
    ])
    .where("a.payment_id", "=", payment.id)
    .execute();
  const place = (id: string) => payment.member_ids?.indexOf(id) ?? -1;
  return rows.sort((one, other) => place(one.creator_id) - place(other.creator_id));
}
