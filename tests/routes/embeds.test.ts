import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { setStatus } from "../../app/domain/users/user.server.ts";
import { drawGoal } from "../../app/routes/tip/embed/drawings.server.tsx";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { wireFan } from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { type SignedIn, signInCreator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf } from "../support/http/users.ts";

// What other sites show of a creator: a goal as a picture, a card in a frame, and what oEmbed says of both.

holdReviewQueue();

const guest = wireFan("en");
const KILN = { goal_title: "A <kiln> & more", goal_amount: "500" };

async function creatorWith(page: Record<string, string>): Promise<SignedIn & { username: string }> {
  const creator = await signInCreator("ACTIVE", "en");
  expect((await creator.wire.post("/account/edit", { intent: "page", ...page })).status).toBe(303);
  return { ...creator, username: creator.username ?? "" };
}

const { url } = inject("product");
const oembedOf = async (address: string, more = "") =>
  await guest.get(`/oembed?url=${encodeURIComponent(address)}${more}`);

describe("a goal as a picture", () => {
  test("a goal is a small picture with its figures, and a known one is not sent again", async () => {
    const { username } = await creatorWith(KILN);
    const path = `/${username}/goal/en.svg`;
    const goal = await guest.get(path);
    expect([goal.status, goal.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
    expect(goal.headers["cross-origin-resource-policy"]).toBe("cross-origin");
    expect(goal.body.byteLength).toBeLessThan(2_000);
    expect(goal.text).toContain("A &lt;kiln&gt; &amp; more");
    expect(goal.text).toMatch(/€0\D+€500/);
    expect(await sharp(goal.body).metadata()).toMatchObject({ format: "svg", width: 480 });
    const headers = { "If-None-Match": String(goal.headers.etag) };
    const known = await ask(`${url}${path}`, { headers });
    expect([known.status, known.body.byteLength]).toEqual([304, 0]);
  });

  test("without a goal there is no picture", async () => {
    const { username } = await creatorWith({});
    expect((await guest.get(`/${username}/goal/en.svg`)).status).toBe(404);
  });

  test("the longest title keeps within the picture", () => {
    const goal = { title: "W".repeat(60), percent: 100, reached: "€500", amount: "€500", isMonthly: false };
    expect(drawGoal(goal, "€500 of €500", "#c8451b")).toContain('textLength="440"');
  });
});

describe("a card in a frame", () => {
  test("a card is small, sets no cookie, may be framed, and leads to the tip page in a new tab", async () => {
    const creator = await creatorWith({ about: "I make <pots>.", ...KILN });
    const headers = { Cookie: await cookieOf(creator), "Accept-Language": "de" };
    const card = await ask(`${url}/embed/${creator.username}`, { headers });
    expect([card.status, card.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(card.body.byteLength).toBeLessThan(10_000);
    const policy = String(card.headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors *");
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|'self'|http)/);
    const page = readStrictly(card.text);
    expect(page.problems).toEqual([]);
    expect(attribute(page.elements("html")[0], "lang")).toBe("de");
    const text = textOf(page.elements("main")[0]);
    for (const said of ["I make <pots>.", "A <kiln> & more", `@${creator.username}`, "neuen Tab"])
      expect(text).toContain(said);
    const links = page.elements("a");
    expect(links.length).toBe(5);
    for (const link of links) {
      expect(attribute(link, "href")).toMatch(
        new RegExp(`^https?://[^/]+/${creator.username}(/\\d+\\.\\d\\d)?$`),
      );
      expect([attribute(link, "target"), attribute(link, "rel")]).toEqual(["_blank", "noopener"]);
    }
    for (const element of ["img", "form", "iframe", "input"]) expect(page.elements(element)).toEqual([]);
    expect(card.text).not.toContain("Neu Hier@");
  });

  test("every other page refuses to be framed", async () => {
    const { username } = await creatorWith({});
    for (const path of [`/${username}`, `/${username}/5`, "/", "/login", "/oembed"])
      expect((await guest.get(path)).headers["content-security-policy"], path).toContain(
        "frame-ancestors 'none'",
      );
  });

  test("a locked creator has neither card nor goal nor oEmbed, and a renamed one leads on", async () => {
    const creator = await creatorWith(KILN);
    const paths = (username: string) => [`/embed/${username}`, `/${username}/goal/de.svg`];
    const name = `${creator.username}-x`;
    expect((await creator.wire.post("/account/edit", { username: name, name: "Neu Hier" })).status).toBe(303);
    for (const [place, path] of paths(creator.username).entries()) {
      const { status, headers } = await guest.get(path);
      expect([status, headers.location]).toEqual([301, paths(name)[place]]);
    }
    await records()
      .transaction()
      .execute((trx) => setStatus(trx, creator.id, "LOCKED", "test", new Date()));
    for (const path of paths(name)) expect((await guest.get(path)).status).toBe(404);
    expect((await oembedOf(`${url}/${name}`)).status).toBe(404);
  });
});

describe("oEmbed", () => {
  test("a page names its oEmbed address, which gives the card as a frame", async () => {
    const { username } = await creatorWith({});
    const page = readStrictly((await guest.get(`/${username}`)).text);
    const link = page.elements("link").find((each) => attribute(each, "type") === "application/json+oembed");
    const address = new URL(attribute(link, "href") ?? "");
    const answer = await guest.get(`${address.pathname}${address.search}`);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
    const given = JSON.parse(answer.text);
    expect(given).toMatchObject({
      ...{ version: "1.0", type: "rich", width: 480, height: 440, author_name: "Neu Hier" },
      provider_name: "Tribute",
    });
    const [frame] = readStrictly(`<!doctype html><html lang="en"><title>x</title>${given.html}`).elements(
      "iframe",
    );
    expect(attribute(frame, "src")).toMatch(new RegExp(`/embed/${username}$`));
    expect((await guest.get(new URL(attribute(frame, "src") ?? "").pathname)).status).toBe(200);
  });

  test("a smaller place gets a smaller card, and nonsense sizes the usual one", async () => {
    const address = `${url}/joerdis`;
    const sizeOf = async (more: string) => {
      const { width, height } = JSON.parse((await oembedOf(address, more)).text);
      return [width, height];
    };
    expect(await sizeOf("&maxwidth=300&maxheight=200")).toEqual([300, 200]);
    expect(await sizeOf("&maxwidth=-1&maxheight=9e9")).toEqual([480, 440]);
  });

  test("a group is a link", async () => {
    const given = JSON.parse((await oembedOf(`${url}/gl/nachtmus`)).text);
    expect(given).toMatchObject({
      version: "1.0",
      type: "link",
      author_url: expect.stringMatching(/gl\/nachtmus$/),
    });
  });

  test("other sites, unknown pages and other formats have none", async () => {
    const asked: [string, string, number][] = [
      ["https://elsewhere.example/joerdis", "", 404],
      [`${url}/nobody.of.that.name`, "", 404],
      [`${url}/gl/nothing`, "", 404],
      [`${url}/`, "", 404],
      ["joerdis", "", 404],
      [`${url}/joerdis`, "&format=xml", 501],
    ];
    for (const [address, more, status] of asked)
      expect((await oembedOf(address, more)).status, address).toBe(status);
  });
});
