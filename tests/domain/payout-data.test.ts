import { afterEach, describe, expect } from "vitest";
import { openPayoutDataCase } from "../../app/domain/payouts/batches/admin-queries.server.ts";
import {
  confirmPayoutData,
  decidePayoutData,
  findPayoutData,
  openPayoutDetails,
} from "../../app/domain/payouts/destinations/payout-data.server.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import {
  acceptPayoutData,
  enterPayoutData,
  GERMAN_BANK,
  makeOperator,
  type PayoutWorld,
  richCreator,
  withdraw,
  withPayouts,
} from "../support/money/payout-world.ts";
import { type Creator, createCreator, createTipWorld } from "../support/money/tip-world.ts";

let world: PayoutWorld;

it.beforeEach(({ database }) => {
  world = withPayouts(createTipWorld(database.db));
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

describe("payout data", () => {
  async function named(): Promise<Creator> {
    const creator = await createCreator(world);
    await world.db
      .updateTable("users")
      .set({ firstname: "Ada", lastname: "Kessler" })
      .where("id", "=", creator.id)
      .execute();
    return creator;
  }

  it("payout data counts after the code and an operator's yes, is sealed, and replaces what was there", async () => {
    const creator = await named();
    const first = await acceptPayoutData(world, creator);
    const raw = await world.db
      .selectFrom("payout_destinations")
      .selectAll()
      .where("id", "=", first)
      .executeTakeFirstOrThrow();
    expect(raw.encrypted.toString("latin1")).not.toContain("37040044");
    expect(await openPayoutDetails(world, first)).toEqual(GERMAN_BANK);
    expect(await findPayoutData(world.db, creator.id)).toMatchObject({
      accepted: { id: first, masked_account: "DE•• •••• 3000" },
      change: null,
    });
    const second = await acceptPayoutData(world, creator, {
      details: { ...GERMAN_BANK, bank_name: "Zweite Bank" },
    });
    expect((await findPayoutData(world.db, creator.id)).accepted?.id).toBe(second);
    const mails = await world.db
      .selectFrom("mail_outbox")
      .select(["template", "params"])
      .where("dedupe_key", "=", `payout-code:${first}`)
      .execute();
    expect(mails).toEqual([{ template: "payout_code", params: { details_id: first } }]);
  });

  it("payout data of another person is refused with an error at the name's field", async () => {
    const creator = await named();
    expect(
      await enterPayoutData(world, creator, { ...GERMAN_BANK, bank_account_owner: "Nora Lind" }),
    ).toEqual({
      outcome: "refused",
      reason: "owner",
      field: "bank_account_owner",
    });
    const paypal = { ...GERMAN_BANK, paypal_account_owner: "Nora Lind", paypal_email: "n@example.org" };
    expect(await enterPayoutData(world, creator, paypal)).toMatchObject({ field: "paypal_account_owner" });
    expect(
      await enterPayoutData(world, creator, { ...GERMAN_BANK, bank_account_owner: "KESSLER, ADA" }),
    ).toMatchObject({
      outcome: "code_sent",
    });
  });

  it("payout data of an owner who could be the creator goes on to the operator, with the difference", async () => {
    const creator = await named();
    const sent = await enterPayoutData(world, creator, { ...GERMAN_BANK, bank_account_owner: "A. KESSLER" });
    if (sent.outcome !== "code_sent") throw new Error(sent.reason);
    const code = world.tokens.code("payout-code", sent.id);
    expect(await confirmPayoutData(world, { user_id: creator.id, id: sent.id, code })).toBe("confirmed");
    const seen = await openPayoutDataCase(world, {
      id: sent.id,
      operator_id: await makeOperator(world),
    });
    expect(seen?.doubts).toEqual([
      { owner: "A. KESSLER", only_in_account: ["A."], only_in_profile: ["Ada"] },
    ]);
  });

  it("payout data needs its own code: five wrong ones end it, ten minutes end it, another user's is none", async () => {
    const creator = await named();
    const other = await named();
    const begin = async () => {
      const sent = await enterPayoutData(world, creator);
      if (sent.outcome !== "code_sent") throw new Error(sent.reason);
      return { id: sent.id, code: world.tokens.code("payout-code", sent.id) };
    };
    const first = await begin();
    const confirm = (id: string, code: string, by = creator) =>
      confirmPayoutData(world, { user_id: by.id, id, code });
    const wrong = first.code === "000000" ? "000001" : "000000";
    expect(await confirm(first.id, first.code, other)).toBe("void");
    for (const _ of many(4)) expect(await confirm(first.id, wrong)).toBe("wrong");
    expect(await confirm(first.id, wrong)).toBe("void");
    expect(await confirm(first.id, first.code)).toBe("void");

    const second = await begin();
    expect(await confirm(first.id, first.code)).toBe("void");
    world.time.passSeconds(601);
    expect(await confirm(second.id, second.code)).toBe("void");

    const third = await begin();
    const outcomes = await all(many(8), () => confirm(third.id, third.code));
    expect(outcomes.filter((outcome) => outcome === "confirmed")).toHaveLength(1);
  });

  it("payout data allows five guesses of its code in all, also when many come at once", async () => {
    const creator = await named();
    const sent = await enterPayoutData(world, creator);
    if (sent.outcome !== "code_sent") throw new Error(sent.reason);
    const code = world.tokens.code("payout-code", sent.id);
    const guesses = many(40).map((number) =>
      String((Number(code) + 1 + number) % 1_000_000).padStart(6, "0"),
    );
    await all(guesses, (guess) =>
      confirmPayoutData(world, { user_id: creator.id, id: sent.id, code: guess }),
    );
    expect(await confirmPayoutData(world, { user_id: creator.id, id: sent.id, code })).toBe("void");
  });

  it("payout data is decided once; a decline leaves what was there", async () => {
    const creator = await named();
    const accepted = await acceptPayoutData(world, creator);
    const sent = await enterPayoutData(world, creator);
    if (sent.outcome !== "code_sent") throw new Error(sent.reason);
    const { id } = sent;
    const operator_id = await makeOperator(world);
    expect(await decidePayoutData(world, { id, operator_id, decision: "accepted" })).toBe("gone");
    expect((await findPayoutData(world.db, creator.id)).accepted?.id).toBe(accepted);
    await confirmPayoutData(world, { user_id: creator.id, id, code: world.tokens.code("payout-code", id) });
    const decline = { id, operator_id, decision: "declined", reason: "The name differs" } as const;
    const outcomes = await all(many(6), (number) =>
      decidePayoutData(world, number % 2 ? decline : { id, operator_id, decision: "declined", reason: "No" }),
    );
    expect(outcomes.filter((outcome) => outcome === "declined")).toHaveLength(1);
    expect((await findPayoutData(world.db, creator.id)).accepted?.id).toBe(accepted);
    expect((await findPayoutData(world.db, creator.id)).change).toMatchObject({ status: "DECLINED" });
  });

  it("payout data cannot be changed while a payout is under way", async () => {
    const creator = await richCreator(world, 200_00);
    const sent = await enterPayoutData(world, creator);
    if (sent.outcome !== "code_sent") throw new Error(sent.reason);
    expect(await withdraw(world, creator)).toMatchObject({ outcome: "requested" });
    const code = world.tokens.code("payout-code", sent.id);
    expect(await confirmPayoutData(world, { user_id: creator.id, id: sent.id, code })).toBe("in_progress");
    expect(await enterPayoutData(world, creator)).toEqual({ outcome: "refused", reason: "in_progress" });
  });
});
