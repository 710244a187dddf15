import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { auditPackages, shippedAdvisories } from "../../scripts/advisories.ts";
import { type LockedPackage, lockedPackages, softwareBill } from "../../scripts/sbom.ts";

const root = path.resolve(import.meta.dirname, "../..");
const packages = lockedPackages();
const production = packages.filter(({ isProduction }) => isProduction);

/** Licences that ask for no more than their own text. */
const ALLOWED = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "PDDL-1.0",
  "Unlicense",
]);

/** What else there is, and why it may be. */
const EXCEPTIONS: { name: RegExp; license: string | null; reason: string }[] = [
  {
    name: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    license: "LGPL-3.0-or-later",
    reason: "libvips is a library of its own, loaded by sharp, unchanged, and can be exchanged",
  },
  {
    name: /^@expo-google-fonts\//,
    license: "OFL-1.1",
    reason: "a font, shipped unchanged; documents made with it are free of its licence",
  },
  {
    name: /^argparse$/,
    license: "PSF-2.0",
    reason: "as free as the MIT licence; of markdown-it's command line, which the build leaves out",
  },
  {
    name: /^sepa$/,
    license: "MPL-2.0",
    reason: "used unchanged; the licence covers its own files alone",
  },
  {
    name: /^png-js$/,
    license: null,
    reason: "its package.json names none, its file LICENSE is the MIT licence",
  },
];

/** The licences of an expression that none allows: of alternatives one is enough. */
function notAllowed({ name, license }: LockedPackage): string[] {
  const isFine = (each: string | null) =>
    (each !== null && ALLOWED.has(each)) ||
    EXCEPTIONS.some((exception) => exception.name.test(name) && exception.license === each);
  if (license === null) return isFine(null) ? [] : ["none"];
  const alternatives = license.replace(/^\(|\)$/g, "").split(/ or /i);
  const refused = alternatives.map((all) => all.split(/ and /i).filter((each) => !isFine(each)));
  return refused.find((each) => each.length === 0) ?? refused[0] ?? [];
}

describe("what the product runs on", () => {
  test("every package of the product has a licence on the list, or is an exception by name", () => {
    const wrong = production.filter((each) => notAllowed(each).length > 0);
    expect(wrong.map((each) => `${each.name}: ${notAllowed(each).join(", ")}`)).toEqual([]);
  });

  test("every exception to the list of licences is used", () => {
    const unused = EXCEPTIONS.filter(
      (exception) =>
        !production.some(
          ({ name, license }) =>
            exception.name.test(name) &&
            (exception.license === null ? license === null : license?.includes(exception.license)),
        ),
    );
    expect(unused).toEqual([]);
  });

  test("every package of the product stands in the bill of materials with version, address, licence and checksum", () => {
    const bill = JSON.parse(JSON.stringify(softwareBill()));
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6" });
    const direct = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")).dependencies;
    for (const [name, version] of Object.entries(direct))
      expect(bill.components).toContainEqual(
        expect.objectContaining({
          name,
          version,
          purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
          scope: "required",
          hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
        }),
      );
    const refs = bill.components.map((component: { purl: string }) => component.purl);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.some((purl: string) => purl.startsWith("pkg:npm/vitest@"))).toBe(false);
  });
});

describe("packages with binaries", () => {
  /** The names in the note's first column; a star stands for the systems that a package is made for. */
  const noted = readFileSync(path.join(root, "docs/dependencies.md"), "utf8")
    .split("\n")
    .flatMap((line) => /^\| (`.+?) \|/.exec(line)?.[1] ?? [])
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
  const isNoted = (name: string) =>
    noted.some((pattern) =>
      new RegExp(`^${pattern.replace(/[.+/]/g, "\\$&").replace("*", "[\\w-]+")}$`).test(name),
    );

  test("packages for one system, and those with an install script, stand in docs/dependencies.md", () => {
    const native = packages.filter(({ isNative }) => isNative).map(({ name }) => name);
    expect(native.length).toBeGreaterThan(20);
    expect(native.filter((name) => !isNoted(name))).toEqual([]);
  });

  test("packages with programs, libraries or WebAssembly stand in docs/dependencies.md", () => {
    const folder = path.join(root, "node_modules");
    const binary = /\.(node|wasm|exe|dll|dylib|so(\.[\d.]+)?)$/;
    const owners = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => binary.test(file))
      .map((file) => /^(?:.*node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file);
    expect([...new Set(owners)].filter((name) => !isNoted(name))).toEqual([]);
  });

  test("no package runs a script when it is installed", () => {
    expect(readFileSync(path.join(root, ".npmrc"), "utf8").split("\n")).toContain("ignore-scripts=true");
    const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(Object.keys(scripts).filter((name) => /^(pre|post|install|prepare)/.test(name))).toEqual([]);
  });
});

describe("the audit without the network", () => {
  const integrity = "sha512-x";

  test("no locked package is named by a shipped advisory, and each has a checksum", () => {
    expect(auditPackages(packages, shippedAdvisories())).toEqual([]);
  });

  test.for([
    ["7.0.0", true],
    ["7.9.10", true],
    ["7.12.0", false],
    ["6.99.0", false],
    ["7.12.0-pre.1", false],
    ["8.0.0", false],
  ] as const)("version %s against 7.0.0 to 7.12.0 is found: %s", ([version, isFound]) => {
    const advisories = [
      { id: "CVE-2026-22030", package: "react-router", introduced: "7.0.0", fixed: "7.12.0" },
    ];
    const found = auditPackages([{ name: "react-router", version, integrity }], { advisories });
    expect(found.length > 0).toBe(isFound);
  });

  test("a package without a SHA-512 checksum is found", () => {
    for (const none of [null, "sha1-x"])
      expect(auditPackages([{ name: "a", version: "1.0.0", integrity: none }], { advisories: [] })).toEqual([
        "a 1.0.0: no checksum",
      ]);
  });
});
