import { expect } from "vitest";
import { LEGAL_PAGES } from "../../app/domain/legal-texts/legal-texts.schema.ts";
import {
  acceptTerms,
  findLegalText,
  publishLegalText,
  readLegalVersions,
  versionInForce,
} from "../../app/domain/legal-texts/legal-texts.server.ts";
import {
  findFaults,
  type LegalNode,
  readMarkdown,
  wordsOf,
} from "../../app/domain/legal-texts/markdown.server.ts";
import { templateOf } from "../../app/domain/legal-texts/templates.server.ts";
import { nextTextChange } from "../../app/domain/settings/settings.server.ts";
import { defaultSettings } from "../../app/product-settings.ts";
import { LOCALES } from "../../locales/index.ts";
import { all, many } from "../support/database/at-once.ts";
import { testAlone as test } from "../support/domain-test.ts";
import { createOperatorRow } from "../support/money/operators.ts";
import { createCreator, createTipWorld } from "../support/money/tip-world.ts";

const VALUES = { contact: "help@kleingeld.example", brand: "*K* <b>", "rule.age": "18" };
const values = { en: VALUES, de: VALUES };

async function worldOf(database: { db: Parameters<typeof createTipWorld>[0] }) {
  const world = createTipWorld(database.db);
  const { id: operator_id } = await createOperatorRow(world.db, world.clock());
  const given = { operator_id, page: "terms" as const, seen_version: 0, valid_from: undefined, values };
  const publish = (change: object = {}) =>
    publishLegalText(world, {
      ...given,
      text: { en: "You are {{rule.age}}.", de: "Du bist {{rule.age}}." },
      ...change,
    });
  return { ...world, operator_id, publish };
}

test("versions follow each other, are logged and stay as they were", async ({ database }) => {
  const world = await worldOf(database);
  const now = world.clock();
  expect(await world.publish()).toEqual({ outcome: "published", version: 1 });
  expect(await world.publish()).toEqual({ outcome: "stale" });
  expect(await world.publish({ seen_version: 1 })).toEqual({ outcome: "unchanged" });
  expect(await world.publish({ seen_version: 1, valid_from: "2020-01-01" })).toEqual({ outcome: "past" });
  const text = { en: "You are **adult**.", de: "Du bist **erwachsen**." };
  const coming = { seen_version: 1, valid_from: "2040-07-01", text };
  expect(await world.publish(coming)).toEqual({ outcome: "published", version: 2 });

  const versions = await readLegalVersions(world.db);
  expect(versionInForce(versions, "terms", now)?.version).toBe(1);
  expect(versionInForce(versions, "privacy", now)).toBeNull();
  // Midnight of summer in Berlin.
  expect(nextTextChange({ ...defaultSettings, legal_versions: versions }, now)?.toISOString()).toBe(
    "2040-06-30T22:00:00.000Z",
  );
  expect(versionInForce(versions, "terms", new Date("2040-06-30T22:00:00Z"))?.version).toBe(2);
  const first = await findLegalText(world.db, { page: "terms", version: 1, locale: "de" });
  expect(first).toMatchObject({ text: "Du bist {{rule.age}}.", filled: { "rule.age": "18" } });
  // A newer version replaces one that is still to come.
  expect(await world.publish({ seen_version: 2 })).toEqual({ outcome: "published", version: 3 });
  expect(versionInForce(await readLegalVersions(world.db), "terms", now)?.version).toBe(3);

  const log = await world.db
    .selectFrom("audit_log")
    .select(["subject", "before", "after"])
    .where("action", "=", "legal_text.published")
    .orderBy("id")
    .execute();
  expect(log).toHaveLength(3);
  expect(log[1]).toEqual({
    subject: "legal_text:terms",
    before: { version: 1, characters: ["en: 21", "de: 21"] },
    after: {
      ...{ version: 2, characters: ["en: 18", "de: 22"] },
      valid_from: "2040-06-30T22:00:00.000Z",
    },
  });
  await expect(world.db.deleteFrom("legal_texts").execute()).rejects.toThrow("append-only");
  await expect(world.db.updateTable("legal_texts").set({ text: "{}" }).execute()).rejects.toThrow(
    "append-only",
  );
});

test("of versions at the same moment one counts; creators publish none", async ({ database }) => {
  const world = await worldOf(database);
  const creator = await createCreator(world);
  await expect(world.publish({ operator_id: creator.id })).rejects.toThrow();
  const outcomes = await all(many(4), async () => (await world.publish()).outcome);
  expect(outcomes.sort()).toEqual(["published", "stale", "stale", "stale"]);
});

test("a creator accepts the terms in force or the newest", async ({ database }) => {
  const world = await worldOf(database);
  const { id: user_id } = await createCreator(world);
  const accepted = async () =>
    await world.db
      .selectFrom("users")
      .select(["accepted_terms_version", "terms_accepted_at"])
      .where("id", "=", user_id)
      .executeTakeFirstOrThrow();
  expect(await acceptTerms(world, { user_id, version: 1 })).toBe("stale");
  await world.publish();
  expect((await accepted()).accepted_terms_version).toBe(0);
  expect(await acceptTerms(world, { user_id, version: 2 })).toBe("stale");
  expect(await acceptTerms(world, { user_id, version: 1 })).toBe("accepted");
  expect(await accepted()).toEqual({ accepted_terms_version: 1, terms_accepted_at: world.clock() });
  expect(await acceptTerms(world, { user_id, version: 1 })).toBe("accepted");
  // One that comes, and the one before it that is in force.
  const coming = { valid_from: "2040-07-01", text: { en: "New", de: "Neu" } };
  await world.publish({ ...coming, seen_version: 1 });
  await world.publish({ ...coming, seen_version: 2, valid_from: "2040-08-01" });
  expect(await acceptTerms(world, { user_id, version: 2 })).toBe("stale");
  expect(await acceptTerms(world, { user_id, version: 3 })).toBe("accepted");
  expect(await acceptTerms(world, { user_id, version: 1 })).toBe("accepted");
  expect((await accepted()).accepted_terms_version).toBe(3);
});

test("what is no plain text and no safe link is refused, and never rendered", () => {
  const faultsOf = (text: string) => findFaults(text, Object.keys(VALUES)).map(({ fault }) => fault);
  const attacks: Record<string, string[]> = {
    "<script>alert(1)</script>": ["markup"],
    "a <img src=x onerror=alert(1)> b": ["markup"],
    "<!-- hidden -->": ["markup"],
    "a <!-- hidden --> b": ["markup"],
    "<a href='https://x.example'>x</a>": ["markup", "markup"],
    "[x](javascript:alert(1))": ["link"],
    "[x](JaVaScRiPt:alert(1))": ["link"],
    "[x](&#106;avascript:alert(1))": ["link"],
    "[x](data:text/html;base64,PHNjcmlwdD4=)": ["link"],
    "<javascript:alert(1)>": ["link"],
    "[x](//elsewhere.example)": ["link"],
    "[x](/\\elsewhere.example)": ["link"],
    "[x]\n\n[x]: vbscript:x": ["link"],
    "![x](https://x.example/p.png)": ["image"],
    "[![x](https://x.example/p.png)](/faq)": ["image"],
    "{{secret}} {{__proto__}} {{constructor}}": ["name", "name", "name"],
    "[x]({{brand}}:alert)": ["link"],
  };
  for (const [text, faults] of Object.entries(attacks)) {
    expect.soft(faultsOf(text), text).toEqual(faults);
    const rendered = JSON.stringify(readMarkdown(text, VALUES));
    expect.soft(rendered, text).not.toMatch(/"href":"(?!\/faq)|"(img|script|src|onerror)"/);
  }
  for (const fine of [
    "1 < 2 & 3 > 2",
    "<https://x.example>",
    "[m](mailto:{{contact}})",
    "[f](/faq#a)",
    "`<b>`",
  ])
    expect.soft(faultsOf(fine), fine).toEqual([]);
});

test("values are text, links may hold them, and anchors are unique", () => {
  const nodes = readMarkdown(
    "# {{brand}} {#content}\n\n## A {#a}\n\n### B {#a}\n\n[{{contact}}](mailto:{{contact}}) {{unknown}}",
    VALUES,
  );
  expect(nodes).toEqual([
    { tag: "h2", id: "part-1", children: ["*K* <b>"] },
    { tag: "h2", id: "a", children: ["A"] },
    { tag: "h3", id: "part-3", children: ["B"] },
    {
      tag: "p",
      children: [
        { tag: "a", href: "mailto:help@kleingeld.example", children: ["help@kleingeld.example"] },
        " {{unknown}}",
      ],
    },
  ]);
});

test("deep nesting and long lines are read in a moment", () => {
  const depth = (nodes: readonly LegalNode[]): number =>
    nodes.reduce((most, node) => Math.max(most, typeof node === "string" ? 0 : 1 + depth(node.children)), 0);
  const size = 48 * 1024;
  const before = performance.now();
  for (const part of [">", "- ", "[", "*a **b ", "((", "`", "![", "<", "{{", "| a ", "[a](b", "&#", "\\"])
    expect.soft(depth(readMarkdown(part.repeat(size / part.length), {})), part).toBeLessThan(50);
  expect(performance.now() - before).toBeLessThan(10_000);
});

test.for(LOCALES)("our templates are Markdown without a fault, with all their words: %s", (locale) => {
  for (const page of LEGAL_PAGES) {
    const template = templateOf(page, locale);
    const names = [...template.matchAll(/\{\{([^}]+)\}\}/g)].map(([, name = ""]) => name);
    expect.soft(findFaults(template, names), page).toEqual([]);
    expect(template.length).toBeLessThan(20_000);
    const words = wordsOf(readMarkdown(template, {})).replace(/\s+/g, "");
    const plain = template
      .replace(/^(#+|-) /gm, "")
      .replace(/\{#\S+\}|\*\*/g, "")
      .replace(/\[([^\]]+)\]\([^)\s]+\)/g, "$1");
    expect.soft(words, page).toBe(plain.replace(/\s+/g, ""));
  }
});
