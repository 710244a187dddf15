import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { decideWords, queueTestAlert, skipAlert } from "../../app/domain/overlay/alerts.server.ts";
import { pauseOverlay, renewOverlay, setWordsReview } from "../../app/domain/overlay/overlays.server.ts";
import { setStatus } from "../../app/domain/users/user.server.ts";
import { records } from "../support/database/records.ts";
import { holdReviewQueue } from "../support/database/review-queue.ts";
import { eventually } from "../support/eventually.ts";
import { goToProvider, payAtProvider, prepareTip, TYPED, wireFan } from "../support/http/http-client.ts";
import { openLine, overlayOf } from "../support/http/overlay-line.ts";
import { signInCreator } from "../support/http/signed-in.ts";

// An overlay's page, its line, and what its pages say back.

holdReviewQueue();

const guest = wireFan("en");
const services = { db: records(), clock: () => new Date(), newId: randomUUID };

async function creatorWithOverlay() {
  const creator = await signInCreator("ACTIVE", "en");
  return { ...creator, path: await overlayOf(creator.id) };
}

const keyOf = async (user_id: string) =>
  (
    await services.db
      .selectFrom("overlays")
      .select("key_id")
      .where("user_id", "=", user_id)
      .executeTakeFirstOrThrow()
  ).key_id;

async function pay(username: string | null, words = "Thank you!"): Promise<void> {
  const page = await goToProvider(guest, await prepareTip(guest, { username: username ?? "", words }));
  await payAtProvider(guest, page, TYPED.card, "SUCCESS");
}

describe("an overlay's page", () => {
  test("the page is kept by nobody, sets no cookie, and loads nothing from elsewhere", async () => {
    const { path, cookie } = await creatorWithOverlay();
    for (const end of ["", "/goal", "/supporters", "/preview"]) {
      const page = await guest.get(path + end, { Cookie: cookie });
      expect(page.status).toBe(200);
      expect(page.headers["set-cookie"]).toBeUndefined();
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(page.headers["referrer-policy"]).toBe("no-referrer");
      expect(page.headers["x-robots-tag"]).toBe("noindex");
      const policy = String(page.headers["content-security-policy"]);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'sha256-/);
      expect(policy).toContain(`frame-ancestors ${end === "/preview" ? "'self'" : "'none'"}`);
      expect(page.text).not.toContain(path.slice("/overlay/".length));
    }
  });

  test("another secret, a renewed one and that of a locked creator open nothing", async () => {
    const { id, path } = await creatorWithOverlay();
    const all = async () =>
      await Promise.all(
        ["", "/events?kind=alerts&source=x", "/sound"].map(
          async (end) => (await guest.get(path + end)).status,
        ),
      );
    expect((await guest.get(`/overlay/${"A".repeat(43)}`)).status).toBe(404);
    await services.db.transaction().execute((trx) => setStatus(trx, id, "LOCKED", "test", new Date()));
    expect(await all()).toEqual([404, 404, 404]);
    await services.db.transaction().execute((trx) => setStatus(trx, id, "ACTIVE", "test", new Date()));
    await renewOverlay(services, { user_id: id, key_id: await keyOf(id) });
    expect(await all()).toEqual([404, 404, 404]);
  });
});

describe("an overlay's line", () => {
  test("the line is open, uncompressed and kept by nobody; a paid tip comes at once, the next once it was shown", async () => {
    const { path, username } = await creatorWithOverlay();
    const line = await openLine(path);
    expect(line.response.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(line.response.headers["content-encoding"]).toBeUndefined();
    expect((await line.next("role")).data).toEqual({ leads: true });
    expect((await line.next("look")).data).toMatchObject({ design: "NOTE", seconds: 8, sound: "chime" });
    await pay(username, "First!");
    await pay(username, "Second!");
    const first = await line.next("alert");
    expect(first.data).toMatchObject({ id: first.id, title: "Ida tipped", amount: "€5", words: "First!" });
    expect(await line.say(first.id)).toBe(204);
    // A repetition changes nothing.
    expect(await line.say(first.id)).toBe(204);
    expect((await line.next("alert", 2)).data).toMatchObject({ words: "Second!" });
    line.close();
  });

  test("after a cut the same alert waits; the page that has it is not sent it again", async () => {
    const { id, path } = await creatorWithOverlay();
    await queueTestAlert(services, id);
    const line = await openLine(path);
    const alert = await line.next("alert");
    line.close();
    const again = await openLine(path, { source: line.source, last: alert.id ?? "" });
    expect((await again.next("role")).data).toEqual({ leads: true });
    expect(await again.say(alert.id)).toBe(204);
    await again.next("clear");
    expect(again.events.map(({ name }) => name)).not.toContain("alert");
    again.close();
    const restarted = await openLine(path);
    await restarted.next("clear");
    restarted.close();
  });

  test("words that are decided while an alert is shown reach a line that came back, paused or not", async () => {
    const { id, path, username } = await creatorWithOverlay();
    await setWordsReview(services.db, { user_id: id, reviews_words: true });
    const first = await openLine(path);
    await first.next("role");
    await pay(username, "First!");
    const alert = await first.next("alert");
    expect(alert.data).toMatchObject({ words: "" });
    first.close();
    const line = await openLine(path, { source: first.source, last: alert.id ?? "" });
    await line.next("role");
    const [alertId = ""] = (alert.id ?? "").split(".");
    await decideWords(services, { user_id: id, id: alertId, words: "APPROVED" });
    expect((await line.next("alert")).data).toMatchObject({ id: alert.id, words: "First!" });
    await pauseOverlay(services, { user_id: id, is_paused: true });
    expect((await line.next("clear")).data).toMatchObject({ but: { id: alert.id, words: "First!" } });
    line.close();
  });

  test("of two sources one leads, both show the same, and the other takes over", async () => {
    const { id, path } = await creatorWithOverlay();
    const leader = await openLine(path);
    await leader.next("role");
    const other = await openLine(path);
    expect((await other.next("role")).data).toEqual({ leads: false });
    await queueTestAlert(services, id);
    const alert = await leader.next("alert");
    expect((await other.next("alert")).id).toBe(alert.id);
    expect(await other.say(alert.id)).toBe(409);
    leader.close();
    expect((await other.next("role", 2)).data).toEqual({ leads: true });
    expect(await other.say(alert.id)).toBe(204);
    other.close();
  });

  test("a paused overlay keeps its alerts, and a skipped one makes room", async () => {
    const { id, path } = await creatorWithOverlay();
    await pauseOverlay(services, { user_id: id, is_paused: true });
    await queueTestAlert(services, id);
    await queueTestAlert(services, id);
    const line = await openLine(path);
    await line.next("clear");
    await pauseOverlay(services, { user_id: id, is_paused: false });
    const alert = await line.next("alert");
    const [first = "", turn] = (alert.id ?? "").split(".");
    await skipAlert(services, { user_id: id, id: first, turn: Number(turn) });
    expect((await line.next("alert", 2)).id).not.toBe(alert.id);
    line.close();
  });

  test("a renewed secret ends open lines", async () => {
    const { id, path } = await creatorWithOverlay();
    const line = await openLine(path);
    await line.next("role");
    await renewOverlay(services, { user_id: id, key_id: await keyOf(id) });
    await eventually("the line ends", () => !line.isOpen());
  });

  test("an overlay has room for ten lines", async () => {
    const { path } = await creatorWithOverlay();
    const lines = await Promise.all(Array.from({ length: 10 }, () => openLine(path, { kind: "goal" })));
    expect(lines.map(({ response }) => response.statusCode)).toEqual(lines.map(() => 200));
    const beyond = await guest.get(`${path}/events?kind=goal&source=${randomUUID()}`);
    expect([beyond.status, beyond.headers["retry-after"]]).toEqual([429, "15"]);
    for (const line of lines) line.close();
    await eventually("there is room again", async () => {
      const line = await openLine(path, { kind: "goal" });
      line.close();
      return line.response.statusCode === 200;
    });
  });

  test("a page elsewhere says nothing for an overlay, and a foreign alert ends none", async () => {
    const { path } = await creatorWithOverlay();
    const line = await openLine(path);
    await line.next("role");
    expect(await line.say(`${randomUUID()}.1`)).toBe(404);
    expect(await line.say("x")).toBe(400);
    const answer = await fetch(`${inject("product").url}${path}/shown`, {
      method: "POST",
      body: new URLSearchParams({ alert: `${randomUUID()}.1`, source: line.source }),
      headers: { Origin: "https://elsewhere.example" },
    });
    expect(answer.status).toBe(403);
    line.close();
  });
});
