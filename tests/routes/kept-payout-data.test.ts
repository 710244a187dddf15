import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { records } from "../support/database/records.ts";
import { TEST_SECRETS } from "../support/http/product.ts";
import { signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { earn, GERMAN_BANK } from "../support/money/payout-world.ts";
import { createTipWorld } from "../support/money/tip-world.ts";

// Payout data that is kept of a deleted account (/admin/users/{id}/payout-data).

const IBAN = GERMAN_BANK.bank_iban ?? "";

test("kept payout data opens for an operator who gives a reason, which the log names; the payout's page leads there", async () => {
  const db = records();
  const [creator, operator] = [await signInCreator("ACTIVE"), await signInOperator("en")];
  const [details, payout, at] = [randomUUID(), randomUUID(), new Date()];
  const encryption = createEncryption(TEST_SECRETS.APP_SECRET);
  const path = `/admin/users/${creator.id}/payout-data`;
  await db
    .insertInto("payout_destinations")
    .values({
      ...{
        id: details,
        user_id: creator.id,
        status: "REPLACED",
        has_paxum: false,
        masked_account: "",
        created_at: at,
      },
      encrypted: encryption.encrypt("payout-details", details, Buffer.from(JSON.stringify(GERMAN_BANK))),
    })
    .execute();
  await db
    .insertInto("payouts")
    .values({
      ...{ id: payout, creator_id: creator.id, details_id: details, currency: "EUR", status: "FAILED" },
      ...{ amount_minor: 500, fee_minor: 0, fee_vat_minor: 0, net_minor: 500, payout_type: "MANUAL" },
      ...{ method: "BANK", rail: "SEPA", requested_at: at, failed_at: at },
    })
    .execute();
  const { wire } = operator;
  expect((await wire.get(path)).status).toBe(404);
  await db.updateTable("users").set({ deleted_at: at }).where("id", "=", creator.id).execute();
  expect((await wire.get(`/admin/payouts/${payout}`)).text).toContain(`href="${path}"`);
  const page = await wire.get(path);
  expect([page.status, page.text.includes(IBAN)]).toEqual([200, false]);
  expect((await wire.post(path, { reason: " " })).status).toBe(422);
  const opened = await wire.post(path, { reason: "Tax office, 2026" });
  expect([opened.status, opened.text.includes(IBAN)]).toEqual([200, true]);
  expect((await wire.get("/admin/audit")).text).toContain("Tax office, 2026");
});

test("the page of a deleted account shows money that came after it, and the operators' payouts lead there; what is below the minimum is given up for a reason", async () => {
  const [creator, operator] = [await signInCreator("ACTIVE"), await signInOperator("en")];
  const world = createTipWorld(records());
  await earn(world, { id: creator.id, username: "gone", currency: "EUR" }, 1_23);
  await world.db
    .updateTable("users")
    .set({ deleted_at: world.clock(), status: "LOCKED" })
    .where("id", "=", creator.id)
    .execute();
  const { wire } = operator;
  const page = `/admin/users/${creator.id}`;
  expect((await wire.get("/admin/payouts")).text).toContain(`href="${page}"`);
  const { text: books } = await wire.get("/admin/books");
  expect(books.slice(books.indexOf("Waiting for a decision"))).toContain("Money of deleted accounts");
  expect((await wire.get(`/admin/users?q=${creator.id}`)).text).toContain(`href="${page}"`);
  expect((await wire.get(page)).text).toContain("Give up €1.23");
  expect((await wire.post(page, { intent: "give_up", currency: "EUR", reason: " " })).status).toBe(422);
  const given = await wire.post(page, { intent: "give_up", currency: "EUR", reason: "Nobody there" });
  expect([given.status, given.headers.location]).toEqual([303, `${page}?done=given_up`]);
  const after = (await wire.get(page)).text;
  expect([after.includes("Give up"), after.includes("Nobody there")]).toEqual([false, true]);
});
