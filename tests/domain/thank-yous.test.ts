import { randomUUID } from "node:crypto";
import { afterEach, describe, expect } from "vitest";
import { z } from "zod";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import type { Payment } from "../../app/domain/payments/payment-record.server.ts";
import { findReceivedTip, type ReceivedTip } from "../../app/domain/tips/received-tips.server.ts";
import { replyToTip, stopThankYous } from "../../app/domain/tips/tip-replies.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { all, many } from "../support/database/at-once.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { by, refund } from "../support/money/refund-world.ts";
import {
  type Creator,
  createCreator,
  payTip,
  type TipWish,
  type TipWorld,
} from "../support/money/tip-world.ts";

// A creator thanks fans by mail, in our name: to whom, how often and with which words.

let world: TipWorld;
let creator: Creator;

it.beforeEach(({ world: own, creator: receiving }) => {
  world = own;
  creator = receiving;
});
afterEach(() => expectCleanBooks(world.db, world.clock()));

const rules = defaultSettings.rules.content;
const FAN = { from: "Nora", email: "nora@fans.example", message: "Das Lied mit dem Regen." };
const idOf = (payment: Payment) => payment.tip_id ?? "";
const tip = async (wish: Partial<TipWish> = FAN) => idOf(await payTip(world, creator, wish));
const own = async (tip_id: string): Promise<ReceivedTip> => {
  const found = await findReceivedTip(world.db, { tip_id, creator_id: creator.id });
  if (!found) throw new Error("the tip is there");
  return found;
};
const thank = async (tip_id: string, message = "Danke dir!") =>
  await replyToTip(world, { tip_id, creator_id: creator.id, message, rules });
const mails = async (tip_id: string) =>
  await world.db
    .selectFrom("mail_outbox")
    .select(["recipient", "locale", "params"])
    .where("dedupe_key", "like", `thank-you:${tip_id}:%`)
    .execute();

describe("a thank-you", () => {
  it("goes to the fan by mail, in the fan's language, and marks the tip as read", async () => {
    const id = await tip({ ...FAN, locale: "de" });
    expect(await thank(id)).toBe("sent");
    expect(await own(id)).toMatchObject({
      is_new: false,
      reply: "possible",
      replies: [{ message: "Danke dir!" }],
    });
    expect(await mails(id)).toMatchObject([
      {
        recipient: FAN.email,
        locale: "de",
        params: { message: "Danke dir!", creator_username: creator.username },
      },
    ]);
  });

  it("is sent at most twice for a tip, however many are asked for at once", async () => {
    const id = await tip();
    const outcomes = await all([...many(10).keys()], (index) => thank(id, `Danke, zum ${index}. Mal!`));
    expect(outcomes.filter((each) => each === "sent")).toHaveLength(productRules.reply.per_tip_maximum);
    expect(outcomes.filter((each) => each === "used_up")).toHaveLength(8);
    expect(await mails(id)).toHaveLength(2);
    expect((await own(id)).reply).toBe("used_up");
  });

  it("of the same words is one, as when a form is sent again after its answer was lost", async () => {
    const id = await tip();
    expect([await thank(id), await thank(id), await thank(id)]).toEqual(["sent", "sent", "sent"]);
    expect(await mails(id)).toHaveLength(1);
    expect((await own(id)).reply).not.toBe("used_up");
  });

  it.each([
    ["an anonymous tip", { ...FAN, from: null }, "anonymous"],
    ["a tip without an email", { ...FAN, email: undefined }, "no_email"],
    ["a tip under review", { ...FAN, message: "look at www.example.org" }, "in_review"],
  ] as const)("is refused for %s", async (_, wish, refusal) => {
    const id = await tip(wish);
    expect(await thank(id)).toBe(refusal);
    expect(await mails(id)).toEqual([]);
  });

  it.each([
    ["a link", "Danke! Mehr auf www.example.org"],
    ["a phone number", "Ruf an: 0171 23456789"],
    ["a bank account", "Noch mehr: DE89 3704 0044 0532 0130 00"],
    ["a link with capital letters", "Hier: evil-shop.Online/pay?x=1"],
    ["a link that ends like a word", "Alles bei bonusgeld.win"],
    ["a link in another alphabet", "Siehe пример.рф"],
    ["a link by numbers", "Geh auf 203.0.113.7/pay"],
    ["a link with other slashes", "http:\\\\evil.Shop"],
  ])("with %s is refused, since the mail bears our name", async (_, message) => {
    const id = await tip();
    expect(await thank(id, message)).toBe("not_allowed");
    expect(await mails(id)).toEqual([]);
  });

  it("is refused for a tip that was refunded in between", async () => {
    const payment = await payTip(world, creator, { ...FAN, type: "INETCASH_OB" });
    await refund(world, payment, by(creator));
    expect(await thank(idOf(payment))).toBe("closed");
  });

  it("is refused once a part of the tip was refunded: mails to strangers would cost nothing in the end", async () => {
    const payment = await payTip(world, creator, { ...FAN, type: "INETCASH_OB" });
    await refund(world, payment, by(creator), 1_00);
    expect(await thank(idOf(payment))).toBe("closed");
    expect(await own(idOf(payment))).toMatchObject({
      status: "ACTIVE",
      refunded_minor: 1_00,
      reply: "closed",
    });
  });

  it("of one tap is sent once, however often it arrives, and leaves the second for words of one's own", async () => {
    const id = await tip();
    const given = { tip_id: id, creator_id: creator.id, message: "Danke!", rules, is_ready: true };
    expect(await all(many(4), () => replyToTip(world, given))).toEqual(["sent", "sent", "sent", "sent"]);
    expect(await mails(id)).toHaveLength(1);
    expect(await thank(id)).toBe("sent");
    expect(await mails(id)).toHaveLength(2);
  });

  it("goes to one address so many times a day, whoever sends it", async () => {
    const outcomes: string[] = [];
    const email = "often@fans.example";
    for (let index = 0; index <= productRules.reply.per_recipient_day_maximum; index += 1)
      outcomes.push(await thank(await tip({ ...FAN, email })));
    expect(outcomes.filter((each) => each === "sent")).toHaveLength(
      productRules.reply.per_recipient_day_maximum,
    );
    expect(outcomes.at(-1)).toBe("too_often");
    world.time.passSeconds(86_400);
    expect(await thank(await tip({ ...FAN, email }))).toBe("sent");
  });

  it("goes to one address so many times a day, also when creators send them at the same moment", async () => {
    const email = "at-once@fans.example";
    const creators = await all(many(4), () => createCreator(world));
    const tips = [];
    for (const each of creators)
      for (const spelling of [email, email.toUpperCase()])
        for (let index = 0; index < 3; index += 1) {
          const payment = await payTip(world, each, { ...FAN, email: spelling });
          tips.push({ tip_id: idOf(payment), creator_id: each.id, message: "Danke!", rules });
        }
    const outcomes = await all(tips, (given) => replyToTip(world, given));
    const maximum = productRules.reply.per_recipient_day_maximum;
    expect(outcomes.filter((each) => each === "sent")).toHaveLength(maximum);
    expect(outcomes.filter((each) => each === "too_often")).toHaveLength(tips.length - maximum);
  });

  it("names its sender by the username where the display name would be a link", async () => {
    await world.db
      .updateTable("users")
      .set({ name: "secure-paypal.com" })
      .where("id", "=", creator.id)
      .execute();
    const id = await tip();
    await thank(id);
    expect(await mails(id)).toMatchObject([{ params: { creator_name: `@${creator.username}` } }]);
  });

  it("a sentence that lacks its space after the full stop is no link", async () => {
    expect(await thank(await tip(), "Danke dir.Das war toll. Es ist so.Schön!")).toBe("sent");
  });

  it("goes to nobody who wants no more of them, and stands with the tip all the same", async () => {
    const email = "Quiet@fans.example";
    const [first, other] = [await tip({ ...FAN, email }), await tip()];
    expect(await thank(first)).toBe("sent");
    const [mail] = await mails(first);
    const { address_key } = z.object({ address_key: z.guid() }).parse(mail?.params);
    const services = { ...world, tokens: createTokens("x".repeat(40)) };
    const link = services.tokens.sign("thank-you-stop", address_key);
    expect(await stopThankYous(services, services.tokens.sign("receipt", address_key))).toBe(false);
    expect([await stopThankYous(services, link), await stopThankYous(services, link)]).toEqual([true, true]);
    const kept = JSON.stringify(await world.db.selectFrom("stopped_thank_yous").selectAll().execute());
    expect(kept.toLowerCase()).not.toContain("quiet");
    // What was still to be sent is not.
    expect(await mails(first)).toEqual([]);

    const next = await tip({ ...FAN, email: email.toLowerCase() });
    expect(await thank(next)).toBe("kept");
    expect(await mails(next)).toEqual([]);
    expect(await own(next)).toMatchObject({ is_new: false, replies: [{ message: "Danke dir!" }] });
    // Other fans go on being thanked.
    expect(await thank(other)).toBe("sent");
  });

  it("to a tip that does not exist is refused", async () => {
    expect(await thank(randomUUID())).toBe("missing");
  });
});
