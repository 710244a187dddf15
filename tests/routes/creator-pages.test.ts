import sharp from "sharp";
import { describe, expect, inject, test } from "vitest";
import { businessDate } from "../../app/domain/calendar.ts";
import { setStatus } from "../../app/domain/users/user.server.ts";
import { drawBadge } from "../../app/routes/tip/embed/drawings.server.tsx";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { eventually } from "../support/eventually.ts";
import {
  goToProvider,
  payAtProvider,
  payersCookie,
  prepareTip,
  TYPED,
  wireFan,
} from "../support/http/http-client.ts";
import { ask } from "../support/http/http-requests.ts";
import { sentCookie } from "../support/http/own-cookies.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { cookieOf } from "../support/http/users.ts";

holdReviewQueue();

// What a creator's page says of them, and what they put on pages of their own, as answers on the wire.

const guest = wireFan("en");
const KILN = { goal_title: "A kiln", goal_amount: "500" };

async function creatorWith(page: Record<string, string>): Promise<SignedIn & { username: string }> {
  const creator = await signInCreator("ACTIVE", "en");
  const saved = await creator.wire.post("/account/edit", { intent: "page", ...page });
  expect([saved.status, saved.headers.location]).toEqual([303, "/account/edit"]);
  return { ...creator, username: creator.username ?? "" };
}

/** A tip of 12.00 whose fan agreed to be named, unless `onPage` is false. Returns the payment's id and the receipt's address. */
async function pay(username: string, name = "Ida", words = "Lovely pots!", onPage = true) {
  const fan = wireFan("en");
  const tip = await prepareTip(fan, { username, amount: "12", name, words, onPage });
  const id = await payAtProvider(fan, await goToProvider(fan, tip), TYPED.card, "SUCCESS");
  const thanks = await fan.get(`/payment/success/${id}`, payersCookie(fan));
  return { id, fan, receipt: /\/receipt\/[\w-]+/.exec(thanks.text)?.[0] ?? "" };
}

/** The page as nobody keeps it. */
const freshPage = async (username: string) => (await guest.get(`/${username}?fresh`)).text;

describe("a creator's page", () => {
  test("a page shows the text, the goal as a bar with its figures, the mark, and who agreed to be named", async () => {
    const { username } = await creatorWith({ about: "I make <pots>.", ...KILN, show_supporters: "on" });
    await pay(username, "Ida & Bo", "Lovely <b>pots</b>!");
    const page = readStrictly(await freshPage(username));
    expect(page.problems).toEqual([]);
    const [bar] = page.elements("progress");
    expect([attribute(bar, "value"), attribute(bar, "max")]).toEqual(["2", "100"]);
    const text = textOf(page.elements("main")[0]);
    for (const said of [
      "I make <pots>.",
      "A kiln",
      "€12 of €500",
      "verified",
      "Ida & Bo",
      "Lovely <b>pots</b>!",
    ])
      expect(text, said).toContain(said);
  });

  test("a page of which nothing of this is set is as it was", async () => {
    const { username } = await creatorWith({});
    const page = readStrictly(await freshPage(username));
    expect(page.elements("progress")).toEqual([]);
    expect(textOf(page.elements("main")[0])).not.toContain("Recent supporters");
  });

  test("a page links the form for reporting it, which names the page and takes no other text from an address", async () => {
    const { username } = await creatorWith({});
    const page = readStrictly((await guest.get(`/${username}`)).text);
    const link = page.elements("a").find((each) => textOf(each) === "Report this page");
    const address = attribute(link, "href") ?? "";
    expect(address).toBe(`/report?address=/${username}`);
    const targetOf = async (path: string) => {
      const form = readStrictly((await guest.get(path)).text);
      expect(form.problems).toEqual([]);
      const field = form.elements("input").find((each) => attribute(each, "name") === "target");
      return attribute(field, "value") ?? "";
    };
    expect(await targetOf(address)).toMatch(new RegExp(`^https?://[^/]+/${username}$`));
    for (const other of ["//evil.example", "/a b", "https://evil.example/x", `/${"x".repeat(50)}`])
      expect(await targetOf(`/report?address=${encodeURIComponent(other)}`), other).toBe("");
    expect(await targetOf("/report")).toBe("");
  });

  test("a new goal starts anew on its own day, an edited one goes on from the first", async () => {
    const creator = await creatorWith(KILN);
    await records()
      .updateTable("users")
      .set({ goal_from: "2026-01-05" })
      .where("id", "=", creator.id)
      .execute();
    const dayOf = async () => {
      const row = await records()
        .selectFrom("users")
        .select(["goal_title", "goal_from"])
        .where("id", "=", creator.id)
        .executeTakeFirstOrThrow();
      return `${row.goal_title} ${row.goal_from}`;
    };
    const form = readStrictly((await creator.wire.get("/account/edit")).text);
    expect(form.elements("input").some((each) => attribute(each, "name") === "goal_anew")).toBe(true);
    const edited = { goal_title: "A bigger kiln", goal_amount: "900", goal_from: "2026-01-05" };
    await creator.wire.post("/account/edit", { intent: "page", ...edited });
    expect(await dayOf()).toBe("A bigger kiln 2026-01-05");
    const renewed = { ...edited, goal_title: "A wheel", goal_anew: "on" };
    await creator.wire.post("/account/edit", { intent: "page", ...renewed });
    expect(await dayOf()).toBe(`A wheel ${businessDate(new Date())}`);
  });

  test("a goal may count the monthly income, which its page says", async () => {
    const creator = await creatorWith({ ...KILN, goal_counts: "MONTHLY" });
    const shown = await guest.get(`/${creator.username}`);
    expect(textOf(readStrictly(shown.text).elements("main")[0])).toContain("€0 of €500 a month");
    const [select] = readStrictly((await creator.wire.get("/account/edit")).text)
      .elements("select")
      .filter((each) => attribute(each, "name") === "goal_counts");
    expect(select && textOf(select)).toContain("Monthly income");
    const picture = await guest.get(`/${creator.username}/goal/en.svg`);
    expect(picture.text).toContain("a month");
  });

  test("a kept page names a fan within seconds, and no longer once they take themselves off by the receipt", async () => {
    const { username } = await creatorWith({ ...KILN, show_supporters: "on" });
    const { receipt, fan } = await pay(username);
    // It is renewed within seconds.
    await eventually("the kept page names the fan", async () =>
      (await guest.get(`/${username}`)).text.includes("Lovely pots!"),
    );
    expect((await fan.get(receipt)).text).toContain("Stop showing");
    const removal = await fan.post(receipt, { visibility: "private" });
    expect([removal.status, removal.headers.location]).toEqual([303, receipt]);
    expect((await fan.follow(removal)).text).toContain("Name and message no longer show on");
    await eventually(
      "the kept page is dropped",
      async () => !(await guest.get(`/${username}`)).text.includes("Lovely pots!"),
    );
    expect((await fan.get(receipt)).text).not.toContain("Stop showing");
    expect((await fan.post(receipt, { visibility: "private" })).status).toBe(303);
    expect((await fan.post(`${receipt.slice(0, -1)}~`, { visibility: "private" })).status).toBe(404);
    const shown = await fan.follow(await fan.post(receipt, { visibility: "public" }));
    expect(shown.text).toContain("Name and message may show on");
    await eventually("the kept page names the fan again", async () =>
      (await guest.get(`/${username}`)).text.includes("Lovely pots!"),
    );
  });

  test("a fan whom the creator took off the page cannot put themselves back", async () => {
    const { id, username } = await creatorWith({ ...KILN, show_supporters: "on" });
    const { receipt, fan } = await pay(username);
    await records()
      .updateTable("tips")
      .set({ off_page_at: new Date(), off_page_by: "CREATOR" })
      .where("creator_id", "=", id)
      .execute();
    expect((await fan.get(receipt)).text).not.toContain('name="visibility"');
    const refused = await fan.follow(await fan.post(receipt, { visibility: "public" }));
    expect(refused.text).toContain("Name and message cannot show on");
    expect((await guest.get(`/${username}`)).text).not.toContain("Lovely pots!");
  });

  test("a fan makes the words of a paid tip public afterwards", async () => {
    const { username } = await creatorWith({ ...KILN, show_supporters: "on" });
    const { receipt, fan } = await pay(username, undefined, undefined, false);
    expect((await guest.get(`/${username}`)).text).not.toContain("Lovely pots!");
    expect((await fan.get(receipt)).text).toContain("Show name and message publicly");
    await fan.post(receipt, { visibility: "public" });
    await eventually("the kept page names the fan", async () =>
      (await guest.get(`/${username}`)).text.includes("Lovely pots!"),
    );
  });

  test("fans are asked whether they may be named only where the page names supporters", async () => {
    const quiet = await creatorWith({});
    const open = await creatorWith({ show_supporters: "on" });
    const details = async (username: string, more: Record<string, string>) => {
      const tip = await prepareTip(guest, { username });
      await guest.post(`${tip}/details`, { message: "Hello", ...more });
      return {
        details: (await guest.get(`${tip}/details`)).text,
        summary: (await guest.get(`${tip}/summary`)).text,
      };
    };
    const asked = await details(open.username, { show_on_page: "1" });
    expect(asked.details).toMatch(/name="show_on_page"[^>]*checked/);
    expect(asked.summary).toContain("Name and message are shown publicly.");
    const unasked = await details(quiet.username, { show_on_page: "1" });
    expect(unasked.details).not.toContain("show_on_page");
    expect(unasked.summary).not.toContain("Name and message are shown publicly.");
  });

  test("what is wrong with the words stands on the profile's page with what was typed", async () => {
    const { wire } = await signInCreator("ACTIVE", "en");
    const page = await wire.post("/account/edit", {
      intent: "page",
      about: "x".repeat(201),
      goal_title: "A kiln",
    });
    expect(page.status).toBe(422);
    for (const text of ["At most 200 characters", "From €1 to €1,000,000", "x".repeat(201)])
      expect(page.text).toContain(text);
    expect(readStrictly(page.text).problems).toEqual([]);
  });

  test("words with a link wait for an operator, whose decision the creator reads", async () => {
    const operator = await signInOperator("en");
    const creator = await creatorWith({});
    const sent = await creator.wire.post("/account/edit", { intent: "page", about: "See www.example.org" });
    const edit = (await creator.wire.follow(sent)).text;
    expect(edit).toContain("Saved, under review.");
    expect(edit).toContain("Under review: “See www.example.org”.");
    const queue = readStrictly((await operator.wire.get("/admin/reviews?kind=words")).text);
    expect(queue.problems).toEqual([]);
    const row = queue.elements("a").find((link) => textOf(link).includes("See www.example.org"));
    const address = attribute(row, "href") ?? "";
    const page = await operator.wire.get(address);
    expect(readStrictly(page.text).problems).toEqual([]);
    const declined = await operator.wire.post(`${address}`, {
      intent: "decline",
      reason: "No links, please",
    });
    expect(declined.status).toBe(303);
    expect((await operator.wire.post(`${address}`, { intent: "accept" })).headers.location).toContain(
      "done=gone",
    );
    const own = (await creator.wire.get("/account/edit")).text;
    expect(own).toContain("Reason: No links, please");
    expect(await freshPage(creator.username)).not.toContain("www.example.org");
  });

  test("an operator takes text, goal and supporters off a page, each once", async () => {
    const operator = await signInOperator("en");
    const creator = await creatorWith({ about: "I make pots.", ...KILN, show_supporters: "on" });
    await pay(creator.username);
    const address = `/admin/users/${creator.id}/page`;
    const page = readStrictly((await operator.wire.get(address)).text);
    expect(page.problems).toEqual([]);
    const [removal = ""] = page
      .elements("form")
      .map((form) => attribute(form, "action") ?? "")
      .filter((action) => action.startsWith("/admin/reviews/tips/"));
    expect((await operator.wire.post(removal, { intent: "take_off_page" })).headers.location).toBe(
      `${address}?done=taken_off`,
    );
    expect((await operator.wire.post(removal, { intent: "take_off_page" })).headers.location).toBe(
      `${address}?done=gone`,
    );
    // As the log links it.
    const logged = await operator.wire.get(removal);
    expect([logged.status, logged.headers.location]).toEqual([302, address]);
    const unexplained = await operator.wire.post(address, { intent: "remove_goal", reason: "" });
    expect(unexplained.status).toBe(422);
    expect(readStrictly(unexplained.text).problems).toEqual([]);
    expect((await operator.wire.post(address, { reason: "A complaint" })).status).toBe(400);
    for (const intent of ["remove_about", "remove_goal"]) {
      const removed = await operator.wire.post(address, { intent, reason: "A complaint" });
      expect(removed.headers.location).toBe(`${address}?done=removed`);
    }
    const shown = await freshPage(creator.username);
    for (const gone of ["I make pots.", "A kiln", "Lovely pots!"]) expect(shown).not.toContain(gone);
    expect((await creator.wire.get("/account/edit")).text).toContain("Reason: A complaint");
  });
});

describe("what creators share", () => {
  test("the head of a page names a picture for shared links, drawn once in each language", async () => {
    const { username } = await creatorWith({ about: "I make pots." });
    const page = readStrictly((await guest.get(`/${username}`)).text);
    const metas = new Map(
      page
        .elements("meta")
        .map((meta) => [attribute(meta, "property") ?? attribute(meta, "name"), attribute(meta, "content")]),
    );
    const address = metas.get("og:url") ?? "";
    expect(address).toMatch(new RegExp(`^https?://[^/]+/${username}$`));
    expect(metas.get("og:image")).toBe(`${address}/preview/en.png`);
    expect(metas.get("og:description")).toBe("I make pots.");
    for (const locale of ["en", "de"]) {
      const picture = await guest.get(`/${username}/preview/${locale}.png`);
      expect(picture.headers).toMatchObject({
        "content-type": "image/png",
        "cache-control": "public, max-age=600",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(await sharp(picture.body).metadata()).toMatchObject({ width: 1200, height: 630 });
      expect(picture.body.byteLength).toBeLessThan(150_000);
      expect((await guest.get(`/${username}/preview/${locale}.png`)).body).toEqual(picture.body);
    }
  });

  test("a badge is small, sets no cookie, runs nothing and may stand on any page, whoever asks", async () => {
    const creator = await creatorWith({});
    const { username } = creator;
    for (const headers of [{}, { Cookie: `${await cookieOf(creator)}; theme=dark` }] as Record<
      string,
      string
    >[]) {
      const badge = await ask(`${inject("product").url}/${username}/badge/en.svg`, { headers });
      expect(badge.status).toBe(200);
      expect(badge.headers).toMatchObject({
        "content-type": "image/svg+xml",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "public, max-age=600",
        "x-content-type-options": "nosniff",
      });
      expect(badge.headers["content-security-policy"]).toContain("default-src 'none'");
      expect(badge.headers["set-cookie"]).toBeUndefined();
      expect(badge.body.byteLength).toBeLessThan(2_000);
      expect(badge.text).toContain("Tip Neu Hier</text>");
      expect(await sharp(badge.body).metadata()).toMatchObject({ format: "svg", height: 44 });
    }
    for (const path of [`/${username}`, `/${username}/preview/en.png`, `/${username}/qr/svg`])
      expect((await guest.get(path)).headers["cross-origin-resource-policy"], path).toBe("same-origin");
  });

  test("an answer that others may keep carries no session, also where one is due to be renewed or over", async () => {
    const creator = await creatorWith({});
    const old = await cookieOf(creator);
    const soon = new Date(Date.now() + 5 * 86_400_000);
    await records()
      .updateTable("sessions")
      .set({ expires_at: soon })
      .where("user_id", "=", creator.id)
      .execute();
    for (const Cookie of [old, "session=over", await sentCookie("session", "over")])
      for (const path of ["badge/en.svg", "preview/en.png"]) {
        const answer = await ask(`${inject("product").url}/${creator.username}/${path}`, {
          headers: { Cookie },
        });
        expect([answer.status, answer.headers["set-cookie"]], `${Cookie.slice(0, 12)} ${path}`).toEqual([
          200,
          undefined,
        ]);
      }
  });

  test("a badge writes whatever a name holds as text", () => {
    const drawn = drawBadge(`"><script>alert('1')</script>&`);
    expect(drawn).not.toMatch(/<script|alert\('/);
    expect(drawn).toContain("&quot;&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&amp;");
  });

  test("of creators who are not open, locked or deleted there is neither badge nor picture, and a renamed one leads on", async () => {
    const paths = (username: string) => [`/${username}/badge/de.svg`, `/${username}/preview/de.png`];
    const created = await signInCreator("CREATED");
    const locked = await creatorWith({});
    for (const path of paths(locked.username)) expect((await guest.get(path)).status).toBe(200);
    await records()
      .transaction()
      .execute((trx) => setStatus(trx, locked.id, "LOCKED", "test", new Date()));
    for (const path of [
      ...paths(created.username ?? ""),
      ...paths(locked.username),
      ...paths("nobody.at.all"),
    ]) {
      const answer = await guest.get(path);
      expect([path, answer.status, answer.body.byteLength]).toEqual([path, 404, 0]);
    }
    const renamed = await creatorWith({});
    const name = `${renamed.username}-x`;
    const saved = await renamed.wire.post("/account/edit", { username: name, name: "Neu Hier" });
    expect(saved.status).toBe(303);
    for (const [place, path] of paths(renamed.username).entries()) {
      const answer = await guest.get(path);
      expect([answer.status, answer.headers.location]).toEqual([301, paths(name)[place]]);
    }
  });

  test("a creator finds link, badge and button with their code, and one whose page is not open the way there", async () => {
    const creator = await creatorWith({});
    const page = readStrictly((await creator.wire.get("/dashboard/share-kit")).text);
    expect(page.problems).toEqual([]);
    const codes = page.elements("pre").map(textOf);
    const url = new RegExp(`https?://[^/"]+/(?:embed/)?${creator.username}`);
    expect(codes).toHaveLength(5);
    for (const code of codes) expect(code).toMatch(url);
    for (const code of codes) expect(code).not.toMatch(/<script|onclick|javascript:/i);
    // Buttons that copy come with the script.
    const buttons = page.elements("button").filter((button) => textOf(button) === "Copy");
    expect(buttons.map((button) => attribute(button, "hidden"))).toEqual(codes.map(() => ""));
    const closed = await signInCreator("CREATED", "en");
    const way = await closed.wire.get("/dashboard/share-kit");
    expect(way.status).toBe(200);
    expect(way.text).toContain('href="/account/verification"');
    expect(way.text).not.toContain("/badge/");
  });
});
