import { expect, test } from "vitest";
import type { Answer } from "../support/http/http-requests.ts";
import { productWorld } from "../support/http/product-vouchers.ts";
import { signInCreator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { beginSeries } from "../support/series/series-world.ts";

const main = (answer: Answer) => textOf(readStrictly(answer.text).elements("main")[0]);
const links = (answer: Answer) =>
  readStrictly(answer.text)
    .elements("a")
    .map((link) => attribute(link, "href"));

test("a creator sees monthly fans, and what they give a month in the statistics and on the dashboard", async () => {
  const { wire, id, username } = await signInCreator("ACTIVE", "en");
  expect(main(await wire.get("/dashboard/fans?monthly=1"))).toContain("No monthly tips yet.");
  const world = productWorld();
  const creator = { id, username: username ?? "", currency: "EUR" };
  await beginSeries(world, creator, {
    amount: 5_00,
    from: "Ida",
    shareEmail: true,
    email: "ida.m@fans.example",
  });
  const other = await beginSeries(world, creator, { amount: 7_00, email: "ben.m@fans.example" });
  const shown = await wire.get("/dashboard/fans?monthly=1");
  for (const text of ["Ida", "ida.m@fans.example", "A fan without a name", "€5.00", "€7.00", "active"])
    expect(main(shown)).toContain(text);
  expect(main(shown)).not.toContain("ben.m@");
  expect(links(await wire.get("/dashboard/fans"))).toContain("/dashboard/fans?monthly=1");
  const dashboard = main(await wire.get("/dashboard"));
  expect(dashboard).toMatch(/€7\.00.*monthly/);
  expect(dashboard).toContain("€12.00 every month");
  expect((await wire.get("/dashboard/tips/table")).text).toMatch(/;?monthly\r?\n/);
  const statistics = await wire.get("/statistics");
  expect(main(statistics)).toContain("Monthly income €12.00 2 fans");
  expect(links(statistics)).toContain("/dashboard/fans?monthly=1");
  const suspended = {
    status: "SUSPENDED" as const,
    problem: "METHOD" as const,
    next_charge_on: "2026-01-05",
  };
  await world.db.updateTable("tip_series").set(suspended).where("id", "=", other.series.id).execute();
  // No charge comes on the day that passed.
  expect(main(await wire.get("/dashboard/fans?monthly=1"))).not.toContain("5 January 2026");
  const paused = { status: "ACTIVE" as const, problem: null, paused_until: "2027-06-05" };
  await world.db.updateTable("tip_series").set(paused).where("id", "=", other.series.id).execute();
  expect(main(await wire.get("/dashboard/fans?monthly=1"))).toMatch(/€7\.00.*paused.*€5\.00.*active/);
});

test("a creator thanks all monthly fans once a month", async () => {
  const { wire, id, username } = await signInCreator("ACTIVE", "en");
  const page = "/dashboard/fans?monthly=1";
  const creator = { id, username: username ?? "", currency: "EUR" };
  expect(main(await wire.get(page))).not.toContain("Thank all of them");
  await beginSeries(productWorld(), creator, { email: "ida.t@fans.example" });
  const offered = await wire.get(page);
  expect(main(offered)).toContain("One mail a month to 1 fan.");
  expect(readStrictly(offered.text).problems).toEqual([]);
  const empty = await wire.post(page, { message: " " });
  expect([empty.status, main(empty).includes("Write a few words")]).toEqual([422, true]);
  const refused = await wire.post(page, { message: "See www.example.com" });
  expect([refused.status, main(refused).includes("No links, phone numbers")]).toEqual([422, true]);
  const sent = await wire.post(page, { message: "Thank you all!" });
  expect([sent.status, sent.headers.location]).toEqual([303, page]);
  const shown = main(await wire.follow(sent));
  for (const text of ["Sent to 1 fan on", "Again from 1", "Thank you all!"]) expect(shown).toContain(text);
  expect((await wire.post(page, { message: "Again!" })).status).toBe(303);
  expect(main(await wire.get(page))).not.toContain("Again!");
});
