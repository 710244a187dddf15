import { describe, expect, inject, test } from "vitest";
import { demoCreators } from "../../db/seeds/world/creators.ts";
import { expire, tipIdOf } from "../support/database/records.ts";
import { beginTip, type WireFan, wireFan } from "../support/http/http-client.ts";
import type { Answer } from "../support/http/http-requests.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";

/** Title, subtitle and description of each error, as they stand in locales; the prescribed ones are named here. */
const ERRORS: Record<
  number,
  { de: [string, string]; en: [string, string]; provoke(fan: WireFan): Promise<Answer> }
> = {
  400: {
    de: ["Ungültige Anfrage", "Wir konnten die Anfrage nicht lesen"],
    en: ["Bad request", "We could not read this request"],
    provoke: (fan) => fan.send("POST", "/joerdis", "{}", { "Content-Type": "application/json" }),
  },
  403: {
    de: ["Zugriff verweigert", "Diese Seite ist nicht für dich bestimmt"],
    en: ["Access denied", "You cannot open this page"],
    provoke: (fan) => fan.post("/joerdis", { amount: "5" }, { Origin: "https://evil.example" }),
  },
  404: {
    de: ["Nicht gefunden", "Diese Seite wurde nicht gefunden"],
    en: ["Not found", "This page could not be found"],
    provoke: (fan) => fan.get("/nobody.of.that.name"),
  },
  405: {
    de: ["Das geht hier nicht", "Diese Seite nimmt keine Formulare an"],
    en: ["Not possible here", "This page takes no forms"],
    provoke: (fan) => fan.post("/faq", {}),
  },
  410: {
    de: ["Die Zeit ist um", "Dieses Trinkgeld ist abgelaufen"],
    en: ["Time is up", "This tip has expired"],
    provoke: async (fan) => {
      const tip = await beginTip(fan);
      await expire(tipIdOf(`${tip}/details`));
      return await fan.get(`${tip}/details`);
    },
  },
  413: {
    de: ["Zu groß", "Mehr, als wir annehmen"],
    en: ["Too large", "More than we accept"],
    provoke: (fan) => fan.post("/joerdis", { amount: "5".repeat(100_000) }),
  },
};

describe.for(["de", "en"] as const)("error pages in %s", (locale) => {
  test.for(Object.keys(ERRORS))("error page %s has title, subtitle, text and a way home", async (status) => {
    const error = ERRORS[Number(status)];
    if (!error) throw new Error(`no error ${status}`);
    const fan = wireFan(locale, { Cookie: "theme=dark" });
    const answer = await error.provoke(fan);
    expect(answer.status).toBe(Number(status));
    expect(answer.headers["cache-control"]).toBe("no-store");
    const page = readStrictly(answer.text);
    const [title, subtitle] = error[locale];
    expect(page.problems).toEqual([]);
    expect(attribute(page.elements("html")[0], "lang")).toBe(locale);
    expect(attribute(page.elements("html")[0], "data-theme")).toBe("dark");
    expect(page.elements("title").map(textOf)).toEqual([title]);
    expect(page.elements("h1").map(textOf)).toEqual([title]);
    expect(page.texts).toContain(subtitle);
    const home = page.elements("main").flatMap(({ childNodes }) => childNodes);
    expect(home.length).toBeGreaterThan(0);
    // Where there is a better way than home, home stands beside it.
    expect(answer.text).toMatch(/<a [^>]*class="[^"]*\b(go|second)\b[^"]*"[^>]*href="\/"/);
    if (status === "410")
      expect(answer.text).toMatch(/<a [^>]*class="[^"]*\bgo\b[^"]*"[^>]*href="\/joerdis"/);
  });
});

test("unknown, hidden and locked profiles are the same 404, byte for byte", async () => {
  const hidden = ["CREATED", "PENDING", "DECLINED", "LOCKED"].map((status) => {
    const creator = demoCreators.find((each) => each.status === status);
    if (!creator) throw new Error(`the demo world has nobody who is ${status}`);
    return creator.username;
  });
  for (const fan of [wireFan("de"), wireFan("en")]) {
    for (const ending of ["", "/25", "/tip/x/details"]) {
      const asked = await Promise.all(
        ["nobody.of.that.name", ...hidden].map(async (username) => {
          const { status, text, headers } = await fan.get(`/${username}${ending}`);
          const { date, "content-length": length, "x-request-id": id, ...same } = headers;
          return { status, same, text: text.replaceAll(username, "NAME") };
        }),
      );
      for (const answer of asked) expect(answer).toEqual(asked[0]);
      expect(asked[0]?.status).toBe(404);
    }
    const posts = await Promise.all(
      ["nobody.of.that.name", ...hidden].map(async (username) => {
        const { status, text } = await fan.post(`/${username}`, { amount: "5" });
        return { status, text: text.replaceAll(username, "NAME") };
      }),
    );
    for (const answer of posts) expect(answer).toEqual(posts[0]);
    expect(posts[0]?.status).toBe(404);
  }
});

test("a creator who owes after a chargeback still receives, and is shown", async () => {
  const owing = demoCreators.filter(({ status }) => status === "CHARGEBACK");
  expect(owing.length).toBeGreaterThan(0);
  for (const { username } of owing) expect((await wireFan("de").get(`/${username}`)).status).toBe(200);
});

test("requests with a wrong method or host reveal nothing internal", async () => {
  const { url } = inject("product");
  for (const path of [
    "/locale.data",
    "/nobody.of.that.name.data",
    "/joerdis/abc.data",
    "/webhooks/sandbox",
    "/healthz",
  ]) {
    const answers = [await wireFan("de").get(path), await wireFan("de").post(path, {})];
    for (const { status, text } of answers) {
      expect(status, path).toBeLessThan(500);
      expect(text, path).not.toMatch(/node_modules|\.tsx?\b|at async|postgres|stack/i);
    }
  }
  expect(url).toMatch(/^http/);
});
