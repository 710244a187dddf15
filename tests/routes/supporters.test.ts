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

test("a creator sees monthly fans, and what they give a month in the statistics", async () => {
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
  await beginSeries(world, creator, { amount: 7_00, email: "ben.m@fans.example" });
  const shown = await wire.get("/dashboard/fans?monthly=1");
  for (const text of ["Ida", "ida.m@fans.example", "A fan without a name", "€5.00", "€7.00", "active"])
    expect(main(shown)).toContain(text);
  expect(main(shown)).not.toContain("ben.m@");
  expect(links(await wire.get("/dashboard/fans"))).toContain("/dashboard/fans?monthly=1");
  expect(main(await wire.get("/dashboard"))).toMatch(/€7\.00.*monthly/);
  expect((await wire.get("/dashboard/tips/table")).text).toMatch(/;?monthly\r?\n/);
  const statistics = await wire.get("/statistics");
  expect(main(statistics)).toContain("Monthly income €12.00 2 fans");
  expect(links(statistics)).toContain("/dashboard/fans?monthly=1");
});
