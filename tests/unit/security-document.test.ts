import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

test("every file that docs/security.md cites is there", () => {
  const text = readFileSync(path.join(root, "docs/security.md"), "utf8");
  const cited = [...text.matchAll(/`((?:app|tests|db|scripts|docs)\/[\w./*-]+)`|\]\(([\w-]+\.md)\)/g)].map(
    ([, file, document]) => file ?? `docs/${document}`,
  );
  expect(cited.length).toBeGreaterThan(40);
  const missing = cited.filter((file) => globSync(file.replace(/\/$/, ""), { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});
