import { expect, test } from "vitest";
import { listSources } from "../../scripts/source-files.ts";

/** What the code cites must be there: a document of the repository, and in it the section. */
const sources = listSources();
const documents = new Map(
  sources.filter(({ name }) => name.endsWith(".md")).map(({ name, text }) => [name, text]),
);
const citing = sources.filter(
  ({ name }) => /\.(tsx?|mjs|css|sql|md)$/.test(name) && !name.endsWith("citations.test.ts"),
);

/** "docs/product.md, 5.2"; a comment may break the line after the comma. */
const CITATION = /\bdocs\/([\w/-]+\.md)(?:,\s*(?:\*\s*|\/\/\s*)?(\d+(?:\.\d+)?))?/g;

test("every section that the code cites is there, and every document", () => {
  const cited = citing.flatMap(({ name, text }) =>
    [...text.matchAll(CITATION)].map(([, file = "", section]) => ({ name, file: `docs/${file}`, section })),
  );
  expect(cited.filter(({ section }) => section !== undefined).length).toBeGreaterThan(70);
  const missing = cited.filter(({ file, section }) => {
    const text = documents.get(file);
    const heading = section?.includes(".") ? `### ${section} ` : `## ${section}. `;
    return text === undefined || (section !== undefined && !text.includes(`\n${heading}`));
  });
  expect(missing).toEqual([]);
});

test("sections are cited in one spelling, and decisions that are there", () => {
  const decisions = new Set(
    [...documents.keys()].flatMap((name) => /^docs\/decisions\/(\d{3})-/.exec(name)?.[1] ?? []),
  );
  const code = citing.filter(({ name }) => !name.endsWith(".md"));
  const breaches = code.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line, index) => {
      const odd =
        /(?<!docs\/)\b(?:product|money)\.md,? (?:section |§ ?)?\d|docs\/[\w/-]+\.md,? (?:section |§ ?)\d|docs\/[\w/-]+\.md \d/;
      const missing = [...line.matchAll(/\bdecision (\d{3})\b/g)].filter(
        ([, number = ""]) => !decisions.has(number),
      );
      return odd.test(line) || missing.length > 0 ? [`${name}:${index + 1}`] : [];
    }),
  );
  expect(breaches).toEqual([]);
});

test("no comment cites a page that is not in the repository", () => {
  const elsewhere =
    /(?<![\w/-])(?:decisions|performance|stack|stack-notes|integrations|look|attacks|words|request)\.md|\b(?:api|routes|texts)\.tsv|\bthe specifications?\b|\(specification/i;
  const breaches = citing.flatMap(({ name, text }) =>
    text.split("\n").flatMap((line, index) => (elsewhere.test(line) ? [`${name}:${index + 1}`] : [])),
  );
  expect(breaches).toEqual([]);
});
