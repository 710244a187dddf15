import { randomUUID } from "node:crypto";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import {
  issueMonthStatements,
  lastMonth,
} from "../../app/domain/payouts/statements/month-statements.server.ts";
import { wireFan } from "../support/http/http-client.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";
import { confirmPaid, requestPayout } from "../support/money/paid-payouts.ts";
import { makePayable, sharedPayoutWorld } from "../support/money/payable-account.ts";
import { earn, ISSUER } from "../support/money/payout-world.ts";

// The statement of a payout (/payout/{id}/statement): a file for its owner alone.

const creatorOf = (user: { id: string }) => ({ id: user.id, username: "", currency: "EUR" });

test("the owner saves the statement of a payout, in their language, from the list of payouts", async () => {
  const world = sharedPayoutWorld();
  for (const [locale, title] of [
    ["de", "Auszahlungsbeleg"],
    ["en", "Payout statement"],
  ] as const) {
    const user = await makePayable(100_00, { locale });
    const Cookie = await cookieOf(user);
    const fan = wireFan(locale === "de" ? "en" : "de", { Cookie });
    const id = await requestPayout(world, creatorOf(user));
    expect((await fan.get(`/payout/${id}/statement`)).status).toBe(404);
    const number = await confirmPaid(world, id);
    expect((await fan.get("/payout")).text).toContain(`href="/payout/${id}/statement"`);
    const answer = await fan.get(`/payout/${id}/statement`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": expect.stringContaining("no-store"),
      "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename="${title.toLowerCase().replace(" ", "-")}-${number}.pdf"`,
    });
    expect(answer.headers.etag).toBeUndefined();
    const { text } = await extractText(new Uint8Array(answer.body), { mergePages: true });
    expect(text).toContain(title);
    expect(text).toMatch(locale === "de" ? /98,50\s€/ : /€98\.50/);
    expect(text).toContain("Ada Kessler");
    expect((await fan.get(`/payout/${id}/statement`)).body.equals(answer.body)).toBe(true);
  }
});

test("the list of payouts begins wherever it is asked to, also before all time", async () => {
  const fan = wireFan("en", { Cookie: await cookieOf(await makeAccount({ status: "ACTIVE" })) });
  for (const before of ["-271821-04-20T00:00:00Z", "+275760-09-13T00:00:00Z", "0", "x", "%00", ""])
    expect([before, (await fan.get(`/payout?before=${before}`)).status]).toEqual([before, 200]);
});

test("a statement is not given to other users, who do not learn that it is there", async () => {
  const world = sharedPayoutWorld();
  const owner = await makePayable(100_00);
  const id = await requestPayout(world, creatorOf(owner));
  await confirmPaid(world, id);
  const stranger = wireFan("en", { Cookie: await cookieOf(await makeAccount({ status: "ACTIVE" })) });
  const foreign = await stranger.get(`/payout/${id}/statement`);
  const unknown = await stranger.get(`/payout/${randomUUID()}/statement`);
  for (const answer of [foreign, unknown, await stranger.get("/payout/x/statement")]) {
    expect([answer.status, answer.text]).toEqual([404, ""]);
    expect(answer.headers["cache-control"]).toMatch(/no-store/);
  }
  const guest = await wireFan("en").get(`/payout/${id}/statement`);
  expect([guest.status, guest.headers.location?.split("?")[0]]).toEqual([303, "/login"]);
  expect(
    (await wireFan("en", { Cookie: await cookieOf(owner) }).post(`/payout/${id}/statement`, {})).status,
  ).toBe(405);
});

test("the owner saves the statement of a month, whose sums are those of the books", async () => {
  const world = sharedPayoutWorld();
  const month = lastMonth(world.clock());
  const then = { ...world, clock: () => new Date(`${month}-15T12:00:00Z`) };
  for (const [locale, name, sum] of [
    ["de", "abrechnung", /123,45\s€/],
    ["en", "statement", /€123\.45/],
  ] as const) {
    const user = await makePayable(0, { locale });
    await earn(then, creatorOf(user), 123_45);
    await issueMonthStatements(world, month);
    const fan = wireFan(locale, { Cookie: await cookieOf(user) });
    const address = `/payout/months/${month}/EUR`;
    expect((await fan.get("/payout")).text).toContain(`href="${address}"`);
    const answer = await fan.get(address);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": expect.stringContaining("no-store"),
      "content-disposition": `attachment; filename="${name}-${month}-EUR.pdf"`,
    });
    const { text } = await extractText(new Uint8Array(answer.body), { mergePages: true });
    expect(text).toMatch(sum);
    expect(text).toContain("Ada Kessler");
    for (const line of ISSUER) expect(text).toContain(line);
    expect((await fan.get(address)).body.equals(answer.body)).toBe(true);
    for (const other of [
      `/payout/months/${month}/USD`,
      "/payout/months/2020-01/EUR",
      "/payout/months/%00/EUR",
    ])
      expect([other, (await fan.get(other)).status]).toEqual([other, 404]);
  }
});
