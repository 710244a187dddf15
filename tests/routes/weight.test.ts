import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { CALLS_BY_GROUP } from "../../app/api/calls.ts";
import {
  beginTip,
  goToProvider,
  payAtProvider,
  payersCookie,
  TYPED,
  type WireFan,
  wireFan,
} from "../support/http/http-client.ts";
import { type Answer, ask } from "../support/http/http-requests.ts";
import { attribute, readStrictly } from "../support/http/strict-html.ts";

// The budgets (docs/product.md, 9.4), measured on the wire, heads counted: the fullest profile of the demo world, in German,
// with both choices made and the cookie notice still there.

const FULLEST = "maximiliane.von.buelow";
/** What a new connection carries before the first acknowledgement. */
const FIRST_FLIGHT = 14_600;
const BUDGET = { tipWithoutScript: 45_000, savingWithAvatar: 20_000, coldProfile: 80_000, script: 24_000 };

const BROWSER = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Encoding": "gzip, deflate, br, zstd",
  Cookie: "locale=de; theme=dark",
};
const fan = wireFan("de", BROWSER);
const measured: [what: string, bytes: number, budget: number][] = [];

function weigh(what: string, bytes: number, budget: number): void {
  measured.push([what, bytes, budget]);
  expect(bytes, what).toBeLessThanOrEqual(budget);
}

afterAll(() => {
  const lines = measured.map(
    ([what, bytes, budget]) => `${String(bytes).padStart(7)} of ${String(budget).padStart(6)}  ${what}`,
  );
  process.stdout.write(`Bytes on the wire:\n${lines.join("\n")}\n`);
});

/** The words of a fan who has much to say: the longest message and name that are taken. */
const WORDS = {
  message: "Liebe Maximiliane, deine Reifröcke haben mir den Winter gerettet! ".repeat(16).slice(0, 1000),
  name: "Wilhelmine Freifrau von und zu Hohenlohe-Langenburg aus Bad Mergentheim".slice(0, 80),
};

/** Every answer on the way of a tip, in its order. */
async function giveTip(who: WireFan): Promise<[name: string, answer: Answer][]> {
  const answers: [string, Answer][] = [];
  const keep = async (name: string, coming: Promise<Answer>) => {
    const answer = await coming;
    answers.push([name, answer]);
    return answer;
  };
  await keep("profile", who.get(`/${FULLEST}`));
  const begun = await keep("amount sent", who.post(`/${FULLEST}`, { amount: "500" }));
  const tip = (begun.headers.location ?? "").replace(/\/details$/, "");
  await keep("details", who.get(`${tip}/details`));
  await keep("details sent", who.post(`${tip}/details`, WORDS));
  await keep("details, filled in", who.get(`${tip}/details`));
  await keep("payment", who.get(`${tip}/payment`));
  const choice = {
    type: "INETCASH_CC",
    country: "DE",
    pay_currency: "CHF",
    email: "w.h@fans.example",
    share_email: "1",
  };
  await keep("payment sent", who.post(`${tip}/payment`, choice));
  await keep("summary", who.get(`${tip}/summary`));
  const page = await goToProvider(who, tip);
  await keep("provider's page", who.get(page));
  const id = await payAtProvider(who, page, TYPED.card, "SUCCESS");
  const thanks = await keep("success", who.get(`/payment/success/${id}`, payersCookie(who)));
  await keep("receipt", who.get(/\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? ""));
  return answers;
}

let answers: [name: string, answer: Answer][];

beforeAll(async () => {
  answers = await giveTip(fan);
});

test("every page of a tip comes in one first flight, with all of its style, and no script in its way", () => {
  for (const [name, answer] of answers.filter(([, { status }]) => status === 200)) {
    weigh(name, answer.wireBytes, FIRST_FLIGHT);
    // Kept pages are brotli, those for one fan zstd.
    expect(answer.headers["content-encoding"], name).toMatch(/^(br|zstd)$/);
    const page = readStrictly(answer.text);
    const sheets = page.elements("link").filter((link) => attribute(link, "rel") === "stylesheet");
    expect(sheets, name).toEqual([]);
    expect(page.elements("style").length, name).toBeGreaterThan(0);
    expect(answer.text, name).not.toMatch(/@import|@font-face/);
    for (const script of page.elements("script")) {
      expect([attribute(script, "type"), attribute(script, "src")], name).toEqual([
        "module",
        expect.any(String),
      ]);
    }
  }
});

test("the leaderboard comes in one first flight", async () => {
  for (const path of [
    "/leaderboard/creators",
    "/leaderboard/grouplists",
    "/leaderboard/creators?interval=day",
  ])
    weigh(path, (await fan.get(path)).wireBytes, FIRST_FLIGHT);
});

test("the pages about the API come in one first flight each", async () => {
  for (const path of ["/api/docs", ...Object.keys(CALLS_BY_GROUP).map((group) => `/api/docs/${group}`)])
    weigh(path, (await fan.get(path)).wireBytes, FIRST_FLIGHT);
});

test("pages with errors fit in one first flight as well", async () => {
  const tip = await beginTip(fan, FULLEST, "2");
  const wrong = { type: "X", country: "X", pay_currency: "X", email: "x", share_email: "1" };
  const refused = [
    ["profile with an error", await fan.post(`/${FULLEST}`, { amount: "501" })],
    [
      "details with errors",
      await fan.post(`${tip}/details`, { message: WORDS.message, name: "W".repeat(200) }),
    ],
    ["payment with errors", await fan.post(`${tip}/payment`, wrong)],
  ] as const;
  for (const [name, answer] of refused) {
    expect(answer.status).toBe(422);
    weigh(name, answer.wireBytes, FIRST_FLIGHT);
  }
});

test("every page of a tip to a group fits in one first flight", async () => {
  for (const path of ["/gl/nachtmus", "/gl/nachtmus/25?creator=joerdis&creator=elo.dessine"])
    weigh(path, (await fan.get(path)).wireBytes, FIRST_FLIGHT);
  const tip = await beginTip(fan, "gl/nachtmus", "500");
  await fan.post(`${tip}/details`, WORDS);
  const choice = { type: "INETCASH_CC", country: "DE", pay_currency: "CHF", email: "w.h@fans.example" };
  await fan.post(`${tip}/payment`, choice);
  for (const name of ["details", "payment", "summary"])
    weigh(`group's ${name}`, (await fan.get(`${tip}/${name}`)).wireBytes, FIRST_FLIGHT);
});

test("pages outside of a tip fit in one first flight as well", async () => {
  for (const path of ["/", "/faq", "/joerdis", "/wren.field", "/nobody.of.that.name", "/payment/failed"]) {
    weigh(path, (await fan.get(path)).wireBytes, FIRST_FLIGHT);
  }
});

test("a whole tip without script fits its byte budget, from the profile to the thanks, the provider's page included", () => {
  const counted = answers.filter(([name]) => name !== "details, filled in" && name !== "receipt");
  weigh(
    "a whole tip",
    counted.reduce((sum, [, { wireBytes }]) => sum + wireBytes, 0),
    BUDGET.tipWithoutScript,
  );
});

describe("who saves data", () => {
  test.for([{ "Save-Data": "on" }, { ECT: "2g" }, { ECT: "slow-2g" }] as Record<string, string>[])(
    "a visitor who saves data by %o gets no script, and little else",
    async (wish) => {
      const saving = wireFan("de", { ...BROWSER, ...wish });
      const profile = await saving.get(`/${FULLEST}`);
      const page = readStrictly(profile.text);
      expect(page.elements("script")).toEqual([]);
      expect(page.elements("link").map((link) => attribute(link, "rel"))).not.toContain("prefetch");
      for (const format of ["webp", "jpg"] as const) {
        const pictures = await picturesOf(profile, "s", format);
        const bytes = pictures.reduce((sum, { wireBytes }) => sum + wireBytes, profile.wireBytes);
        expect(pictures.length).toBeGreaterThan(0);
        const what = `profile and ${pictures.length} picture as ${format}, ${JSON.stringify(wish)}`;
        weigh(what, bytes, BUDGET.savingWithAvatar);
      }
    },
  );

  test("a visitor who saves data has no script on any step, and is served a renewing page without", async () => {
    const saving = wireFan("de", { ...BROWSER, "Save-Data": "on" });
    for (const [name, answer] of await giveTip(saving)) {
      expect(answer.text, name).not.toContain("<script");
      if (answer.status === 200) expect(answer.wireBytes, name).toBeLessThanOrEqual(FIRST_FLIGHT);
    }
  });
});

test("a cold profile with script and pictures fits its byte budget on a sharp phone", async () => {
  const profile = answers[0]?.[1];
  if (!profile) throw new Error("no profile was measured");
  const script = await scriptsOf(profile);
  weigh("script of the profile", script, BUDGET.script);
  const pictures = await picturesOf(profile, "m", "webp");
  const favicon = await get("/favicon.svg");
  const all = [profile, favicon, ...pictures].reduce((sum, { wireBytes }) => sum + wireBytes, script);
  weigh(`cold profile, script and ${pictures.length} pictures`, all, BUDGET.coldProfile);
});

function get(path: string): Promise<Answer> {
  return ask(new URL(path, inject("product").url).href, { headers: { "Accept-Encoding": "br" } });
}

/**
 * The pictures of a page in the format that a browser chooses: the header as a phone asks for it, the avatar in the given
 * size, each thing's own.
 */
async function picturesOf(answer: Answer, avatar: "s" | "m", format: "webp" | "jpg"): Promise<Answer[]> {
  const sources = readStrictly(answer.text)
    .elements("img")
    .map((image) => {
      const source = (attribute(image, "src") ?? "").replace(/\.jpg$/, `.${format}`);
      const isAvatar = attribute(image, "class")?.includes("face-pic");
      return isAvatar ? source.replace(/[sm]\.(webp|jpg)$/, `${avatar}.${format}`) : source;
    });
  return await Promise.all([...new Set(sources)].map(get));
}

/** All modules that the page's script can come to load, wherever it stands. */
async function scriptsOf(answer: Answer): Promise<number> {
  const open = readStrictly(answer.text)
    .elements("script")
    .map((script) => attribute(script, "src") ?? "");
  const seen = new Set(open);
  let bytes = 0;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const module = await get(path);
    expect(module.status, path).toBe(200);
    expect(module.headers["cache-control"]).toMatch(/immutable/);
    bytes += module.wireBytes;
    for (const [, file = ""] of module.text.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g)) {
      const next = `/assets/${file}`;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return bytes;
}
