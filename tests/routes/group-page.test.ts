import { afterAll, expect, test } from "vitest";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { closeRecords, records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { beginTip, wireFan } from "../support/http/http-client.ts";
import { makeGroup } from "../support/http/owned-group.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { cookieOf } from "../support/http/users.ts";

const PAGE = `/gl/${DEMO_GROUP.slug}`;
const fan = wireFan("en");

afterAll(closeRecords);

const userOf = async (username: string) =>
  await records().selectFrom("users").select("id").where("username", "=", username).executeTakeFirstOrThrow();

test("an address without a group, and an amount that is none, are pages that do not exist", async () => {
  for (const path of ["/gl/50", "/gl/nobodys8", `${PAGE}/abc`, `${PAGE}/0`])
    expect((await fan.get(path)).status, path).toBe(404);
  expect((await fan.get(`${PAGE}/501`)).text).toContain("At most €500.00");
  // In the query it is nothing, and the page stands.
  expect((await fan.get(`${PAGE}?step=abc`)).status).toBe(200);
  expect((await fan.get(`${PAGE}?step=25`)).text).toMatch(
    /checked=""[^>]*value="25.00"|value="25.00"[^>]*checked=""/,
  );
});

test("whoever is no member of the group is not chosen, and nobody gets a tip that was meant for them", async () => {
  const { text } = await fan.get(`${PAGE}?creator=wren.field`);
  expect(text).not.toContain('name="creator"');
  const answer = await fan.post(PAGE, { amount: "5", creator: "wren.field" });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("Somebody you chose no longer takes tips");
});

test("each member gets at least 1.00: less is refused with what it takes", async () => {
  const answer = await fan.post(PAGE, { amount: "4.99" });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("€5.00");
  expect((await fan.post(PAGE, { amount: "2", creator: "joerdis" })).status).toBe(303);
});

test("an amount that is refused comes back with the members who were chosen, not with everybody", async () => {
  const { text } = await fan.get(`${PAGE}?creator=joerdis&creator=elo.dessine`);
  const action = /<form[^>]*action="(\/gl\/[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const answer = await fan.post(action, { amount: "1", creator: ["joerdis", "elo.dessine"] });
  expect(answer.status).toBe(422);
  const again = [...answer.text.matchAll(/name="creator" value="([^"]*)"/g)].map(([, username]) => username);
  expect(again.sort()).toEqual(["elo.dessine", "joerdis"]);
});

test("the draft of a group's tip opens under its own group alone", async () => {
  const tip = await beginTip(fan, PAGE.slice(1), "10");
  const token = tip.split("/tip/")[1] ?? "";
  expect((await fan.get(`${tip}/details`)).status).toBe(200);
  for (const path of [`/joerdis/tip/${token}/details`, `/gl/otherone/tip/${token}/details`])
    expect((await fan.get(path)).status, path).toBe(404);
  const own = await beginTip(fan, "joerdis", "10");
  expect((await fan.get(`${own.replace("/joerdis", PAGE)}/details`)).status).toBe(404);
});

test("the owner alone sees the tools, what each member is, and the invite link", async () => {
  const owner = await fan.get(PAGE, { Cookie: await cookieOf(await userOf("joerdis")) });
  expect(owner.text).toContain(`href="${PAGE}/edit"`);
  expect(owner.text).toContain(DEMO_GROUP.invite_code);
  const strangers: Record<string, string>[] = [{}, { Cookie: await cookieOf(await userOf("elo.dessine")) }];
  for (const who of strangers) {
    const { text } = await fan.get(PAGE, who);
    expect(text).not.toContain(`${PAGE}/edit`);
    expect(text).not.toContain(DEMO_GROUP.invite_code);
  }
});

test("a member finds a share under the group's name, and can give back no more than it", async () => {
  const { id: creator_id } = await userOf("joerdis");
  const Cookie = await cookieOf({ id: creator_id });
  const share = await records()
    .selectFrom("tips")
    .select(["id", "amount_minor"])
    .where("creator_id", "=", creator_id)
    .where("group_tip_id", "is not", null)
    .where("status", "=", "ACTIVE")
    .orderBy("paid_at", "desc")
    .executeTakeFirstOrThrow();
  const amount = `€${(share.amount_minor / 100).toFixed(2)}`;
  const page = await fan.get(`/dashboard/tips/${share.id}`, { Cookie });
  for (const text of [amount, DEMO_GROUP.name]) expect(page.text).toContain(text);
  const refund = await fan.get(`/dashboard/tips/${share.id}/refund`, { Cookie });
  expect(refund.status).toBe(200);
  expect(refund.text).toContain(`name="seen_left" value="${share.amount_minor}"`);
  const more = await fan.get(`/dashboard/tips/${share.id}/refund?amount=500`, { Cookie });
  expect(more.text).toContain(amount);
  expect(more.text).not.toContain('name="seen_left"');
});

test("the page and the owner's list of members say which member is paid directly", async () => {
  const owner = await signInCreator("ACTIVE");
  const { slug, id, asking } = await makeGroup(owner);
  await owner.wire.post(`/gl/${slug}/creators/${asking.id}/approve`, {});
  await records().updateTable("grouplists").set({ status: "APPROVED" }).where("id", "=", id).execute();
  const setDirect = (username: string) =>
    records().updateTable("users").set({ money_model: "DIRECT" }).where("username", "=", username).execute();
  const page = `/gl/${slug}`;

  expect((await fan.get(`${page}?before`)).text).not.toContain("shares tips");
  await setDirect(asking.username);
  const shared = await fan.get(`${page}?fresh`);
  expect(shared.text).toContain("takes tips on their own page only");
  expect(shared.text).toContain("2 members · 1 shares tips");
  expect(shared.text).toContain('name="amount"');
  expect((await fan.post(page, { amount: "5", creator: asking.username })).status).toBe(422);
  expect((await wireFan("de").get(`${page}?fresh`)).text).toContain("Trinkgeld nur auf der eigenen Seite");
  const heldText = (await owner.wire.get(`${page}/creators`)).text;
  for (const text of ["beim Teilen ausgelassen", "Wir verwahren das Trinkgeld"])
    expect(heldText).toContain(text);

  await setDirect(owner.username ?? "");
  await eventually("the kept page is dropped", async () => {
    const { text } = await fan.get(page);
    return text.includes("take tips on their own pages only") && !text.includes('name="amount"');
  });
  expect((await fan.post(page, { amount: "5" })).status).toBe(422);
  await records().updateTable("grouplists").set({ money_model: "DIRECT" }).where("id", "=", id).execute();
  expect((await owner.wire.get(`${page}/creators`)).text).toContain("nimmt diese Gruppe kein Trinkgeld an");
});
