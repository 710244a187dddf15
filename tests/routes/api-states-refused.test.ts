import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";
import { productRules } from "../../app/product-rules.ts";
import { many } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { buyInProduct } from "../support/http/product-vouchers.ts";
import { findTip, thank } from "../support/http/tip-calls.ts";
import { type AccountOwner, makeAccount } from "../support/http/users.ts";
import { makePayable } from "../support/money/payable-account.ts";

// What calls are refused for as things stand: payouts and their data, vouchers, grouplists, and what has not changed.

const dataOf = ({ text }: Answer) => JSON.parse(text).data;

test("new payout data cannot be confirmed while a payout is under way, and a payout waits for data that is looked at", async () => {
  const name = { firstname: "Ada", lastname: "Kessler" };
  const user = await makePayable(50_00, name);
  const headers = await byToken(user);
  const { id: bank_country_id } = await records()
    .selectFrom("countries")
    .select("id")
    .where("iso_3166_1", "=", "DE")
    .executeTakeFirstOrThrow();
  const enter = await callApi(
    "POST",
    "/api/payoutdata",
    {
      ...{
        bank_account_owner: "Ada Kessler",
        bank_name: "Testbank",
        bank_iban: "DE02 1203 0000 0000 2020 51",
      },
      ...{ bank_bic: "BYLADEM1001", bank_country_id },
    },
    headers,
  );
  expect(enter.status, enter.text).toBe(201);
  const { id } = dataOf(enter);
  const code = createTokens(TEST_SECRETS.APP_SECRET).code("payout-code", id);
  const confirm = () => callApi("POST", `/api/payoutdata/${id}/confirm`, { code }, headers);
  const request = () => callApi("POST", "/api/payout/request", {}, headers);

  const payout = dataOf(await request());
  expect(readRefusal(await confirm())).toMatchObject({ status: 409, code: "in_progress", errors: {} });
  await records()
    .updateTable("payout_destinations")
    .set({ status: "PENDING", confirmed_at: new Date(), code_expires_at: null, code_tries_left: null })
    .where("id", "=", id)
    .execute();
  expect(readRefusal(await request())).toMatchObject({ status: 409, code: "in_progress" });
  expect(payout.status).toBe("REQUESTED");

  const other = await makePayable(50_00, name);
  await records()
    .updateTable("payout_destinations")
    .set({ status: "PENDING" })
    .where("user_id", "=", other.id)
    .execute();
  const refusal = readRefusal(await callApi("POST", "/api/payout/request", {}, await byToken(other)));
  expect(refusal).toMatchObject({
    status: 409,
    code: "payout_data_pending",
    message: "Failed to request payout",
  });
  expect(Object.keys(refusal.errors)).toEqual(["amount"]);
});

test("a payout waits while the account's address can still be changed back, and says until when", async () => {
  const user = await makePayable(50_00);
  const until = new Date(Date.now() + 3 * 86_400_000);
  await records().updateTable("users").set({ email_undo_until: until }).where("id", "=", user.id).execute();
  const refusal = readRefusal(await callApi("POST", "/api/payout/request", {}, await byToken(user)));
  expect(refusal).toMatchObject({
    status: 409,
    code: "address_changed",
    message: "Failed to request payout",
  });
  expect(refusal.errors.amount?.[0]).toMatch(/\d{1,2} \p{L}+ 20\d\d/u);
});

test("a code that is none, or whose year is over, is refused with its reason", async () => {
  const headers = await byToken(await makeAccount({ status: "ACTIVE" }));
  const redeem = (code: string) => callApi("POST", "/api/voucher/redeem", { code }, headers);
  expect(readRefusal(await redeem("7K2M-QX4D-9VTB-3HNA"))).toMatchObject({ status: 409, code: "not_valid" });
  const { id, code } = await buyInProduct();
  await records()
    .updateTable("vouchers")
    .set({ expires_at: new Date(0) })
    .where("id", "=", id)
    .execute();
  const { errors, ...expired } = readRefusal(await redeem(code));
  expect(expired).toMatchObject({ status: 409, code: "expired" });
  expect(errors.code).toEqual([expired.message]);
  expect(dataOf(await callApi("POST", "/api/voucher/check", { code }))).toMatchObject({ status: "expired" });
});

test("nobody is thanked for a voucher that was redeemed, and the tip says so before", async () => {
  const creator = await makeAccount({ status: "ACTIVE" });
  const headers = await byToken(creator);
  const { code } = await buyInProduct({ message: "For the strings" });
  const { tribute_id } = dataOf(await callApi("POST", "/api/voucher/redeem", { code }, headers));
  expect(await findTip(headers, tribute_id)).toMatchObject({ is_voucher: true, reply_refusal: "voucher" });
  const refusal = readRefusal(await thank(headers, tribute_id, { message: "Thank you" }));
  expect(refusal).toMatchObject({ status: 409, code: "voucher", errors: {} });
});

type Caller = AccountOwner & { headers: Record<string, string> };
async function caller(): Promise<Caller> {
  const account = await makeAccount({ status: "ACTIVE", currency: "EUR" });
  return { ...account, headers: await byToken(account) };
}
async function groupOf(owner: Caller): Promise<{ id: string; slug: string; invite_code: string }> {
  const body = { name: `Choir ${randomUUID().slice(0, 8)}`, currency: "EUR" };
  const made = await callApi("POST", "/api/grouplists", body, owner.headers);
  expect(made.status, made.text).toBe(201);
  return await records()
    .updateTable("grouplists")
    .set({ status: "APPROVED", review_since: null, reviewed_at: new Date() })
    .where("slug", "=", dataOf(made).slug)
    .returning(["id", "slug", "invite_code"])
    .executeTakeFirstOrThrow();
}
async function addMembers(
  grouplist_id: string,
  status: "MEMBER" | "PENDING",
  count: number,
): Promise<string[]> {
  const users = await Promise.all(many(count).map(() => makeAccount({ status: "ACTIVE" })));
  const now = new Date();
  const joined_at = status === "MEMBER" ? now : null;
  const rows = users.map(({ id }) => ({
    ...{ id: randomUUID(), grouplist_id, creator_id: id, status, asked_at: now, joined_at },
  }));
  await records().insertInto("grouplist_users").values(rows).execute();
  return rows.map(({ id }) => id);
}

test("a grouplist that is full takes nobody in, by invitation or by its owner", async () => {
  const owner = await caller();
  const { id, invite_code } = await groupOf(owner);
  const [asking] = await addMembers(id, "PENDING", 1);
  await addMembers(id, "MEMBER", productRules.grouplist.members_maximum - 1);
  const path = `/api/grouplist-invite/${invite_code}`;
  const guest = await caller();
  expect(dataOf(await callApi("GET", path, "", guest.headers)).state).toBe("full");
  expect(readRefusal(await callApi("POST", path, {}, guest.headers))).toMatchObject({
    ...{ status: 409, code: "full", errors: {} },
  });
  const letIn = await callApi("POST", `/api/grouplist-user/${asking}`, {}, owner.headers);
  expect(readRefusal(letIn)).toMatchObject({ status: 409, code: "full", errors: {} });
});

test("an owner who is not ACTIVE any more takes nobody out of a grouplist", async () => {
  const owner = await caller();
  const { id } = await groupOf(owner);
  const [member] = await addMembers(id, "MEMBER", 1);
  await records().updateTable("users").set({ status: "DECLINED" }).where("id", "=", owner.id).execute();
  const answer = await callApi("DELETE", `/api/grouplist-user/${member}`, {}, owner.headers);
  expect(readRefusal(answer)).toMatchObject({ status: 403, code: "not_active" });
});

test("a creator owns a limited number of grouplists", async () => {
  const owner = await caller();
  for (const index of many(productRules.grouplist.owned_maximum)) {
    const body = { name: `Choir ${index}`, currency: "EUR" };
    expect((await callApi("POST", "/api/grouplists", body, owner.headers)).status).toBe(201);
  }
  const more = await callApi("POST", "/api/grouplists", { name: "One more", currency: "EUR" }, owner.headers);
  expect(readRefusal(more)).toMatchObject({ status: 409, code: "too_many", errors: {} });
});

test("who has an item, or the newest grouplists, already gets a 304 without a body", async () => {
  const creator = await caller();
  const item = await callApi("POST", "/api/user-tributes", { name: "A coffee", amount: 5 }, creator.headers);
  for (const path of [`/api/user-tribute/${dataOf(item).id}`, "/api/grouplists/new"]) {
    const first = await callApi("GET", path);
    const { etag = "" } = first.headers;
    const again = await callApi("GET", path, "", { "If-None-Match": etag });
    expect([path, first.status, again.status, again.text]).toEqual([path, 200, 304, ""]);
  }
});
