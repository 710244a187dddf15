import { describe, expect } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { businessDate, daysBefore } from "../../app/domain/calendar.ts";
import { savePageWords } from "../../app/domain/creator-pages/page-words.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { readStatistics } from "../../app/domain/statistics/statistics.server.ts";
import { findReceivedTip } from "../../app/domain/tips/received-tips.server.ts";
import { replyToTip } from "../../app/domain/tips/tip-replies.server.ts";
import { findProfile } from "../../app/domain/users/profile.server.ts";
import { renderMail } from "../../app/mail/delivery.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { expectCleanBooks } from "../support/database/ledger-checks.ts";
import { test as it } from "../support/domain-test.ts";
import { createGroup, type Group, payGroupTip, sharesOf } from "../support/money/groups.ts";
import { type Creator, createCreator } from "../support/money/tip-world.ts";

// What a share of a group's tip is to the member whose it is, and what the fan gets for it.

let ada: Creator;
let ben: Creator;
let cem: Creator;
let group: Group;

it.beforeEach(async ({ world }) => {
  [ada, ben, cem] = [await createCreator(world), await createCreator(world), await createCreator(world)];
  group = await createGroup(world, [ada, ben, cem]);
});
it.afterEach(({ world }) => expectCleanBooks(world.db, world.clock()));

const MAIL_PLACE = { publicUrl: "https://tribute.example", tokens: createTokens("group-shares".repeat(3)) };

describe("a share of a group's tip", () => {
  it("counts with its share for each member: in statistics under the group's name, towards a goal, and in thank-yous of their own", async ({
    world,
  }) => {
    const fan = { from: "Frida", email: "frida@fans.example", message: "For all of you" };
    await savePageWords(
      world.db,
      ada.id,
      {
        about: null,
        goal: {
          title: "A kiln",
          amount_minor: minor(500_00),
          from: businessDate(world.clock()),
          is_monthly: false,
        },
        show_supporters: false,
      },
      world.newId,
      world.clock(),
      world.rules.content,
    );
    const payment = await payGroupTip(world, group, { amount: 30_00, ...fan });
    const now = world.clock();
    const today = businessDate(now);
    // By the month's totals, and by the tips of its days.
    for (const from of [`${today.slice(0, 7)}-01`, daysBefore(today, 1)]) {
      const asked = { creator_id: ada.id, currency: "EUR", period: { from, to: today }, before: null };
      expect((await readStatistics(world.db, asked, now)).items).toMatchObject([
        { amount_minor: 10_00, group: { slug: group.slug, name: "The Evening Choir" } },
      ]);
    }
    expect((await findProfile(world.db, ada.username, now))?.goal?.reached_minor).toBe(10_00);
    for (const { tip_id, creator_id } of await sharesOf(world, payment)) {
      const found = await findReceivedTip(world.db, { tip_id, creator_id });
      expect(found).toMatchObject({ group: { slug: group.slug }, reply: "possible" });
      for (const message of ["Thank you!", "Once more: thank you!"])
        expect(
          await replyToTip(world, { tip_id, creator_id, message, rules: defaultSettings.rules.content }),
        ).toBe("sent");
      expect(
        await replyToTip(world, {
          tip_id,
          creator_id,
          message: "And again",
          rules: defaultSettings.rules.content,
        }),
      ).toBe("used_up");
    }
    const mails = world.db.selectFrom("mail_outbox").select("id").where("recipient", "=", fan.email);
    expect(await mails.where("template", "=", "thank_you").execute()).toHaveLength(6);
  });

  it("is receipted in the group's name, or under its address where it has none", async ({ world }) => {
    const unnamed = await createGroup(world, [ada, ben], { name: null });
    for (const [receiver, name] of [
      [group, "The Evening Choir"],
      [unnamed, `Group ${unnamed.slug}`],
    ] as const) {
      const email = `${receiver.slug}@fans.example`;
      await payGroupTip(world, receiver, { email });
      const mail = await world.db
        .selectFrom("mail_outbox")
        .select(["template", "params"])
        .where("recipient", "=", email)
        .executeTakeFirstOrThrow();
      const { subject, text } = renderMail(
        { ...MAIL_PLACE, settings: defaultSettings },
        mail.template,
        "en",
        mail.params,
      );
      expect(subject).toContain(`Your tip for ${name}`);
      expect(text).toContain(`/gl/${receiver.slug}`);
    }
  });
});
