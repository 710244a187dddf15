import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { reviewContent } from "#app/domain/moderation/review-content.ts";
import { isDisplayName, isUsername } from "#app/domain/users/names.ts";
import { type DemoCreator, demoCreators } from "#db/seeds/world/creators.ts";
import { demoEvent } from "#db/seeds/world/events.ts";
import { demoMessages } from "#db/seeds/world/messages.ts";
import {
  demoSizes,
  PICTURES_FOLDER,
  pictureFile,
  picturesOf,
  readRenditions,
} from "#db/seeds/world/pictures.ts";
import { demoTestimonials } from "#db/seeds/world/testimonials.ts";
import type { SocialNetwork } from "../../app/domain/users/social-networks.ts";

const blacklist: { validate(word: string): boolean } = createRequire(import.meta.url)(
  "the-big-username-blacklist",
);

const handles: Partial<Record<SocialNetwork, RegExp>> = {
  instagram: /^[a-z0-9._]{1,30}$/,
  twitter: /^\w{1,15}$/,
  tiktok: /^[a-z0-9._]{2,24}$/,
  twitch: /^[a-z0-9_]{4,25}$/,
  youtube: /^[a-z0-9._-]{3,30}$/,
  finmessage: /^[a-z0-9._-]{3,30}$/,
  dommelink: /^[a-z0-9._-]{3,30}$/,
};

function countBy<T>(all: readonly T[], of: (one: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of all) counts[of(one)] = (counts[of(one)] ?? 0) + 1;
  return counts;
}

function named(username: string): DemoCreator {
  const found = demoCreators.find((creator) => creator.username === username);
  if (!found) throw new Error(`nobody in the demo world is called ${username}`);
  return found;
}

function yearsBefore(years: number): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() - years);
  return day.toISOString().slice(0, 10);
}

const receivers = demoCreators.filter(({ status }) => status === "ACTIVE" || status === "CHARGEBACK");

describe("the creators of the demo world", () => {
  it("the creators of the demo world are thirty, in every status and every profile currency", () => {
    expect(demoCreators).toHaveLength(30);
    expect(countBy(demoCreators, ({ status }) => status)).toEqual({
      ACTIVE: 22,
      CHARGEBACK: 2,
      PENDING: 2,
      CREATED: 2,
      DECLINED: 1,
      LOCKED: 1,
    });
    expect(countBy(demoCreators, ({ currency }) => currency)).toEqual({ EUR: 18, USD: 7, GBP: 5 });
    expect(countBy(demoCreators, ({ locale }) => locale)).toEqual({ de: 15, en: 15 });
  });

  it("the creators of the demo world have names that the validation rules accept, each its own", () => {
    for (const creator of demoCreators) {
      expect(creator.username).toMatch(/^[a-z0-9._-]+$/);
      expect(isUsername(creator.username)).toBe(true);
      expect(isDisplayName(creator.name)).toBe(true);
      expect(creator.email).toMatch(/^[a-z]+@demo\.example$/);
      expect(blacklist.validate(creator.username)).toBe(true);
    }
    for (const key of ["username", "name", "email"] as const) {
      expect(new Set(demoCreators.map((creator) => creator[key].toLowerCase())).size).toBe(30);
    }
  });

  it("the creators of the demo world live somewhere and are of age", () => {
    for (const creator of demoCreators) {
      expect(creator.country).toMatch(/^[A-Z]{2}$/);
      expect(creator.dateOfBirth).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(creator.dateOfBirth < yearsBefore(18)).toBe(true);
      expect(
        Math.min(
          creator.lastname.length,
          creator.address.length,
          creator.zipcode.length,
          creator.city.length,
        ),
      ).toBeGreaterThan(2);
      expect(creator.joinedDaysAgo).toBeGreaterThanOrEqual(190);
      expect(creator.joinedDaysAgo).toBeLessThanOrEqual(900);
    }
  });

  it("the creators of the demo world receive tips only when their status allows, and one of them has far more than the rest", () => {
    for (const creator of demoCreators) expect(creator.popularity > 0).toBe(receivers.includes(creator));
    const [star, second] = [...demoCreators].sort((a, b) => b.popularity - a.popularity);
    expect(star?.username).toBe("joerdis");
    expect(star?.popularity).toBeGreaterThan(1.5 * (second?.popularity ?? 0));
  });

  it("the creators of the demo world are ranked, featured and online only while ACTIVE; eight are featured", () => {
    expect(demoCreators.filter(({ featured }) => featured)).toHaveLength(8);
    for (const creator of demoCreators) {
      if (creator.featured || creator.online) expect(creator.status).toBe("ACTIVE");
      if (creator.rankingEnabled) expect(receivers).toContain(creator);
      if (creator.online) expect(creator.showOnlineStatus).toBe(true);
      if (creator.defaultPricePerMessageMinor !== null)
        expect(creator.defaultPricePerMessageMinor).toBeGreaterThanOrEqual(100);
    }
  });

  it("the creators of the demo world offer items within the limits, some with names that try the layout", () => {
    const items = demoCreators.flatMap((creator) => creator.items);
    for (const item of items) {
      expect(Number.isSafeInteger(item.amount_minor)).toBe(true);
      expect(item.amount_minor).toBeGreaterThanOrEqual(500);
      expect(item.amount_minor).toBeLessThanOrEqual(50_000);
      expect(item.name.length).toBeGreaterThanOrEqual(3);
      expect(item.name.length).toBeLessThanOrEqual(255);
      expect(reviewContent({ texts: [item.name], has_image: false })).toBeNull();
    }
    expect(items.filter(({ name }) => name.length >= 90 && name.length <= 110).length).toBeGreaterThanOrEqual(
      3,
    );
    expect(items.some(({ picture }) => picture === null)).toBe(true);
  });

  it("the creators of the demo world link to each network at most once, with handles it would take; some stay hidden", () => {
    for (const { social } of demoCreators) {
      expect(new Set(social.map(({ network }) => network)).size).toBe(social.length);
      for (const { network, handle } of social) expect(handle).toMatch(handles[network] ?? /^never$/);
    }
    expect(demoCreators.flatMap(({ social }) => social).some(({ visible }) => !visible)).toBe(true);
  });

  it("the creators of the demo world include the star with her four items", () => {
    const star = named("joerdis");
    expect(star).toMatchObject({
      name: "Jördis Kessler",
      country: "DE",
      currency: "EUR",
      status: "ACTIVE",
      featured: true,
    });
    expect(star.items.map(({ name, amount_minor }) => [name, amount_minor])).toEqual([
      ["Ein Kaffee für lange Schnittnächte", 500],
      ["Neue Saiten", 1600],
      ["Ein Tag Studio", 5000],
      ["Katzenfutter für Herrn Müller", 800],
    ]);
  });

  it("the creators of the demo world include the fullest profile, which the byte budgets are measured on", () => {
    const fullest = named("maximiliane.von.buelow");
    expect(fullest).toMatchObject({
      status: "ACTIVE",
      locale: "de",
      currency: "EUR",
      defaultPricePerMessageMinor: 300,
    });
    expect(fullest.name).toHaveLength(25);
    expect(fullest.name).toMatch(/[äöü].*[äöüß]/);
    expect(fullest.social.filter(({ visible }) => visible)).toHaveLength(7);
    expect(fullest.items).toHaveLength(12);
    expect(fullest.items.every(({ picture }) => picture !== null)).toBe(true);
    expect(fullest).toMatchObject({ hasAvatar: true, hasHeader: true });
  });

  it("the creators of the demo world include an empty profile and a name that is one long word", () => {
    expect(named("wren.field")).toMatchObject({
      status: "ACTIVE",
      items: [],
      social: [],
      hasAvatar: false,
      hasHeader: false,
    });
    expect(receivers.some(({ name }) => name.length === 25 && /^\S+$/.test(name))).toBe(true);
  });
});

describe("the messages of the demo world", () => {
  it("the messages of the demo world are two hundred, all different, half in each language", () => {
    expect(countBy(demoMessages, ({ locale }) => locale)).toEqual({ en: 100, de: 100 });
    expect(new Set(demoMessages.map(({ text }) => text)).size).toBe(200);
  });

  it("the messages of the demo world would pass the automatic review", () => {
    for (const { text, from } of demoMessages) {
      expect(reviewContent({ texts: [text, from], has_image: false })).toBeNull();
      expect(text.split(/\s+/).length).toBeGreaterThanOrEqual(3);
      expect(text.length).toBeLessThanOrEqual(1000);
    }
  });

  it("the messages of the demo world are anonymous for about a third", () => {
    const anonymous = demoMessages.filter(({ from }) => from === null).length;
    expect(anonymous).toBeGreaterThanOrEqual(55);
    expect(anonymous).toBeLessThanOrEqual(75);
  });

  it("the messages of the demo world speak of creators who can receive them, and mostly suit everyone", () => {
    for (const { to } of demoMessages) if (to) expect(receivers).toContain(named(to));
    for (const locale of ["en", "de"]) {
      expect(
        demoMessages.filter((message) => message.locale === locale && !message.to).length,
      ).toBeGreaterThanOrEqual(50);
    }
  });

  it("the messages of the demo world keep to the quotation marks of their language", () => {
    for (const { locale, text } of demoMessages) {
      expect(text).not.toContain('"');
      if (locale === "de") expect(text).not.toMatch(/['”]/);
    }
  });
});

describe("the voices on the home page", () => {
  it("the testimonials on the home page are of three creators and three fans, in two sentences at most", () => {
    expect(countBy(demoTestimonials, ({ role }) => role)).toEqual({ creator: 3, fan: 3 });
    for (const { creator, en, de } of demoTestimonials) {
      expect(receivers).toContain(named(creator));
      for (const text of [en, de])
        expect(text.split(/[.!?](?:\s|$)/).filter(Boolean).length).toBeLessThanOrEqual(2);
    }
  });

  it("the testimonials on the home page come with one seasonal event in both languages", () => {
    for (const { title, text } of [demoEvent.en, demoEvent.de]) {
      expect(title.length).toBeGreaterThan(3);
      expect(text.length).toBeGreaterThan(40);
    }
  });
});

/** Bytes that a file may have, by its width. */
const HEAVIEST: Record<number, number> = {
  112: 2_500,
  128: 3_500,
  320: 10_000,
  600: 16_000,
  720: 46_000,
  1600: 136_000,
};

describe("the pictures of the demo world", () => {
  const pictures = demoCreators.flatMap(picturesOf);
  const contents = new Map(
    pictures.map(
      (picture) => [picture, readFileSync(path.join(PICTURES_FOLDER, pictureFile(picture)))] as const,
    ),
  );

  it("the pictures of the demo world are there once for every creator, and no others are", () => {
    const kept = readdirSync(PICTURES_FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(PICTURES_FOLDER, path.join(entry.parentPath, entry.name)))
      .map((file) => file.replaceAll("\\", "/"));
    expect(kept.sort()).toEqual(pictures.map(pictureFile).sort());
    expect(countBy(pictures, ({ key }) => key)).toEqual({ AVATAR: 27, HEADER: 28, TRIBUTE_IMAGE: 110 });
  });

  it("the pictures of the demo world have the sizes of uploads, each light enough", async () => {
    for (const picture of pictures)
      for (const [index, { files, ...rendition }] of (await readRenditions(picture)).entries()) {
        const { name, width, height } = demoSizes(picture.key)[index] ?? {};
        expect(rendition).toEqual({ name, width, height });
        const bytes = files[0]?.bytes ?? Buffer.alloc(0);
        const found = await sharp(bytes).metadata();
        const file = pictureFile(picture);
        expect([file, found.format, found.width, found.height]).toEqual([file, "webp", width, height]);
        expect(bytes.byteLength, `${file} ${name}`).toBeLessThan(HEAVIEST[width ?? 0] ?? 0);
      }
  });

  it("the pictures of the demo world are below 2 MB together", () => {
    const total = [...contents.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(total).toBeLessThan(2 * 1024 * 1024);
  });

  it("the pictures of the demo world are all different", () => {
    const hashes = [...contents.values()].map((bytes) => createHash("sha256").update(bytes).digest("hex"));
    expect(new Set(hashes).size).toBe(pictures.length);
  });

  it("the pictures of the demo world show at least twenty-four motifs among the items", () => {
    const pictures = demoCreators.flatMap(({ items }) => items).flatMap(({ picture }) => picture ?? []);
    const motifs = pictures.map((picture) => picture.replace(/-\d+$/, ""));
    expect(new Set(motifs).size).toBeGreaterThanOrEqual(24);
  });
});
