import { afterAll, expect, test } from "vitest";
import type { OperatorRole } from "../../app/domain/operator-roles.schema.ts";
import { connectInProduct } from "../support/database/connected-rows.ts";
import { closeRecords, records } from "../support/database/records.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf, makeAccount, newAddress } from "../support/http/users.ts";

// Who is paid directly, and who decides it (docs/product.md, 7.6).

afterAll(closeRecords);

async function operatorOf(role: OperatorRole) {
  const user = await makeAccount({ role, username: null, name: null });
  const wire = wireFan("en", { Cookie: await cookieOf(user, true), ...newAddress() });
  return { id: user.id, wire };
}

const modelOf = async ({ id }: SignedIn) =>
  (await records().selectFrom("users").select("money_model").where("id", "=", id).executeTakeFirstOrThrow())
    .money_model;
const mainOf = async ({ wire }: Pick<SignedIn, "wire">, path: string) =>
  textOf(readStrictly((await wire.get(path)).text).elements("main")[0]);

test.for([
  [
    "de",
    "Sandpay zahlt dich aus",
    "Gescheitert",
    "Prüfe dein Bankkonto",
    "Direkt bezahlt werden",
    "Über uns bezahlt",
  ],
  ["en", "Paid out by Sandpay", "Failed", "Check your bank account", "Be paid directly", "Be paid by us"],
] as const)(
  "a creator whose account takes payments chooses to be paid directly, and back: %s",
  async ([locale, title, failed, mend, toDirect, toHeld]) => {
    const creator = await signInCreator("ACTIVE", locale);
    expect(await mainOf(creator, "/payout/settings")).not.toContain(toDirect);
    const early = await creator.wire.post("/payout/settings", {
      intent: "money_model",
      money_model: "DIRECT",
    });
    expect([early.status, await modelOf(creator)]).toEqual([303, "HELD"]);

    await connectInProduct(creator.id);
    expect(await mainOf(creator, "/payout/settings")).toContain(toDirect);
    const chosen = await creator.wire.post("/payout/settings", {
      intent: "money_model",
      money_model: "DIRECT",
    });
    expect([chosen.status, chosen.headers.location, await modelOf(creator)]).toEqual([
      303,
      "/payout",
      "DIRECT",
    ]);
    const page = await mainOf(creator, "/dashboard/payouts");
    for (const words of [title, failed, mend, "31,50", "40,00"].map((each) =>
      locale === "en" ? each.replace(",", ".") : each,
    ))
      expect(page).toContain(words);

    expect(await mainOf(creator, "/payout/settings")).toContain(toHeld);
    await creator.wire.post("/payout/settings", { intent: "money_model", money_model: "HELD" });
    expect(await modelOf(creator)).toBe("HELD");
    const odd = await creator.wire.post("/payout/settings", { intent: "money_model", money_model: "BOTH" });
    expect(odd.status).toBe(400);
  },
);

test.for([
  ["de", "Kein Konto nimmt Zahlungen an.", "Auszahlungsdaten", "Trinkgeld ist pausiert."],
  ["en", "no account takes payments.", "Payout data", "Tips are paused."],
] as const)(
  "a creator who is paid directly into no account reads so, and where that ends: %s",
  async ([locale, words, link, paused]) => {
    const creator = await signInCreator("ACTIVE", locale);
    const setUser = (change: { money_model?: string; paused_at?: Date }) =>
      records().updateTable("users").set(change).where("id", "=", creator.id).execute();
    const linkOn = async (path: string) => {
      const page = readStrictly((await creator.wire.get(path)).text);
      const links = page.elements("a").filter((each) => textOf(each) === link);
      const isSaid = textOf(page.elements("main")[0]).includes(words);
      return isSaid ? links.map((each) => attribute(each, "href")) : null;
    };
    for (const path of ["/dashboard", "/dashboard/payouts"]) expect(await linkOn(path)).toBeNull();
    await setUser({ money_model: "DIRECT" });
    for (const path of ["/dashboard", "/dashboard/payouts"])
      expect(await linkOn(path), path).toContain("/account/payoutdata");
    await setUser({ paused_at: new Date() });
    expect(await mainOf(creator, "/dashboard")).toContain(paused);
    await records().updateTable("users").set({ paused_at: null }).where("id", "=", creator.id).execute();
    await connectInProduct(creator.id);
    for (const path of ["/dashboard", "/dashboard/payouts"]) expect(await linkOn(path), path).toBeNull();
  },
);

test("an operator moves a creator on their page, once an account takes payments, and reads it in the log", async () => {
  const creator = await signInCreator("ACTIVE");
  const operator = await signInOperator("en");
  const page = `/admin/users/${creator.id}`;
  const move = (money_model: string) => operator.wire.post(page, { intent: "money_model", money_model });
  expect(await mainOf(operator, page)).not.toContain("Move to direct");
  expect((await move("DIRECT")).headers.location).toBe(`${page}?done=not_ready`);
  await connectInProduct(creator.id);
  expect(await mainOf(operator, page)).toContain("Move to direct");
  expect((await move("DIRECT")).headers.location).toBe(`${page}?done=moved`);
  expect(await mainOf(operator, page)).toContain("Goes to the creator’s own account.");
  expect((await move("HELD")).headers.location).toBe(`${page}?done=moved`);
  expect((await move("BOTH")).status).toBe(400);
  const log = await mainOf(operator, `/admin/audit?about=${creator.id}`);
  expect(log).toContain("Moved between held and direct money");
  expect(log).toContain("held by us");
});

test("a move by an operator takes a fresh code", async () => {
  const creator = await signInCreator("ACTIVE");
  await connectInProduct(creator.id);
  const operator = await operatorOf("FINANCE");
  const code_at = new Date(Date.now() - 15 * 60_000);
  await records().updateTable("sessions").set({ code_at }).where("user_id", "=", operator.id).execute();
  const move = { intent: "money_model", money_model: "DIRECT" };
  const { status } = await operator.wire.post(`/admin/users/${creator.id}`, move);
  expect([status, await modelOf(creator)]).toEqual([403, "HELD"]);
});

test("the name on an account is shown to those who see payout data or documents", async () => {
  const creator = await signInCreator("ACTIVE");
  await connectInProduct(creator.id);
  const named = { legal_name: "Bea Beispiel" };
  await records().updateTable("connected_accounts").set(named).where("user_id", "=", creator.id).execute();
  const seen = async (role: OperatorRole) => {
    const page = await mainOf(await operatorOf(role), `/admin/users/${creator.id}`);
    expect(page, role).toContain(`acct_${creator.id.replaceAll("-", "")}`);
    return page.includes("Bea Beispiel");
  };
  expect([await seen("FINANCE"), await seen("MODERATOR"), await seen("SUPPORT")]).toEqual([
    true,
    true,
    false,
  ]);
});
