import { expect, test } from "vitest";
import { summaryForm, wireFan } from "../support/http/http-client.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

// The short way of a tip, beyond what a browser shows (docs/product.md, 4.5).

const fan = wireFan("de");

interface Chosen {
  amount?: string;
  page?: string;
  cookie?: string;
}

/** The tip's path: "/joerdis/tip/…". */
async function payAtOnce({ amount = "5", page = "/joerdis", cookie }: Chosen = {}): Promise<string> {
  const headers: Record<string, string> = cookie === undefined ? {} : { Cookie: cookie };
  const begun = await fan.post(page, { amount, way: "now" }, headers);
  const path = begun.headers.location ?? "";
  expect([begun.status, path]).toEqual([303, expect.stringMatching(/\/summary$/)]);
  return path.slice(0, -"/summary".length);
}

const wholeForm = (more: Record<string, string> = {}) => ({
  name: "",
  message: "",
  type: "INETCASH_CC",
  country: "DE",
  pay_currency: "EUR",
  email: "",
  charged_minor: "560",
  ...more,
});

const words = (html: string) => textOf(readStrictly(html).elements("main")[0]);

/** The value of the remembered fan's cookie, with its name. */
async function remembered(more: Record<string, string> = {}): Promise<string> {
  const tip = await payAtOnce();
  const paid = await fan.post(`${tip}/summary`, wholeForm({ remember: "on", ...more }));
  const set = [paid.headers["set-cookie"] ?? []].flat();
  return set.find((each) => /^(__Host-)?fan=/.test(each))?.split(";")[0] ?? "";
}

test("a second press, and a press in another tab, lead to the same payment", async () => {
  const tip = await payAtOnce();
  const presses = await Promise.all([1, 2, 3].map(() => fan.post(`${tip}/summary`, wholeForm())));
  expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(presses.map(({ headers }) => headers.location)).size).toBe(1);
});

test("another method, country or currency than those on offer is refused at its field", async () => {
  const tip = await payAtOnce();
  const cases: [Record<string, string>, RegExp][] = [
    [{ type: "INETCASH_XX" }, /Zahlungsart/],
    [{ type: "INETCASH_DD", country: "US" }, /Zahlungsart/],
    [{ country: "XX" }, /Land/],
    [{ country: "de" }, /Land/],
  ];
  for (const [fields, problem] of cases) {
    const answer = await fan.post(`${tip}/summary`, wholeForm(fields));
    expect([fields, answer.status, words(answer.text)]).toEqual([
      fields,
      422,
      expect.stringMatching(problem),
    ]);
  }
  expect((await fan.post(`${tip}/summary`, wholeForm())).status).toBe(303);
});

test("a price other than the one that was shown is shown again before it is paid", async () => {
  const tip = await payAtOnce({ amount: "10" });
  const refused = await fan.post(`${tip}/summary`, wholeForm({ country: "AT", charged_minor: "1119" }));
  expect(refused.status).toBe(422);
  const form = await summaryForm(fan, tip);
  expect(form.charged_minor).toBe("1120");
  const dearer = await fan.post(
    `${tip}/summary`,
    wholeForm({ country: "AT", pay_currency: "USD", charged_minor: "1120" }),
  );
  expect([dearer.status, words(dearer.text)]).toEqual([422, expect.stringContaining("$")]);
});

test("the same figure in another currency is another price, of a tip as of a voucher", async () => {
  const tip = await payAtOnce();
  const answer = await fan.post(`${tip}/summary`, wholeForm({ charged_currency: "CAD" }));
  expect([answer.status, words(answer.text)]).toEqual([422, expect.stringContaining("hat sich geändert")]);
  expect((await fan.get(`${tip}/summary`)).text).toContain('name="charged_currency" value="EUR"');
});

test("an unticked box stays unticked when the price is shown again", async () => {
  const cookie = await remembered();
  const tip = await payAtOnce({ cookie });
  const seen = await fan.get(`${tip}/summary`, { Cookie: cookie });
  const again = await fan.post(`${tip}/summary`, wholeForm({ charged_minor: "1" }), { Cookie: cookie });
  const isTicked = (html: string) =>
    readStrictly(html)
      .elements("input")
      .some((input) => attribute(input, "name") === "remember" && attribute(input, "checked") !== null);
  expect([isTicked(seen.text), again.status, isTicked(again.text)]).toEqual([true, 422, false]);
});

test("a fan is forgotten on a tip that is over or unknown, too", async () => {
  const cookie = await remembered();
  const path = `/joerdis/tip/${"A".repeat(43)}/summary`;
  const answer = await fan.post(path, { step: "forget" }, { Cookie: cookie });
  expect([answer.status, [answer.headers["set-cookie"]].flat().join()]).toEqual([
    303,
    expect.stringMatching(/fan=;.*Max-Age=0/),
  ]);
});

test("a typed message stays when the fan is forgotten", async () => {
  const cookie = await remembered({ name: "Ida" });
  const tip = await payAtOnce({ cookie });
  await fan.post(`${tip}/summary`, wholeForm({ step: "forget", message: "Bleibt" }), { Cookie: cookie });
  const page = words((await fan.get(`${tip}/summary`)).text);
  expect([page.includes("Bleibt"), page.includes("Ida")]).toEqual([true, false]);
});

test("words typed on the summary belong to the tip, and a price for messages holds", async () => {
  const tip = await payAtOnce({ page: "/maximiliane.von.buelow", amount: "1" });
  const refused = await fan.post(`${tip}/summary`, wholeForm({ message: "Hallo", charged_minor: "112" }));
  expect([refused.status, words(refused.text)]).toEqual([422, expect.stringContaining("3,00")]);
  const update = await fan.post(`${tip}/summary`, wholeForm({ name: "Ida", step: "update" }));
  expect(update.headers.location).toBe(`${tip}/summary`);
  expect(words((await fan.get(`${tip}/summary`)).text)).toContain("Von: Ida");
});

test("a remembered fan's choice fills in the next tip, in both ways", async () => {
  const cookie = await remembered({ name: "Ida", email: "ida@fans.example", type: "INETCASH_DD" });
  const short = await payAtOnce({ cookie });
  const summary = (await fan.get(`${short}/summary`)).text;
  expect(summary).toContain("ida@fans.example");
  expect(words(summary)).toContain("SEPA-Lastschrift · Deutschland");
  const begun = await fan.post("/joerdis", { amount: "5" }, { Cookie: cookie });
  expect((await fan.get(begun.headers.location ?? "")).text).toContain('value="Ida"');
});

test("the currency of one creator's page is not remembered for the next page", async () => {
  const tip = await payAtOnce({ page: "/otis.on.the.porch" });
  const form = { ...(await summaryForm(fan, tip)), pay_currency: "USD", remember: "on" };
  const paid = await fan.post(`${tip}/summary`, wholeForm(form));
  const cookie = [paid.headers["set-cookie"] ?? []].flat().find((each) => /fan=/.test(each)) ?? "";
  const next = await payAtOnce({ cookie: cookie.split(";")[0] ?? "" });
  expect((await fan.get(`${next}/summary`)).text).toContain('name="charged_currency" value="EUR"');
});

test("a remembered method that is not on offer gives way to the first one that is", async () => {
  const cookie = await remembered({ type: "INETCASH_DD" });
  const tip = await payAtOnce({ cookie, page: "/otis.on.the.porch" });
  expect(words((await fan.get(`${tip}/summary`)).text)).toMatch(
    /(SEPA-Lastschrift|Kreditkarte) · Deutschland/,
  );
});

test("a kept page says the same to a remembered fan as to any other visitor", async () => {
  const cookie = await remembered({ name: "Ida", email: "ida@fans.example" });
  const [known, unknown] = [await fan.get("/joerdis", { Cookie: cookie }), await fan.get("/joerdis")];
  expect(known.text).not.toContain("ida@");
  expect(known.headers.etag).toBe(unknown.headers.etag);
});

test.for([
  ["a forged cookie", (cookie: string) => `${cookie.slice(0, -8)}AAAAAAAA`],
  ["an empty cookie", (cookie: string) => `${cookie.split("=")[0]}=`],
  ["a cookie of plain text", (cookie: string) => `${cookie.split("=")[0]}=eyJuYW1lIjoiSWRhIn0`],
] as const)("%s is as none", async ([, forge]) => {
  const cookie = forge(await remembered({ name: "Ida" }));
  const tip = await payAtOnce({ cookie });
  expect(words((await fan.get(`${tip}/summary`)).text)).toContain("Von: anonym");
});

test("an unknown tip is a 404 on the summary, whatever is posted", async () => {
  const answer = await fan.post(`/joerdis/tip/${"A".repeat(43)}/summary`, wholeForm());
  expect(answer.status).toBe(404);
});

test("common countries and currencies come first, and one press offers all of them", async () => {
  const tip = await payAtOnce();
  const countriesOf = (html: string) =>
    [...html.matchAll(/<option value="([A-Z]{2})"/g)].map(([, code]) => code);
  for (const step of ["summary", "payment"]) {
    const { text } = await fan.get(`${tip}/${step}`);
    const few = countriesOf(text);
    expect([text.includes('value="CHF"'), text.includes('value="JPY"')]).toEqual([true, false]);
    expect([few.includes("DE"), few.includes("BR"), few.length]).toEqual([true, false, 35]);
    const form = wholeForm({ country: "CH", email: "ida@fans.example", step: "countries" });
    const all = await fan.post(`${tip}/${step}`, form);
    expect([all.status, all.headers.location]).toEqual([303, `${tip}/${step}?countries=all#${step}-country`]);
    const every = (await fan.get(`${tip}/${step}?countries=all`)).text;
    expect([countriesOf(every).length, every.includes('value="JPY"')]).toEqual([250, true]);
    await fan.post(`${tip}/${step}`, wholeForm({ country: "BR", email: "ida@fans.example", step: "update" }));
    const kept = (await fan.get(`${tip}/${step}`)).text;
    expect(countriesOf(kept)).toContain("BR");
    expect(kept).toContain("ida@fans.example");
    await fan.post(`${tip}/${step}`, wholeForm({ step: "update" }));
  }
});
