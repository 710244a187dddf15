import { describe, expect, it } from "vitest";
import { records } from "../support/database/records.ts";
import { PASSWORD, type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";

const PAGE = "/account/payoutdata";

async function connect(creator: SignedIn): Promise<string> {
  const { status, headers } = await creator.wire.post(PAGE, { intent: "connect", password: PASSWORD });
  expect(status).toBe(303);
  return new URL(String(headers.location)).pathname;
}

async function decide(creator: SignedIn, act: string, legal_name = "Nele Unterwegs"): Promise<void> {
  const { headers } = await creator.wire.post(await connect(creator), { act, legal_name });
  const back = new URL(String(headers.location));
  expect(`${back.pathname}${back.search}`).toBe(`${PAGE}?account=back`);
  expect((await creator.wire.get(`${PAGE}?account=back`)).status).toBe(303);
}

describe("an account at the provider", () => {
  it("an account at the provider says to whom tips still come another way, and is never another creator's", async () => {
    const [one, two] = [await signInCreator("ACTIVE", "en"), await signInCreator("ACTIVE", "en")];
    await decide(one, "finish");
    expect((await one.wire.get(PAGE)).text).toContain("Tips still come to us");
    const { text } = await two.wire.get(PAGE);
    expect(text).toContain("Connect with Sandpay");
    expect(text).not.toContain("Disconnect now");
    await records().updateTable("users").set({ money_model: "DIRECT" }).where("id", "=", one.id).execute();
    expect((await one.wire.get(PAGE)).text).toContain("Sandpay takes payments for you and pays you out");
  });

  it("an account at the provider is connected by the right password alone, and its owner is mailed", async () => {
    const creator = await signInCreator("ACTIVE", "en");
    for (const password of ["", "not my password"]) {
      const { status } = await creator.wire.post(PAGE, { intent: "connect", password });
      expect(status).toBe(422);
    }
    const mails = records()
      .selectFrom("mail_outbox")
      .select("dedupe_key")
      .where("template", "=", "connected_account")
      .where("user_id", "=", creator.id);
    expect(await mails.execute()).toEqual([]);
    await connect(creator);
    expect(await mails.execute()).toMatchObject([{ dedupe_key: expect.stringContaining(":connected:") }]);
  });

  it("an account at the provider needs a country, and says so", async () => {
    const creator = await signInCreator("ACTIVE", "en");
    await records().updateTable("users").set({ country_id: null }).where("id", "=", creator.id).execute();
    const { status, text } = await creator.wire.post(PAGE, { intent: "connect", password: PASSWORD });
    expect(status).toBe(422);
    expect(text).toContain("First choose your country in your profile.");
  });

  it("an account at the provider is opened and read thirty times an hour, and no more", async () => {
    const creator = await signInCreator("ACTIVE", "en");
    for (let count = 0; count < 30; count += 1) await connect(creator);
    const { status, text } = await creator.wire.post(PAGE, { intent: "connect", password: PASSWORD });
    expect(status).toBe(422);
    expect(text).toContain("Sandpay does not answer at present.");
  });

  it("an account at the provider is disconnected by the right password alone", async () => {
    const creator = await signInCreator("ACTIVE", "en");
    await decide(creator, "finish");
    const wrong = await creator.wire.post(PAGE, { intent: "disconnect", password: "not my password" });
    expect([wrong.status, wrong.text.includes("Wrong password")]).toEqual([422, true]);
    const account = await records()
      .selectFrom("connected_accounts")
      .select("takes_payments")
      .where("user_id", "=", creator.id)
      .executeTakeFirst();
    expect(account).toEqual({ takes_payments: true });
  });

  it("operators see an account's state, what is due, and whether its name is the profile's", async () => {
    const [same, other] = [await signInCreator("ACTIVE", "en"), await signInCreator("ACTIVE", "en")];
    const operator = await signInOperator("en");
    await decide(same, "due");
    await decide(other, "restrict", "Rob Somebody");
    const seen = async ({ id }: SignedIn) => (await operator.wire.get(`/admin/users/${id}`)).text;
    expect(await seen(same)).toMatch(/Account at the provider.*Something is due.*A photo of your ID/s);
    expect(await seen(same)).toContain("Nele Unterwegs (The name in the profile)");
    expect(await seen(other)).toMatch(/Restricted.*requirements\.past_due/s);
    expect(await seen(other)).toContain("Rob Somebody (Not the name in the profile)");
    expect(await seen(await signInCreator("ACTIVE", "en"))).not.toContain("Account at the provider");
  });
});
