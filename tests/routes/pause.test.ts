import { expect, test } from "vitest";
import { DEMO_GROUP } from "../../db/seeds/demo-group.ts";
import { records } from "../support/database/records.ts";
import { eventually } from "../support/eventually.ts";
import { byToken, callApi, readRefusal } from "../support/http/api-caller.ts";
import {
  beginTip,
  goToProvider,
  payAtProvider,
  prepareTip,
  readPayment,
  seenCharge,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { makeAccount } from "../support/http/users.ts";

// A creator pauses receiving: the page stays and says so, and no tip begins or goes on.

const PAUSED = "takes no tips at the moment";
const settings = { email_notifications: "OFF", locale: "en" };
const guest = wireFan("en");

async function pausing() {
  const creator = await signInCreator("ACTIVE", "en");
  const username = creator.username ?? "";
  return {
    ...{ username, wire: creator.wire },
    begin: () => creator.wire.post("/account/settings", { ...settings, is_paused: "on" }),
    end: () => creator.wire.post("/account/settings", settings),
  };
}

test("the kept page says that tips are paused, and takes them again", async () => {
  const { username, wire, begin, end } = await pausing();
  expect((await guest.get(`/${username}`)).text).not.toContain(PAUSED);
  expect((await begin()).status).toBe(303);
  await eventually("the page says so", async () => (await guest.get(`/${username}`)).text.includes(PAUSED));
  const page = await guest.get(`/${username}/5`);
  expect([page.status, page.text.includes('name="amount"')]).toEqual([200, false]);
  expect((await wire.get("/dashboard")).text).toContain("Tips are paused");
  await end();
  await eventually("tips are taken again", async () =>
    (await guest.get(`/${username}`)).text.includes('name="amount"'),
  );
});

test("a pause stops new tips and unpaid drafts, not a payment under way", async () => {
  const { username, begin } = await pausing();
  const paying = wireFan("en");
  const atProvider = await goToProvider(paying, await prepareTip(paying, { username, amount: "5" }));
  const fan = wireFan("en");
  const draft = await prepareTip(fan, { username, amount: "5" });
  const charged = await seenCharge(fan, draft);
  await begin();
  const posts: [string, Record<string, string>][] = [
    [`/${username}`, { amount: "5" }],
    [`${draft}/details`, { message: "Hello" }],
    [`${draft}/summary`, { charged_minor: charged }],
  ];
  for (const [path, form] of posts) {
    const answer = await fan.post(path, form);
    expect([path, answer.status, answer.headers.location]).toEqual([path, 303, `/${username}`]);
  }
  const id = await payAtProvider(paying, atProvider, TYPED.card, "SUCCESS");
  expect(await readPayment(paying, id)).toMatchObject({ status: "SUCCESS" });
});

test("the API refuses a tip for a paused creator", async () => {
  const creator = await makeAccount({ status: "ACTIVE" });
  const headers = await byToken(creator);
  const paused = await callApi("PATCH", "/api/account/settings", { is_paused: true }, headers);
  expect(JSON.parse(paused.text).data.paused_at).not.toBeNull();
  const profile = await callApi("GET", `/api/user/${creator.id}`, "");
  expect(JSON.parse(profile.text).data.is_paused).toBe(true);
  const refused = await callApi("POST", `/api/user/${creator.id}/tribute`, { amount: "5" });
  expect(readRefusal(refused)).toMatchObject({ status: 409, code: "paused" });
  await callApi("PATCH", "/api/account/settings", { is_paused: false }, headers);
  expect(JSON.parse((await callApi("GET", `/api/user/${creator.id}`, "")).text).data.is_paused).toBe(false);
});

test("a paused member stays on the group's page and gets no share", async () => {
  const setPaused = (at: Date | null) =>
    records().updateTable("users").set({ paused_at: at }).where("username", "=", "elo.dessine").execute();
  const path = `/gl/${DEMO_GROUP.slug}`;
  await setPaused(new Date());
  try {
    const { text } = await guest.get(`${path}?fresh`);
    expect(text).toContain("takes no tips now");
    expect(text).toContain('href="/elo.dessine"');
    expect((await guest.post(path, { amount: "5", creator: "elo.dessine" })).status).toBe(422);
    const fan = wireFan("en");
    const tip = await beginTip(fan, path.slice(1), "50");
    await fan.post(`${tip}/details`, {});
    await fan.post(`${tip}/payment`, { type: "INETCASH_CC", country: "DE", pay_currency: "EUR" });
    expect((await fan.get(`${tip}/summary`)).text).not.toContain("Élodie");
  } finally {
    await setPaused(null);
  }
});
