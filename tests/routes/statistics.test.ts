import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { businessDate, daysBefore } from "../../app/domain/calendar.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { readStrictly } from "../support/http/strict-html.ts";

let creator: SignedIn;

async function pay(name: string, email: string) {
  const fan = wireFan("de");
  const tip = await prepareTip(fan, { username: creator.username ?? "", amount: "12,50", name, email });
  await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
}

beforeAll(async () => {
  creator = await signInCreator("ACTIVE");
  await pay("Nora Regen", "nora@fans.example");
  await pay("Nora Regen", "Nora@fans.example");
  await pay("Ada", "ada@fans.example");
});

async function page(path: string) {
  const answer = await creator.wire.get(path);
  expect([path, answer.status, readStrictly(answer.text).problems]).toEqual([path, 200, []]);
  return answer.text.replace(/<script.*?<\/script>/gs, "");
}
const figures = (text: string) =>
  [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, value]) => [
    name,
    value?.replace(/<.*?>/g, " ").replace(/\s+/g, " ").trim(),
  ]);

test("statistics have the chosen period, and compare with no empty one", async () => {
  const today = businessDate(new Date());
  for (const path of [
    ...["/statistics", "/dashboard/statistics", "/statistics?period=week", "/statistics?period=30days"],
    ...[
      `/statistics?from=${today}`,
      `/statistics?from=${today}&to=2999-01-01`,
      "/statistics?period=fortnight",
    ],
  ]) {
    const text = await page(path);
    expect(figures(text).map(([name]) => name)).toEqual([
      ...["Trinkgeld", "Im Schnitt", "Bester Tag", "Neue Fans", "Wiedergekommen"],
    ]);
    expect(figures(text)[0]?.[1]).toMatch(/^37,50 € 3 Trinkgelder$/);
    expect(figures(text)[3]?.[1]).toBe("2");
    expect(figures(text)[4]?.[1]).toBe("1 von 2 mit E-\u2060Mail");
  }
  const all = await page("/statistics?period=all");
  expect(all).not.toContain("vorher");
  expect(all.match(/aria-current="page"[^>]*>Alles</g)).toHaveLength(1);
});

test("a period without tips says so, and compares with the one before", async () => {
  const today = businessDate(new Date());
  const empty = await page(`/statistics?from=2020-01-01&to=${daysBefore(today, 1)}`);
  expect(empty).toContain("Kein Trinkgeld in diesem Zeitraum.");
  expect(empty).not.toContain('<svg class="plot"');
});

test("the period's tips are exported", async () => {
  const today = businessDate(new Date());
  const text = await page(`/statistics?from=${daysBefore(today, 3)}&to=${today}`);
  const href = /href="(\/dashboard\/tips\/table[^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(href).toBe(`/dashboard/tips/table?from=${daysBefore(today, 3)}&to=${today}`);
  const rows = async (path: string): Promise<Record<string, string>[]> => {
    const answer = await creator.wire.get(path);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    return parse(answer.text, { columns: true, delimiter: ";", bom: true });
  };
  expect((await rows(href)).map((row) => row.Betrag)).toEqual(["12,50", "12,50", "12,50"]);
  expect(await rows(`/dashboard/tips/table?from=2020-01-01&to=${daysBefore(today, 1)}`)).toEqual([]);
  expect(await rows("/dashboard/tips/table?from=yesterday&to=0000-01-01")).toHaveLength(3);
});
