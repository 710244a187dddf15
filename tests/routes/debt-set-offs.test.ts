import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import { wireFan } from "../support/http/http-client.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf } from "../support/http/users.ts";
import { makePayable, sharedPayoutWorld } from "../support/money/payable-account.ts";
import { earn } from "../support/money/payout-world.ts";

// Settling a debt in one currency with another, by the page of payouts and by the API (docs/product.md, 7.3).

/** Owes 1.00 EUR after a chargeback, and has 20.00 USD. */
async function owing() {
  const user = await makePayable(0, { status: "CHARGEBACK" });
  await earn(sharedPayoutWorld(), { id: user.id, username: "", currency: "USD" }, 20_00);
  return user;
}

const statusOf = async (id: string) =>
  (await records().selectFrom("users").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

describe("the page of payouts", () => {
  test.each([
    ["en", /Settle €1\.00 with \$1\.\d\d/, "Settled.", "The amounts have changed"],
    ["de", /1,00\s€ mit 1,\d\d\s\$ ausgleichen/, "Ausgeglichen.", "Die Beträge haben sich geändert"],
  ] as const)(
    "settles a debt with another currency, without script (%s)",
    async (locale, button, done, changed) => {
      const user = await owing();
      const wire = wireFan(locale, { Cookie: await cookieOf(user) });
      const page = await wire.get("/payout");
      const html = readStrictly(page.text);
      expect(textOf(html.elements("main")[0])).toMatch(button);
      const form = Object.fromEntries(
        ["debt_currency", "debt_minor", "from_currency", "from_minor"].map((name) => [
          name,
          html
            .elements("input")
            .filter((input) => attribute(input, "name") === name)
            .map((input) => attribute(input, "value") ?? "")[0] ?? "",
        ]),
      );
      expect(form).toMatchObject({ debt_currency: "EUR", debt_minor: "100", from_currency: "USD" });
      const mistakes: Record<string, string>[] = [
        { from_minor: "1" },
        { debt_minor: "0" },
        { debt_minor: "x" },
      ];
      for (const wrong of mistakes) {
        const refused = await wire.post("/payout", { ...form, ...wrong });
        expect(refused.status).toBe(422);
        expect(textOf(readStrictly(refused.text).elements("main")[0])).toContain(changed);
      }
      expect(await statusOf(user.id)).toBe("CHARGEBACK");
      const answer = await wire.post("/payout", form);
      expect(textOf(readStrictly((await wire.follow(answer)).text).elements("main")[0])).toContain(done);
      expect(await statusOf(user.id)).toBe("ACTIVE");
    },
  );
});

describe("the API", () => {
  test("names what is owed and with what it may be settled, and settles it once, however often it is sent", async () => {
    const user = await owing();
    const headers = { ...(await byToken(user)), "Idempotency-Key": randomUUID() };
    const answer = await callApi("GET", "/api/payout/debts", "", await byToken(user));
    const [debt] = JSON.parse(answer.text).data;
    expect(debt).toMatchObject({ currency: "EUR", amount: "1.00", amount_minor: 100, lacks_rate: false });
    const { from_currency, from_minor, debt_currency, debt_minor } = debt.offers[0];
    const body = { from_currency, from_minor, debt_currency, debt_minor };
    const changed = await callApi(
      "POST",
      "/api/payout/set-offs",
      { ...body, from_minor: 1 },
      await byToken(user),
    );
    expect([changed.status, readRefusal(changed).code]).toEqual([409, "changed"]);
    const first = await callApi("POST", "/api/payout/set-offs", body, headers);
    expect(first.status, first.text).toBe(201);
    const again = await callApi("POST", "/api/payout/set-offs", body, headers);
    expect([again.status, JSON.parse(again.text)]).toEqual([201, JSON.parse(first.text)]);
    const anew = await callApi("POST", "/api/payout/set-offs", body, await byToken(user));
    expect([anew.status, readRefusal(anew).code]).toEqual([409, "nothing_to_set_off"]);
    expect(await statusOf(user.id)).toBe("ACTIVE");
  });
});
