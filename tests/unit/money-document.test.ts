import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LEDGER_ACCOUNTS } from "../../app/ui/components/known-names.ts";
import { listCode } from "../../scripts/source-files.ts";

const document = readFileSync(path.resolve(import.meta.dirname, "../../docs/money.md"), "utf8");

test("docs/money.md names every account of the ledger", () => {
  expect(LEDGER_ACCOUNTS.filter((code) => !document.includes(`\`${code}\``))).toEqual([]);
});

test("docs/money.md names the key of every posting rule", () => {
  const rules = listCode("app/domain/ledger/rules");
  // Those of a dispute's turns are made by one function, which begins each with "dispute:{id}".
  const keys = rules.flatMap(({ text }) => [
    ...[...text.matchAll(/\bkey: `([^`]+)`/g)].map(([, key = ""]) => key),
    ...[...text.matchAll(/\bdisputeKey\(\w+, ["`]([^"`]+)["`]\)/g)].map(
      ([, what = ""]) => `dispute:{id}:${what}`,
    ),
  ]);
  expect(keys.length).toBeGreaterThan(15);
  // "dispute:${dispute.id}:recover:${creatorId}" is written "dispute:{…}:recover:{…}"; an ending may stand alone.
  const shape = (key: string) => key.replace(/\$?\{[^}]*\}/g, "{}");
  const written = [...document.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => shape(text));
  const missing = keys.map(shape).filter((key) => {
    const ending = /:[a-z]+$/.exec(key)?.[0];
    return !written.includes(key) && !(ending && written.includes(ending));
  });
  expect(missing).toEqual([]);
});
