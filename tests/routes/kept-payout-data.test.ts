import { expect, test } from "vitest";
import { requestPayout } from "../support/paid-payouts.ts";
import { sharedPayoutWorld } from "../support/payable-account.ts";
import { acceptPayoutData, earn } from "../support/payout-world.ts";
import { records } from "../support/records.ts";
import { signInCreator, signInOperator } from "../support/signed-in.ts";

const ACCOUNT = "DE89370400440532013000";

test("what is kept of a deleted creator's payout data opens for a reason, which the log names", async () => {
  const world = sharedPayoutWorld();
  const { wire } = await signInOperator("en");
  const { id, username } = await signInCreator("ACTIVE");
  const creator = { id, username: username ?? "", currency: "EUR" };
  await acceptPayoutData(world, creator);
  await earn(world, creator, 200_00);
  const payout = await requestPayout(world, creator);
  const path = `/admin/users/${creator.id}/payout-data`;
  expect((await wire.get(path)).status).toBe(404);
  const deleted = (at: Date | null) =>
    records().updateTable("users").set({ deleted_at: at }).where("id", "=", creator.id).execute();
  await deleted(new Date());
  try {
    expect((await wire.get(`/admin/payouts/${payout}`)).text).toContain(`href="${path}"`);
    const page = await wire.get(path);
    expect([page.status, page.text.includes(ACCOUNT)]).toEqual([200, false]);
    expect((await wire.post(path, { reason: "" })).status).toBe(422);
    const opened = await wire.post(path, { reason: "Tax office" });
    expect([opened.status, opened.text.includes(ACCOUNT)]).toEqual([200, true]);
    expect((await wire.get("/admin/audit")).text).toContain("Tax office");
  } finally {
    await deleted(null);
  }
});
