import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { addressKey, stopThankYous } from "../../app/domain/tips/tip-replies.server.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byToken, readRefusal } from "../support/http/api-caller.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { addTip, findTip, thank } from "../support/http/tip-calls.ts";
import { type AccountOwner, makeAccount } from "../support/http/users.ts";

// POST /api/tribute/{id}/reply: what is refused, and what is told. That it is sent stands in api-tips.test.ts.

const german = { "Accept-Language": "de" };

let creator: AccountOwner;
let headers: Record<string, string>;
beforeAll(async () => {
  creator = await makeAccount({ status: "ACTIVE" });
  headers = await byToken(creator);
});

describe("a thank-you", () => {
  const thanks = { message: "Thank you" };

  test.for([
    ["closed", { status: "REFUNDED" }, "No longer possible"],
    ["anonymous", { sender_name: null }, "Anonymous fans get no mail"],
    ["no_email", { sender_email: null }, "This fan left no email address"],
  ] as const)("a thank-you is refused as %s, and the tip says so before", async ([code, change, message]) => {
    const id = await addTip(creator, change);
    expect((await findTip(headers, id)).reply_refusal).toBe(code);
    const refusal = readRefusal(await thank(headers, id, thanks));
    expect(refusal).toEqual({ status: 409, code, message, errors: {} });
    expect((await findTip(headers, id)).replies).toEqual([]);
  });

  test("a thank-you is refused in the caller's language", async () => {
    const id = await addTip(creator, { sender_name: null });
    expect(readRefusal(await thank({ ...headers, ...german }, id, thanks)).message).toBe(
      "Anonyme Fans bekommen keine E-Mail",
    );
    const nowhere = readRefusal(await thank({ ...headers, ...german }, randomUUID(), thanks));
    expect(nowhere.message).toBe("Trinkgeld nicht gefunden");
  });

  test("of three thank-yous sent at once, two are sent", async () => {
    const id = await addTip(creator);
    const answers = await Promise.all(
      ["Danke!", "Merci!", "Gracias!"].map((message) => thank(headers, id, { message })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && readRefusal(refused).code).toBe("used_up");
    expect((await findTip(headers, id)).reply_refusal).toBe("used_up");
  });

  test.for([
    ...[{}, { message: "" }, { message: " \u200b " }, { message: null }, { message: 5 }].map(
      (body) => [body, "invalid", "Write a few words"] as const,
    ),
    [{ message: "x".repeat(1001) }, "invalid", "At most 1,000 characters"],
    [
      { message: "see https://evil.example" },
      "not_allowed",
      "No links, phone numbers, bank accounts or insults",
    ],
  ] as const)("a thank-you of %o is refused at its message", async ([body, code, text]) => {
    const id = await addTip(creator);
    const refusal = readRefusal(await thank(headers, id, body));
    expect(refusal).toMatchObject({ status: 422, code, errors: { message: [text] } });
    expect(await findTip(headers, id)).toMatchObject({ replies: [], read_at: null });
  });

  test("a thank-you to a fan who wants none stands with the tip, and the answer says so", async () => {
    const id = await addTip(creator);
    const tokens = createTokens(TEST_SECRETS.APP_SECRET);
    const token = tokens.sign("thank-you-stop", addressKey(`${id}@fans.example`));
    expect(await stopThankYous({ db: records(), tokens, clock: () => new Date() }, token)).toBe(true);
    const answer = JSON.parse((await thank(headers, id, thanks)).text);
    expect([answer.meta, answer.data.replies.length]).toEqual([{ is_mailed: false }, 1]);
  });

  test("an address that many thanked today is thanked no more, whoever asks", async () => {
    const sender_email = `${randomUUID()}@fans.example`;
    for (const _ of many(5)) {
      const tip_id = await addTip(creator, { sender_email });
      const said = { tip_id, message: "Thanks", created_at: new Date() };
      const replies = [1, 2].map((position) => ({ ...said, id: randomUUID(), position }));
      await records().insertInto("tip_replies").values(replies).execute();
    }
    const refused = await thank(headers, await addTip(creator, { sender_email }), thanks);
    expect(readRefusal(refused)).toMatchObject({
      ...{ status: 429, code: "too_many_requests" },
      message: "Too many replies. Try again in an hour",
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  });
});
