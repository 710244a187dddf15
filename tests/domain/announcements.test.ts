import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAnnouncements } from "../../app/domain/announcements/announcements.server.ts";
import { addTestimonial, listTestimonials } from "../../app/domain/users/users.server.ts";
import { createTestDatabase, type TestDatabase } from "../support/database/database.ts";
import { createCreator } from "../support/money/creators.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const TIMES = { starts_at: new Date("2026-12-01T00:00:00Z"), ends_at: new Date("2026-12-02T00:00:00Z") };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it("announcements are shown in each language that they are written in, and in English otherwise", async () => {
  const { db } = database;
  const [both, english] = [randomUUID(), randomUUID()];
  await db
    .insertInto("notices")
    .values([both, english].map((id) => ({ id, ...TIMES })))
    .execute();
  await db
    .insertInto("notice_texts")
    .values([
      { notice_id: both, locale: "en", text: "We move on Monday" },
      { notice_id: both, locale: "de", text: "Am Montag ziehen wir um" },
      { notice_id: english, locale: "en", text: "Banks are closed today" },
    ])
    .execute();
  const event = { id: randomUUID(), ...TIMES, color: "#0a7d8c" };
  await db.insertInto("special_events").values(event).execute();
  await db
    .insertInto("special_event_texts")
    .values({ special_event_id: event.id, locale: "en", title: "Feast of the sea", text: "Three days of it" })
    .execute();

  const announced = createAnnouncements(db, (error) => {
    throw error;
  });
  const feast = { title: "Feast of the sea", text: "Three days of it", url: null, color: "#0a7d8c" };
  const texts = async (locale: "de" | "en") => {
    const { notices, event: shown } = await announced(locale, NOW);
    return { notices: notices.map(({ text }) => text).sort(), event: shown };
  };
  expect(await texts("en")).toEqual({
    notices: ["Banks are closed today", "We move on Monday"],
    event: feast,
  });
  expect(await texts("de")).toEqual({
    notices: ["Am Montag ziehen wir um", "Banks are closed today"],
    event: feast,
  });
});

it("testimonials of the home page are shown in each language, and in English where one is missing", async () => {
  const { db } = database;
  await createCreator({ db, newId: randomUUID, clock: () => NOW }, { username: "ada.kessler" });
  const voice = { username: "ada.kessler", role: "creator" } as const;
  await addTestimonial(db, { ...voice, id: randomUUID(), position: 0, texts: { en: "Good", de: "Gut" } });
  await addTestimonial(db, { ...voice, id: randomUUID(), position: 1, texts: { en: "Better" } });
  const said = async (locale: "de" | "en") => (await listTestimonials(db, locale)).map(({ text }) => text);
  expect(await said("de")).toEqual(["Gut", "Better"]);
  expect(await said("en")).toEqual(["Good", "Better"]);
});
