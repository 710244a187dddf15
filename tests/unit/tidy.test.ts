import { describe, expect, it } from "vitest";
import { codeAlone, listCode, listSources } from "../../scripts/source-files.ts";
import { PATTERNS } from "../support/http/patterns.ts";

const sources = listSources();
const code = listCode();

const ROUTE_LINES_MAXIMUM = 200;
const CASTS_MAXIMUM = 10;

/** Imports and re-exports may rename with the same word as a cast; they are blanked out, and lines keep their numbers. */
const withoutRenames = (text: string) =>
  text.replace(/^(?:import|export)\s+(?:type\s+)?[{*][^;}]*\}?/gm, (words) => words.replace(/[^\n]/g, " "));

const lines = (text: string) => text.trimEnd().split("\n").length;

/** Every place where the pattern stands, as "file:line". */
function places(
  files: readonly { name: string; text: string }[],
  pattern: RegExp,
  read = (text: string) => text,
): string[] {
  return files.flatMap((file) =>
    read(file.text)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file.name}:${index + 1}`] : [])),
  );
}

describe("a file", () => {
  it(`every route module has at most ${ROUTE_LINES_MAXIMUM} lines`, () => {
    const routes = code.filter((file) => PATTERNS.some((each) => `app/${each.file}` === file.name));
    expect(routes.length).toBeGreaterThan(100);
    const long = routes.filter((file) => lines(file.text) > ROUTE_LINES_MAXIMUM);
    expect(long.map((file) => `${file.name}: ${lines(file.text)}`)).toEqual([]);
  });

  it("every file is named after its subject, not utils, helpers, common or the like", () => {
    const drawer = /(^|[/.-])(utils?|helpers?|common|managers?|misc|shared|lib)([/.-]|$)/i;
    // "common" is also i18next's own word for the texts that every page may need.
    const named = sources.filter((file) => !/^locales\/\w+\/common\.ts$/.test(file.name));
    expect(named.filter((file) => drawer.test(file.name)).map((file) => file.name)).toEqual([]);
  });

  it("every file is named in lower case with hyphens", () => {
    const named = code.filter((file) => !/^([a-z0-9+.-]+\/)*[a-z0-9.-]+\.tsx?$/.test(file.name));
    expect(named.map((file) => file.name)).toEqual([]);
  });
});

describe("the code", () => {
  it("no code bypasses the types by any, a double cast or a suppressed error", () => {
    const alone = /:\s*any\b|\bas\s+any\b|<any[>,]|,\s*any>|\bas\s+unknown\s+as\b/;
    expect(places(code, alone, codeAlone)).toEqual([]);
    expect(
      places(
        code,
        new RegExp(`@ts-${"(ignore|nocheck|expect-error)"}|biome-${"ignore"}|eslint-${"disable"}`),
      ),
    ).toEqual([]);
  });

  it(`at most ${CASTS_MAXIMUM} casts stand in the code, each with its reason above`, () => {
    const lasting = code.filter((file) => /^(app|db|scripts)\//.test(file.name));
    const casts = lasting.flatMap(({ name, text }) => {
      const written = text.split("\n");
      return codeAlone(withoutRenames(text))
        .split("\n")
        .flatMap((line, index) =>
          /(?:^|[\s)\]}])as\s+(?!const\b)/.test(line)
            ? [{ place: `${name}:${index + 1}`, hasReason: /^\s*\/\//.test(written[index - 1] ?? "") }]
            : [],
        );
    });
    const listed = casts.map(({ place }) => place);
    expect(listed.length, listed.join("\n")).toBeLessThanOrEqual(CASTS_MAXIMUM);
    expect(casts.filter(({ hasReason }) => !hasReason).map(({ place }) => place)).toEqual([]);
  });

  it("no test is skipped, and none runs alone", () => {
    const tests = code.filter((file) => file.name.startsWith("tests/"));
    expect(
      places(tests, /\.(only|skip|todo|fails)\b\s*[(.]|\b(xit|fit|xdescribe|fdescribe)\(/, codeAlone),
    ).toEqual([]);
  });

  it("money is counted in whole units, without reading or rounding floats", () => {
    const near = code.filter((file) => /^app\/(domain|routes|api)\//.test(file.name));
    expect(
      places(near, /\bMath\.(round|floor|ceil)\(|\.toFixed\(|\.toPrecision\(|\bparseFloat\(/, codeAlone),
    ).toEqual([]);
  });

  it("no test sleeps", () => {
    const tests = code.filter((file) => /^tests\/.*\.test\.tsx?$/.test(file.name));
    expect(
      places(
        tests,
        /\bsetTimeout\(\s*(resolve|done|r)\b|\bawait (pause|sleep|delay)\(|waitForTimeout/,
        codeAlone,
      ),
    ).toEqual([]);
  });

  it("SQL is written for PostgreSQL 15, which is the oldest that the product runs on", () => {
    const near = code.filter((file) => /^(app|db|scripts)\//.test(file.name));
    const newer =
      /returning[^`;]*\b(?:old|new)\.|(?<![.\w])uuidv[47]\(\)|\bany_value\(|\bjson_table\(|\bas \([^)]*\) virtual\b|\bmerge into\b[^`]*\breturning\b/i;
    expect(places(near, newer)).toEqual([]);
  });

  it("the product writes to its log, not to the console", () => {
    const app = code.filter((file) => file.name.startsWith("app/"));
    // The first sign-in check's 401 is printed there, and nothing else (docs/product.md, 9.7).
    const written = places(app, /\bconsole\.\w+\(/, codeAlone);
    expect(written.filter((place) => !place.startsWith("app/enhance/watch-viewer.ts:"))).toEqual([]);
  });
});

describe("the project", () => {
  it("no file names a path of a developer's machine or a package registry", () => {
    const machine =
      /(^|[\s"'`(=:])\/(work|home|Users)\/\w|(^|[\s"'`(=:])\/root\/\w|\bfile:\/\/\/(work|home|root|Users)\//;
    const registry =
      /"resolved"\s*:|\bregistry\s*=\s*http|\b(npmjs|yarnpkg|verdaccio|artifactory|jfrog|nexus)\.(org|com|io|local)\b|_authToken/i;
    const written = sources.filter((file) => file.name !== "tests/unit/tidy.test.ts");
    expect(places(written, machine)).toEqual([]);
    expect(places(written, registry)).toEqual([]);
  });

  it("no code reads a file outside of the repository", () => {
    const beside = /["'`](\.\.\/)+shared\b|\/shared\/(spec|design)\b/;
    expect(
      places(
        code.filter((file) => file.name !== "tests/unit/tidy.test.ts"),
        beside,
      ),
    ).toEqual([]);
  });
});
