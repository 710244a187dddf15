import { describe, expect } from "vitest";
import { deleteAccount, requestDeletion } from "../../app/domain/auth/deletion.server.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
} from "../../app/domain/auth/email-change.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import {
  decidePayoutData,
  findPayoutData,
  requestPayoutData,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { payThoseWhoWaited, runMonthlyPayouts } from "../../app/domain/payouts/monthly-run.server.ts";
import { nextPayoutDay } from "../../app/domain/payouts/requests/overview.server.ts";
import {
  payOutLocked,
  quoteWithdrawal,
  requestWithdrawal,
} from "../../app/domain/payouts/requests/withdrawals.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { test } from "../support/domain-test.ts";
import { payDirectly } from "../support/money/direct-creators.ts";
import {
  confirmAddress,
  createAddressOwner,
  emailOf,
  freshEmail,
  mailedLink,
  moveTo,
} from "../support/money/email-changes.ts";
import {
  acceptPayoutData,
  batchUp,
  confirmNewData,
  earn,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
  payoutsOf,
  withPayouts,
} from "../support/money/payout-world.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import {
  beginTip,
  type Creator,
  createCreator,
  createTipWorld,
  DAY_SECONDS,
  moveAccount,
} from "../support/money/tip-world.ts";

// While an email change can be undone nothing is paid out, and the undo discards payout data handed in since.

const HOUR_SECONDS = 3600;

let world: PayoutWorld;
let owner: Creator;
let ownEmail: string;

test.beforeEach(async ({ database }) => {
  ({ world, owner, ownEmail } = await createAddressOwner(database.db));
});

const withdraw = () => requestWithdrawal(world, { user_id: owner.id, currency: "EUR", amount_minor: null });
const undo = (link: string) => undoEmailChange(world, link);

describe("while an email change can be undone", () => {
  test("a withdrawal is refused while an email change can be undone, and accepted afterwards", async () => {
    await acceptPayoutData(world, owner);
    await earn(world, owner, 200_00);
    await moveTo(world, owner, freshEmail("thief"));
    const refused = { outcome: "refused", reason: "address_changed" };
    expect(await withdraw()).toEqual(refused);
    const wish = {
      user_id: owner.id,
      currency: "EUR",
      amount_minor: null,
      available_minor: minor(200_00),
    } as const;
    expect(await quoteWithdrawal(world, wish)).toMatchObject(refused);
    world.time.passSeconds(7 * DAY_SECONDS);
    expect((await withdraw()).outcome).toBe("requested");
  });

  test("a locked creator whose email change can be undone is not paid out by an operator either", async () => {
    await acceptPayoutData(world, owner);
    await earn(world, owner, 200_00);
    world.time.passSeconds(60);
    const link = await moveTo(world, owner, freshEmail("thief"));
    await moveAccount(world, owner.id, ["LOCKED"]);
    const given = { user_id: owner.id, operator_id: await makeOperator(world), currency: "EUR" } as const;
    expect(await payOutLocked(world, given)).toEqual({ outcome: "refused", reason: "address_changed" });
    await undo(link);
    expect((await payOutLocked(world, given)).outcome).toBe("requested");
  });

  test("a payout that was asked for before an email change goes on, to the account of that time", async () => {
    const id = await acceptPayoutData(world, owner);
    await earn(world, owner, 200_00);
    await withdraw();
    const link = await moveTo(world, owner, freshEmail("thief"));
    await batchUp(world, await makeOperator(world));
    await undo(link);
    const [payout] = await payoutsOf(world, owner);
    expect(payout).toMatchObject({ status: "PROCESSING", details_id: id });
  });

  test("a withdrawal and an email change at the same moment: the change first and nothing goes, or both", async () => {
    for (const _ of many(15)) {
      const creator = await createCreator(world);
      await confirmAddress(world, creator);
      await acceptPayoutData(world, creator);
      await earn(world, creator, 200_00);
      const email = freshEmail("thief");
      await requestEmailChange(world, { user_id: creator.id, email });
      const link = await mailedLink(world, "email_change", email);
      const wish = { user_id: creator.id, currency: "EUR", amount_minor: null } as const;
      await Promise.all([confirmEmailChange(world, link), requestWithdrawal(world, wish)]);
      expect((await requestWithdrawal(world, wish)).outcome).toBe("refused");
    }
  });

  test("an account whose email change can be undone cannot be deleted, so that the undo outlives the thief", async () => {
    await requestDeletion(world, owner.id);
    const early = await mailedLink(world, "deletion", ownEmail);
    const email = freshEmail("thief");
    const link = await moveTo(world, owner, email);
    expect(await deleteAccount(world, { user_id: owner.id, token: early })).toBe("link_void");
    expect(await requestDeletion(world, owner.id)).toBe("email_undo_open");
    expect(await undo(link)).not.toBeNull();
    expect(await requestDeletion(world, owner.id)).toBe("sent");
  });

  test("a deletion is refused for the email change first, whatever money there is", async () => {
    await requestDeletion(world, owner.id);
    const link = await moveTo(world, owner, freshEmail("elsewhere"));
    await earn(world, owner, 50_00);
    expect(await requestDeletion(world, owner.id)).toBe("email_undo_open");
    expect(await undo(link)).not.toBeNull();
    expect(await requestDeletion(world, owner.id)).toBe("balance_open");
  });

  test("a deletion after the email change's days erases the address and what was mailed to it", async () => {
    await moveTo(world, owner, freshEmail("new"));
    world.time.passSeconds(7 * DAY_SECONDS);
    expect(await requestDeletion(world, owner.id)).toBe("sent");
    const token = await mailedLink(world, "deletion", await emailOf(world, owner));
    expect(await deleteAccount(world, { user_id: owner.id, token })).toBe("deleted");
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("recipient", "=", ownEmail)
      .execute();
    const changes = await world.db
      .selectFrom("email_changes")
      .select("id")
      .where("user_id", "=", owner.id)
      .execute();
    expect([mails, changes]).toEqual([[], []]);
  });
});

describe("the monthly run", () => {
  let month = 0;
  const day = (number: number) => `2027-0${month}-0${number}T11:00:00Z`;

  test.beforeEach(async ({ database }) => {
    // Each test has a month of its own: a month is paid once.
    month += 1;
    const before = new Date(Date.parse(day(1)) - 3 * DAY_SECONDS * 1000);
    world = withPayouts(createTipWorld(database.db, movableClock(before)));
    await acceptPayoutData(world, owner);
    await earn(world, owner, 200_00);
    world.time.passSeconds(60);
  });
  const passTo = (moment: string) =>
    world.time.passSeconds((Date.parse(moment) - world.clock().getTime()) / 1000);
  const amounts = async () => (await payoutsOf(world, owner)).map((each) => [each.period, each.amount_minor]);

  test("the monthly run leaves out creators whose address can be changed back, and pays them once the days are over", async () => {
    await moveTo(world, owner, freshEmail("thief"));
    passTo(day(1));
    expect(await runMonthlyPayouts(world)).toMatchObject({ outcome: "done" });
    await payThoseWhoWaited(world);
    expect(await amounts()).toEqual([]);
    passTo(day(6));
    await all(many(3), () => payThoseWhoWaited(world));
    expect(await amounts()).toEqual([[day(1).slice(0, 7), 200_00]]);
    await earn(world, owner, 300_00);
    await payThoseWhoWaited(world);
    expect(await amounts()).toHaveLength(1);
  });

  test("the monthly run pays creators as soon as the email change was undone, to the account that the owner had before", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    passTo(day(1));
    await runMonthlyPayouts(world);
    world.time.passSeconds(HOUR_SECONDS);
    await undo(link);
    await payThoseWhoWaited(world);
    expect(await amounts()).toEqual([[day(1).slice(0, 7), 200_00]]);
  });
});

describe("an account at the provider that was connected since the first change ends by the undo", () => {
  const isConnected = async () => {
    const { disconnected_at, takes_payments } = await world.db
      .selectFrom("connected_accounts")
      .select(["disconnected_at", "takes_payments"])
      .where("user_id", "=", owner.id)
      .executeTakeFirstOrThrow();
    return disconnected_at === null && takes_payments;
  };

  test("an email undo disconnects the account that was connected since, and takes no direct tip", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    world.time.passSeconds(60);
    await payDirectly(world, owner);
    await undo(link);
    expect(await isConnected()).toBe(false);
    await expect(beginTip(world, owner)).rejects.toThrow("expired");
  });

  test("an email undo leaves the account that was connected before", async () => {
    await payDirectly(world, owner);
    world.time.passSeconds(60);
    await undo(await moveTo(world, owner, freshEmail("thief")));
    expect(await isConnected()).toBe(true);
  });
});

describe("payout data handed in since the first change is discarded by the undo", () => {
  const hints = async () => {
    const { accepted, change } = await findPayoutData(world.db, owner.id);
    return { accepted: accepted?.id ?? null, change: change?.id ?? null };
  };

  const handIn: Record<string, () => Promise<string>> = {
    "its code was mailed": async () => {
      const given = { user_id: owner.id, details: GERMAN_BANK, bank_country: "DE" };
      const outcome = await requestPayoutData(world, given);
      return outcome.outcome === "code_sent" ? outcome.id : "";
    },
    "it waits for an operator": () => confirmNewData(world, owner),
    "an operator accepted it": () => acceptPayoutData(world, owner),
    "an operator declined it": async () => {
      const id = await confirmNewData(world, owner);
      const operator_id = await makeOperator(world);
      await decidePayoutData(world, { id, operator_id, decision: "declined", reason: "no" });
      return id;
    },
  };

  test.for(Object.keys(handIn))("an email undo discards payout data handed in when %s", async (state) => {
    const before = await acceptPayoutData(world, owner);
    world.time.passSeconds(60);
    const link = await moveTo(world, owner, freshEmail("thief"));
    expect(await handIn[state]?.()).not.toBe("");
    await undo(link);
    expect(await hints()).toEqual({ accepted: before, change: null });
  });

  test("undoing an email change discards newer payout data that a process whose clock is behind stored", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    await acceptPayoutData({ ...world, clock: () => new Date(world.clock().getTime() - 60_000) }, owner);
    await undo(link);
    expect(await hints()).toEqual({ accepted: null, change: null });
  });

  test("undoing an email change keeps payout data from before it that a process whose clock is ahead stored", async () => {
    const ahead = { ...world, clock: () => new Date(world.clock().getTime() + 60_000) };
    const before = await acceptPayoutData(ahead, owner);
    await undo(await moveTo(world, owner, freshEmail("thief")));
    expect(await hints()).toEqual({ accepted: before, change: null });
  });

  test("undoing an email change leaves no payout data when an operator accepted the newer data and there was none before", async () => {
    const link = await moveTo(world, owner, freshEmail("thief"));
    await acceptPayoutData(world, owner);
    await undo(link);
    expect(await hints()).toEqual({ accepted: null, change: null });
  });

  test("undoing an email change leaves the owner's earlier payout data waiting for its decision", async () => {
    const mine = await confirmNewData(world, owner);
    world.time.passSeconds(60);
    await undo(await moveTo(world, owner, freshEmail("thief")));
    expect(await hints()).toEqual({ accepted: null, change: mine });
  });
});

test("the day of the next automatic payout is never a day on which payouts are held up", () => {
  const nextAt = (moment: string, held: string | null, payout_day = 1, is_month_paid = true) =>
    nextPayoutDay(new Date(moment), {
      payout_day,
      is_month_paid,
      held_until: held === null ? null : new Date(held),
    });
  const now = "2026-11-28T12:00:00Z";
  expect(nextAt(now, null)).toBe("2026-12-01");
  expect(nextAt(now, "2026-11-30T12:00:00Z")).toBe("2026-12-01");
  expect(nextAt(now, "2026-12-04T22:59:00Z")).toBe("2026-12-04");
  expect(nextAt(now, "2026-12-04T23:01:00Z")).toBe("2026-12-05");
  expect(nextAt("2026-12-14T12:00:00Z", null, 15, false)).toBe("2026-12-15");
  expect(nextAt("2026-12-15T02:00:00Z", null, 15, false)).toBe("2026-12-15");
  expect(nextAt("2026-12-14T12:00:00Z", null, 15, true)).toBe("2027-01-15");
  expect(nextAt("2026-12-16T12:00:00Z", null, 15, false)).toBe("2027-01-15");
});
