import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addItem } from "../../app/domain/items/items.server.ts";
import { minor } from "../../app/domain/money/minor.ts";
import { all } from "../support/database/at-once.ts";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { eventually } from "../support/eventually.ts";
import { wireFan } from "../support/http/http-client.ts";
import { type SignedIn, signInCreator, signInOperator } from "../support/http/signed-in.ts";
import { attribute, readStrictly, textOf } from "../support/http/strict-html.ts";
import { payHeldTip } from "../support/money/held-tip.ts";

holdReviewQueue();

const fan = wireFan("de");
let operator: SignedIn;

beforeAll(async () => {
  operator = await signInOperator();
});

const tipOf = (id: string) =>
  records().selectFrom("tips").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const statusLine = (text: string) =>
  textOf(
    readStrictly(text)
      .elements("p")
      .find((each) => attribute(each, "role") === "status"),
  );

/** Addresses of a list's rows. */
const rowsOf = (text: string) =>
  readStrictly(text)
    .elements("a")
    .filter((link) => attribute(link, "class") === "row-link")
    .map((link) => attribute(link, "href"));

describe("a tip under review", () => {
  test("a tip under review stands in the queue with its reason, and is accepted", async () => {
    const id = await payHeldTip(fan, { message: "Sieh mal: www.example.org" });
    const queue = await operator.wire.get("/admin/reviews?kind=tips");
    expect(readStrictly(queue.text).problems).toEqual([]);
    expect(rowsOf(queue.text)).toContain(`/admin/reviews/tips/${id}`);
    const page = await operator.wire.get(`/admin/reviews/tips/${id}`);
    for (const text of ["Sieh mal: www.example.org", "Ida Held", "Link", "Stunden", "Kreditkarte", "bezahlt"])
      expect(page.text, text).toContain(text);
    expect(readStrictly(page.text).problems).toEqual([]);
    const answer = await operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/admin.*\bdone=accepted/);
    const after = await operator.wire.get("/admin/reviews?kind=tips&done=accepted");
    expect(statusLine(after.text)).toBe("Angenommen, ab jetzt sichtbar.");
    expect(rowsOf(after.text)).not.toContain(`/admin/reviews/tips/${id}`);
    expect(await tipOf(id)).toMatchObject({ status: "ACTIVE", reviewed_by: operator.id });
    expect((await operator.wire.get("/admin/audit")).text).toContain(`/admin/reviews/tips/${id}`);
  });

  test("a tip under review has a picture that operators alone see and nobody keeps", async () => {
    const id = await payHeldTip(fan);
    const answer = await operator.wire.get(`/admin/reviews/tips/${id}/pictures/new`);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    const { image_id } = await tipOf(id);
    expect((await operator.wire.get(`/media/${image_id}/m.webp`)).status).toBe(404);
    for (const wire of [fan, (await signInCreator("ACTIVE")).wire])
      expect([303, 403]).toContain((await wire.get(`/admin/reviews/tips/${id}/pictures/new`)).status);
    const bare = await payHeldTip(fan, { message: "www.example.org", hasImage: false });
    expect((await operator.wire.get(`/admin/reviews/tips/${bare}/pictures/new`)).status).toBe(404);
  });

  test("a tip under review is declined with a reason only, and listed among the declined", async () => {
    const id = await payHeldTip(fan);
    const bare = await operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "decline", reason: " " });
    expect(bare.status).toBe(422);
    expect(bare.text).toContain("Gib einen Grund an");
    const long = await operator.wire.post(`/admin/reviews/tips/${id}`, {
      intent: "decline",
      reason: "x".repeat(501),
    });
    expect([long.status, long.text.includes("x".repeat(501))]).toEqual([422, true]);
    expect((await tipOf(id)).status).toBe("PENDING");
    const answer = await operator.wire.post(`/admin/reviews/tips/${id}`, {
      intent: "decline",
      reason: "Fremde <Leute>",
    });
    expect(answer.headers.location).toMatch(/^\/admin.*\bdone=declined/);
    expect(rowsOf((await operator.wire.get("/admin/reviews?kind=tips&view=declined")).text)).toContain(
      `/admin/reviews/tips/${id}`,
    );
    const page = await operator.wire.get(`/admin/reviews/tips/${id}`);
    expect(page.text).toContain("Fremde &lt;Leute&gt;");
    expect(page.text).toContain(`Entschieden von ${operator.email}`);
  });

  test("a tip under review that is decided by two operators at once tells the second what the first decided", async () => {
    const id = await payHeldTip(fan);
    const other = await signInOperator("en");
    const answers = await all(
      [
        () => operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" }),
        () => other.wire.post(`/admin/reviews/tips/${id}`, { intent: "decline", reason: "No" }),
        () => operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" }),
      ],
      (act) => act(),
    );
    const late = answers.filter(({ headers }) => headers.location === `/admin/reviews/tips/${id}?done=gone`);
    expect(late).toHaveLength(2);
    const page = await other.wire.get(`/admin/reviews/tips/${id}?done=gone`);
    expect(statusLine(page.text)).toBe("Already decided, nothing changed.");
    expect(page.text).toContain("Decided by");
    expect(readStrictly(page.text).elements("textarea")).toEqual([]);
    const acts = await records()
      .selectFrom("audit_log")
      .select("action")
      .where("subject", "=", `tip:${id}`)
      .execute();
    expect(acts).toHaveLength(1);
  });
});

/** The links of a case's page to its neighbours, by their rel. */
const neighboursOn = (text: string) =>
  Object.fromEntries(
    readStrictly(text)
      .elements("a")
      .filter((link) => ["next", "prev"].includes(attribute(link, "rel") ?? ""))
      .map((link) => [attribute(link, "rel"), attribute(link, "href")]),
  );

test("the overview lists the waiting cases of all queues, oldest first", async () => {
  const held = [await payHeldTip(fan), await payHeldTip(fan)].map((id) => `/admin/reviews/tips/${id}`);
  const { text } = await operator.wire.get("/admin");
  expect(readStrictly(text).problems).toEqual([]);
  const mine = rowsOf(text).filter((href) => held.includes(href ?? ""));
  expect(mine).toEqual(held.slice(0, mine.length));
  const times = readStrictly(text)
    .elements("time")
    .map((each) => attribute(each, "datetime") ?? "");
  expect(times).toEqual(times.toSorted());
});

test("a decision leads to the next waiting case of any queue and says what was done", async () => {
  const tip = async () => `/admin/reviews/tips/${await payHeldTip(fan)}`;
  const [first, second, third] = [await tip(), await tip(), await tip()];
  const at = async (page: string) => (await operator.wire.get(page)).text;
  // Another queue's case may wait between them.
  const { prev = "", next: behind = "" } = neighboursOn(await at(second));
  expect(neighboursOn(await at(behind)).prev).toBe(second);
  expect(neighboursOn(await at(prev)).next).toBe(second);
  const decided = await operator.wire.post(second, { intent: "accept" });
  const way = decided.headers.location ?? "";
  const [next = "", query] = way.split("?");
  expect(next).toBe(behind);
  expect(new URLSearchParams(query).get("last")).toBe(second);
  const page = await at(way);
  expect(readStrictly(page).problems).toEqual([]);
  expect(statusLine(page)).toContain("Angenommen, ab jetzt sichtbar. Ansehen");
  expect(page).toContain(`href="${second}"`);
  const list = async () => rowsOf(await at("/admin/reviews?kind=tips"));
  for (const left of [first, third, ...(await list())])
    await operator.wire.post(left ?? "", { intent: "decline", reason: "Genug" });
  expect(await list()).toEqual([]);
});

test("an address cannot make the last case a link to another host", async () => {
  const id = randomUUID();
  const held = `/admin/reviews/tips/${await payHeldTip(fan, { message: "www.example.org" })}`;
  for (const place of ["\\\\evil.example", "https:evil.example", "//evil.example", "javascript:alert(1)"])
    for (const path of [
      "/admin",
      `/admin/reviews/tips/${await payHeldTip(fan, { message: "www.example.org" })}`,
    ]) {
      const last = `${place}/admin/reviews/verifications/${id}`;
      const { status, text } = await operator.wire.get(
        `${path}?done=accepted&last=${encodeURIComponent(last)}`,
      );
      expect([place, status]).toEqual([place, 200]);
      const links = readStrictly(text).elements("a");
      expect(links.map((link) => attribute(link, "href")).filter((href) => href?.includes(id))).toEqual([]);
    }
  await operator.wire.post(held, { intent: "accept" });
});

test("the sidebar counts what waits in an area, and the list of reviews each kind", async () => {
  const linkOn = async (path: string, href: string) =>
    textOf(
      readStrictly((await operator.wire.get(path)).text)
        .elements("a")
        .find((each) => attribute(each, "href") === href),
    );
  const waiting = async () => {
    const link = await linkOn("/admin/reviews", "/admin/reviews?kind=tips");
    return Number(/^Trinkgelder \((\d+)\)$/.exec(link)?.[1]);
  };
  const before = await waiting();
  const id = await payHeldTip(fan);
  expect(await waiting()).toBe(before + 1);
  expect(await linkOn("/admin/users", "/admin/reviews")).toMatch(/^Prüfungen [1-9]\d* offen$/);
  expect(await linkOn("/admin/users", "/admin/featured")).toBe("Startseite");
  await operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" });
  expect(await waiting()).toBe(before);
});

test("the operators' log says what was changed in words, with short ids whose whole is in the title", async () => {
  const id = await payHeldTip(fan);
  await operator.wire.post(`/admin/reviews/tips/${id}`, { intent: "accept" });
  const { text } = await operator.wire.get(`/admin/audit?about=${id}`);
  const row = readStrictly(text)
    .elements("tbody")
    .map((body) => textOf(body))[0];
  expect(row).toMatch(
    new RegExp(`^Trinkgeld angenommen Trinkgeld ${id} ${id.slice(-8)} Status ?: Offen → Wird gezeigt`),
  );
  expect(text).toContain(`title="${id}"`);
});

/** An item that waits for an operator, of a creator whose page is public. */
async function heldItem(): Promise<{ id: string; page: string }> {
  const creator = await signInCreator("ACTIVE");
  const id = randomUUID();
  await addItem(records(), {
    id,
    user_id: creator.id,
    name: "Tee auf tee.example.com",
    amount_minor: minor(6_00),
    currency: "EUR",
    image_id: null,
    now: new Date(),
  });
  return { id, page: `/${creator.username}` };
}

describe("a tribute item under review", () => {
  test("a tribute item under review shows on the page once it is accepted, even where the page was kept", async () => {
    const { id, page } = await heldItem();
    const guest = wireFan("de");
    expect(rowsOf((await operator.wire.get("/admin/reviews?kind=items")).text)).toContain(
      `/admin/reviews/items/${id}`,
    );
    const detail = await operator.wire.get(`/admin/reviews/items/${id}`);
    expect(readStrictly(detail.text).problems).toEqual([]);
    for (const text of ["Tee auf tee.example.com", "6,00", "Link"]) expect(detail.text).toContain(text);
    expect((await operator.wire.get(`/admin/reviews/items/${id}/pictures/new`)).status).toBe(404);
    expect((await guest.get(page)).text).not.toContain("tee.example.com");
    const answer = await operator.wire.post(`/admin/reviews/items/${id}`, { intent: "accept" });
    expect(answer.headers.location).toMatch(/^\/admin.*\bdone=accepted/);
    await eventually("the item is on the page", async () =>
      (await guest.get(page)).text.includes("tee.example.com"),
    );
  });

  test("a tribute item under review never shows once it is declined; the second operator to decide is told so", async () => {
    const { id, page } = await heldItem();
    expect((await operator.wire.post(`/admin/reviews/items/${id}`, { intent: "decline" })).status).toBe(422);
    await operator.wire.post(`/admin/reviews/items/${id}`, { intent: "decline", reason: "Fremde Seite" });
    const late = await operator.wire.post(`/admin/reviews/items/${id}`, { intent: "accept" });
    expect(late.headers.location).toBe(`/admin/reviews/items/${id}?done=gone`);
    expect((await operator.wire.get(`/admin/reviews/items/${id}?done=gone`)).text).toContain("Fremde Seite");
    expect((await wireFan("de").get(page)).text).not.toContain("tee.example.com");
  });
});

test("a creator is found, featured on the home page at once, and taken off again", async () => {
  const creator = await signInCreator("ACTIVE");
  const guest = wireFan("de");
  const shows = async () => (await guest.get("/")).text.includes(`"/${creator.username}"`);
  const search = `/admin/featured?q=${creator.username}`;
  const found = await operator.wire.get(search);
  expect(readStrictly(found.text).problems).toEqual([]);
  const intents = (text: string) =>
    readStrictly(text)
      .elements("button")
      .map((button) => attribute(button, "value"));
  expect(intents(found.text)).toContain("add");
  expect(await shows()).toBe(false);
  const added = await operator.wire.post("/admin/featured", { intent: "add", id: creator.id });
  expect([added.status, added.headers.location]).toEqual([303, "/admin/featured?done=featured"]);
  await eventually("the home page shows the creator", shows);
  const again = await operator.wire.post("/admin/featured", { intent: "add", id: creator.id });
  expect(again.headers.location).toBe("/admin/featured?done=gone");
  expect(intents((await operator.wire.get(search)).text)).not.toContain("add");
  const removed = await operator.wire.post("/admin/featured", { intent: "remove", id: creator.id });
  expect(removed.headers.location).toBe("/admin/featured?done=removed");
  await eventually("the home page shows somebody else", async () => !(await shows()));
  expect((await operator.wire.post("/admin/featured", {})).status).toBe(400);
  expect((await operator.wire.post("/admin/featured", { intent: "add", id: "x" })).status).toBe(404);
});

test("the operators' log is searched by operator, act and whom it was about", async () => {
  const creator = await signInCreator("ACTIVE");
  await operator.wire.post(`/admin/users/${creator.id}/lock`, { intent: "lock", reason: "Fremde Bilder" });
  await operator.wire.post(`/admin/users/${creator.id}`, { intent: "unlock" });
  const rows = async (query: string) => {
    const { text } = await operator.wire.get(`/admin/audit?${query}`);
    expect(readStrictly(text).problems, query).toEqual([]);
    return readStrictly(text)
      .elements("a")
      .filter((link) => attribute(link, "href") === `/admin/users/${creator.id}`).length;
  };
  for (const about of [creator.id, creator.email, `@${creator.username}`, `user:${creator.id}`])
    expect(await rows(`about=${encodeURIComponent(about)}`), about).toBe(2);
  expect(await rows(`about=${creator.id}&action=account.locked`)).toBe(1);
  expect(await rows(`about=${creator.id}&by=${operator.id}`)).toBe(2);
  expect(await rows(`about=${creator.id}&by=${creator.id}`)).toBe(0);
  expect(await rows(`about=${creator.id}&by=x&action=x&before=x`)).toBe(2);
  expect(await rows("about=nobody-of-that-name")).toBe(0);
  const table = await operator.wire.get(`/admin/audit/table?about=${creator.id}&action=account.locked`);
  expect(table.headers["content-disposition"]).toBe('attachment; filename="aktivitaet.csv"');
  const [heads, line, end] = table.text.split("\r\n");
  expect(heads).toBe("\uFEFFWann (UTC);Betreiber;Aktion;Name der Aktion;Betrifft;vorher;nachher;Id");
  const facts = '"{""status"":""ACTIVE""}";"{""status"":""LOCKED""}"';
  expect(line).toContain(`;account.locked;user:${creator.id};${facts};`);
  expect(end).toBe("");
});

test("the lists of reviews are whole in both languages, in each view, whatever the address says", async () => {
  for (const { wire } of [operator, await signInOperator("en")]) {
    for (const query of ["", "view=recent", "view=declined", "view=x&after=y", "done=x"]) {
      for (const address of [
        `/admin/reviews?${query}`,
        `/admin/reviews?kind=tips&${query}`,
        `/admin/reviews?kind=items&${query}`,
      ]) {
        const answer = await wire.get(address);
        expect(answer.status, address).toBe(200);
        expect(readStrictly(answer.text).problems, address).toEqual([]);
        expect(answer.text, address).not.toMatch(/admin:|\{\{|undefined/);
      }
    }
  }
  for (const kind of ["tips", "items"]) {
    for (const rest of ["x", operator.id, `${operator.id}/pictures/new`])
      expect((await operator.wire.get(`/admin/reviews/${kind}/${rest}`)).status, `${kind} ${rest}`).toBe(404);
  }
});
