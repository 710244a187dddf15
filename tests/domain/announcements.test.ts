import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { expect } from "vitest";
import { eventForm, noticeForm } from "../../app/domain/announcements/announcement.schema.ts";
import {
  announce,
  changeAnnouncement,
  createAnnouncements,
  endAnnouncement,
  findAnnouncement,
  listAnnouncements,
} from "../../app/domain/announcements/announcements.server.ts";
import type { DB } from "../../db/schema.ts";
import { test as it } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { movableClock } from "../support/money/sandbox-world.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

let db: Kysely<DB>;
let operator_id: string;
const clock = movableClock(new Date("2027-03-20T12:00:00Z"));
/** Sets the clock, also back. */
const goTo = (at: string) => clock.passSeconds((Date.parse(at) - clock.now().getTime()) / 1000);

it.beforeAll(async ({ database }) => {
  db = database.db;
  operator_id = (await createOperatorRow(db, clock.now())).id;
});

const services = () => ({ db, clock: clock.now, newId: randomUUID });
const NOTICE = {
  starts_at: "2027-03-27T10:00",
  ends_at: "2027-03-29T10:00",
  text_en: "We move",
  text_de: "Wir ziehen um",
};
const EVENT = { ...NOTICE, title_en: "Feast", title_de: "Fest", url: "/faq", color: "#0A7D8C" };

/** What is on, to a process that has kept nothing yet. */
const on = (locale: "en" | "de") =>
  createAnnouncements(db, (error) => {
    throw error;
  })(locale, clock.now());
const acts = async (subject: string) => {
  const rows = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject", "=", subject)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
};

it("a notice is on from its minute in Berlin to its last, over the change to summer time, in each language", async () => {
  const id = await announce(services(), { kind: "notice", values: noticeForm.parse(NOTICE), operator_id });
  const found = await findAnnouncement(db, id);
  expect(found).toMatchObject({ kind: "notice", values: NOTICE });
  expect([found?.starts_at, found?.ends_at]).toEqual([
    new Date("2027-03-27T09:00:00Z"),
    new Date("2027-03-29T08:00:00Z"),
  ]);
  for (const [at, isOn] of [
    ["2027-03-27T08:59:59Z", false],
    ["2027-03-27T09:00:00Z", true],
    ["2027-03-29T07:59:59Z", true],
    ["2027-03-29T08:00:00Z", false],
  ] as const) {
    goTo(at);
    expect([(await on("de")).notices, (await on("en")).notices], at).toEqual(
      isOn ? [[{ id, text: "Wir ziehen um" }], [{ id, text: "We move" }]] : [[], []],
    );
  }
  // It is over: nothing changes it any more.
  const changed = {
    kind: "notice" as const,
    values: { ...NOTICE, ends_at: "2028-01-01T00:00" },
    id,
    operator_id,
  };
  expect(await changeAnnouncement(services(), changed)).toBe("gone");
  expect(await endAnnouncement(services(), { id, operator_id })).toBe("gone");
  expect(await acts(`notice:${id}`)).toEqual(["announcement.created"]);
});

it("an event is planned, changed while it is on, and ended at once; of two the one that began last is shown", async () => {
  goTo("2027-03-27T09:30:00Z");
  const first = await announce(services(), { kind: "event", values: eventForm.parse(EVENT), operator_id });
  const values = eventForm.parse({ ...EVENT, starts_at: "2027-03-27T10:15", title_en: "Second", url: "" });
  const second = await announce(services(), { kind: "event", values, operator_id });
  expect((await on("en")).event).toEqual({ title: "Second", text: "We move", url: null, color: "#0a7d8c" });
  const renamed = { ...values, title_de: "Zweites" };
  expect(
    await changeAnnouncement(services(), { kind: "event", values: renamed, id: second, operator_id }),
  ).toBe("changed");
  expect((await on("de")).event?.title).toBe("Zweites");
  expect(
    await changeAnnouncement(services(), { kind: "notice", values: NOTICE, id: second, operator_id }),
  ).toBe("gone");
  expect(await endAnnouncement(services(), { id: second, operator_id })).toBe("ended");
  expect((await on("en")).event).toEqual({ title: "Feast", text: "We move", url: "/faq", color: "#0a7d8c" });
  expect(await acts(`event:${second}`)).toEqual([
    "announcement.created",
    "announcement.changed",
    "announcement.ended",
  ]);
  expect(await endAnnouncement(services(), { id: first, operator_id })).toBe("ended");
  expect((await on("en")).event).toBeNull();
});

it("the log has what an announcement said and linked to in every language, before and after", async () => {
  goTo("2027-03-20T12:00:00Z");
  const values = eventForm.parse(EVENT);
  const id = await announce(services(), { kind: "event", values, operator_id });
  const other = { ...values, url: "https://elsewhere.example/x", text_de: "Klick hier", color: "#000000" };
  await changeAnnouncement(services(), { kind: "event", values: other, id, operator_id });
  await changeAnnouncement(services(), { kind: "event", values, id, operator_id });
  await endAnnouncement(services(), { id, operator_id });
  const said = {
    ...{ starts_at: EVENT.starts_at, ends_at: EVENT.ends_at, url: "/faq", color: "#0a7d8c" },
    ...{ title: ["Feast", "Fest"], text: ["We move", "Wir ziehen um"] },
  };
  const changed = {
    ...{ ...said, url: "https://elsewhere.example/x", color: "#000000" },
    text: ["We move", "Klick hier"],
  };
  const rows = await db
    .selectFrom("audit_log")
    .select(["action", "before", "after"])
    .where("subject", "=", `event:${id}`)
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { action: "announcement.created", before: null, after: said },
    { action: "announcement.changed", before: said, after: changed },
    { action: "announcement.changed", before: changed, after: said },
    { action: "announcement.deleted", before: said, after: null },
  ]);
});

it("what has not begun is deleted when it is ended, with its texts", async () => {
  goTo("2027-03-20T12:00:00Z");
  const id = await announce(services(), { kind: "event", values: eventForm.parse(EVENT), operator_id });
  expect(await endAnnouncement(services(), { id, operator_id })).toBe("deleted");
  expect(await findAnnouncement(db, id)).toBeNull();
  expect(await endAnnouncement(services(), { id, operator_id })).toBe("gone");
  expect(await acts(`event:${id}`)).toEqual(["announcement.created", "announcement.deleted"]);
});

it("a creator announces nothing, changes nothing and ends nothing", async () => {
  const creator = await createCreator(createTipWorld(db, clock));
  const values = noticeForm.parse({ ...NOTICE, starts_at: "2027-06-01T10:00", ends_at: "2027-06-02T10:00" });
  const id = await announce(services(), { kind: "notice", values, operator_id });
  const as = { kind: "notice" as const, values, operator_id: creator.id };
  await expect(announce(services(), as)).rejects.toThrow();
  await expect(changeAnnouncement(services(), { ...as, id })).rejects.toThrow();
  await expect(endAnnouncement(services(), { id, operator_id: creator.id })).rejects.toThrow();
  expect((await findAnnouncement(db, id))?.values).toEqual(values);
});

it("the list has the platform's two notices of 2025, the last ones first, page by page", async () => {
  const { rows, next } = await listAnnouncements(db, { locale: "de", after: null });
  const times = rows.map(({ starts_at }) => starts_at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(rows.slice(-2).map(({ text }) => text)).toEqual([
    "SEPA-Lastschriften können vom 9. bis 12. Oktober 2025 länger dauern.",
    expect.stringContaining("29. April 2025 um 16:00 Uhr UTC"),
  ]);
  expect(next).toBeNull();
  const third = await listAnnouncements(db, { locale: "de", after: rows.at(-2)?.id ?? null });
  expect(third.rows.map(({ id }) => id)).toEqual([rows.at(-1)?.id]);
});

it.for<[string, object]>([
  ["an end before the beginning", { ends_at: "2027-03-27T09:59" }],
  ["an end with the beginning", { ends_at: NOTICE.starts_at }],
  ["a beginning that the change to summer time leaves out", { starts_at: "2027-03-28T02:30" }],
  ["an end that the change to summer time leaves out", { ends_at: "2027-03-28T02:00" }],
  ["a year before there were any", { starts_at: "0000-01-01T00:00" }],
  ["a day that no month has", { ends_at: "2027-04-31T10:00" }],
  ["a time of another form", { starts_at: "27.03.2027 10:00" }],
  ["no text in a language", { text_de: " " }],
  ["a text that is too long", { text_en: "x".repeat(301) }],
  ["a text with a null byte", { text_en: "x\0" }],
  ["a link that runs script", { url: "javascript:alert(1)" }],
  ["a link to another host without https", { url: "//evil.example" }],
  ["a link with a backslash", { url: "/\\evil.example" }],
  ["a colour that ends the style", { color: "#fff;x:y" }],
])("an event with %s is refused", ([, wrong]) => {
  expect(eventForm.safeParse(EVENT).success).toBe(true);
  expect(eventForm.safeParse({ ...EVENT, ...wrong }).success).toBe(false);
});
