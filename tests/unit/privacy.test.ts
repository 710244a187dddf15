import { expect, test } from "vitest";
import { PRIVACY_GROUP_NAMES, PRIVACY_GROUPS } from "../../app/domain/retention/privacy-groups.ts";
import { RETENTION } from "../../app/domain/retention/retention-table.ts";
import { COOKIE_NAMES } from "../../app/http/cookie-names.ts";
import { OWN_COOKIE_SECONDS } from "../../app/http/cookies.server.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LOCALES } from "../../locales/index.ts";
import { listCode, withoutComments } from "../../scripts/source-files.ts";

const code = listCode("app").map((file) => ({ name: file.name, text: withoutComments(file.text) }));
const found = (pattern: RegExp) =>
  code.flatMap(({ text }) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []));

test("the privacy page names every cookie that the code sets, and no other", () => {
  const own = Object.keys(OWN_COOKIE_SECONDS);
  const choices = found(/choiceCookie\(\s*"(\w+)"/g);
  const written = found(/`(\w+)=[^`]*Path=\//g);
  const named = code
    .filter(({ text }) => /\{NAME\}=/.test(text) && text.includes("Path=/"))
    .flatMap(({ text }) => [...text.matchAll(/const NAME = "(\w+)"/g)].flatMap(([, name]) => name ?? []));
  const set = new Set([...own, ...choices, ...written, ...named]);
  expect([...set].sort()).toEqual([...COOKIE_NAMES].sort());
});

test("cookies are written in the two places that the test of the privacy page reads", () => {
  const writers = code.filter(({ text }) => /Max-Age=.*SameSite|createCookie\(/.test(text));
  expect(writers.map(({ name }) => name).sort()).toEqual([
    "app/http/cookies.server.ts",
    "app/http/preference-cookies.server.ts",
  ]);
});

test("every table that keeps something of people is in one group of the privacy page", () => {
  const groups = Object.values(PRIVACY_GROUPS).flat<readonly (readonly string[])[]>();
  expect(new Set(groups).size).toBe(groups.length);
  expect(Object.keys(PRIVACY_GROUPS).sort()).toEqual([...PRIVACY_GROUP_NAMES].sort());
  const tables = RETENTION.filter(({ what }) => what !== "the platform's own").map(({ table }) => table);
  expect([...new Set(tables)].sort()).toEqual([...groups].sort());
});

test.for(LOCALES)("the privacy page names every period of the retention table: %s", (locale) => {
  const t = i18nFor(locale).getFixedT(locale, "legal");
  for (const group of PRIVACY_GROUP_NAMES) {
    const tables: readonly string[] = PRIVACY_GROUPS[group];
    const said = t(`periods.${group}.until`).match(/\d+/g) ?? [];
    for (const { table, until } of RETENTION.filter((row) => tables.includes(row.table)))
      for (const figure of until.match(/\d+/g) ?? []) expect(said, `${group}: ${table}`).toContain(figure);
  }
});
