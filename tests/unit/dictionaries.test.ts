import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDictionaries, type Dictionaries } from "../../app/server/dictionaries.server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dictionaries-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const german = Buffer.from(`<!DOCTYPE html><p>Guten Tag ${randomBytes(4_000).toString("hex")}</p>`);
const english = Buffer.from(`<!DOCTYPE html><p>Good day ${randomBytes(4_000).toString("hex")}</p>`);
const nameOf = (bytes: Buffer) => `:${createHash("sha256").update(bytes).digest("base64")}:`;
const ACCEPTED = "gzip, deflate, br, zstd, dcb, dcz";

function open(): Dictionaries {
  writeFileSync(join(folder, "de-0123abcd.dict"), german);
  writeFileSync(join(folder, "en-89abcdef.dict"), english);
  writeFileSync(join(folder, "de-0123abcd.dict.br"), "not a dictionary");
  writeFileSync(join(folder, "enhance-abc.js"), "not a dictionary");
  return createDictionaries(folder);
}

const usable = (dictionaries: Dictionaries, named?: string, accepted?: string) =>
  dictionaries.usable({ "available-dictionary": named, "accept-encoding": accepted })?.locale ?? null;

describe("a dictionary", () => {
  test("a dictionary is used where the browser names exactly it, and takes the encoding", () => {
    const dictionaries = open();
    expect(usable(dictionaries, nameOf(german), ACCEPTED)).toBe("de");
    expect(usable(dictionaries, ` ${nameOf(english)} `, "DCZ;q=0.5")).toBe("en");
  });

  const name = nameOf(german);
  test.for<[string, string | undefined, string | undefined]>([
    ["nothing is named", undefined, ACCEPTED],
    ["another one is named", nameOf(Buffer.from("another")), ACCEPTED],
    ["the encoding is not taken", name, "gzip, deflate, br, zstd, dcb"],
    ["the encoding is refused", name, "br, dcz;q=0"],
    ["no encoding is named", name, undefined],
    ["only a longer name has it in it", name, "br, dczx"],
    ["the name is a string instead of bytes", `"${name.slice(1, -1)}"`, ACCEPTED],
    ["the name has no end", name.slice(0, -1), ACCEPTED],
    ["the name is cut", `${name.slice(0, 20)}:`, ACCEPTED],
    ["the name lacks its padding", name.replace("=", ""), ACCEPTED],
    ["the name is in the alphabet of addresses", name.replace(/[+/=]/g, "_"), ACCEPTED],
    ["the name is in hex", `:${createHash("sha256").update(german).digest("hex")}:`, ACCEPTED],
    ["two are named", `${name}, ${nameOf(english)}`, ACCEPTED],
    ["it is named twice", `${name}, ${name}`, ACCEPTED],
    ["the name is empty", "", ACCEPTED],
    ["the name is endless", `:${"A".repeat(100_000)}:`, ACCEPTED],
    ["the name is one of every object", "constructor", ACCEPTED],
  ])("no dictionary is used where %s", ([, named, accepted]) => {
    expect(usable(open(), named, accepted)).toBeNull();
  });

  test("there is one for each language, and none for others", () => {
    const dictionaries = open();
    expect(dictionaries.of("de")?.address).toBe("/assets/de-0123abcd.dict");
    expect(dictionaries.of("en")?.address).toBe("/assets/en-89abcdef.dict");
  });

  test("a build without dictionaries has none", () => {
    const none = createDictionaries(folder);
    expect(none.of("de")).toBeNull();
    expect(usable(none, nameOf(german), ACCEPTED)).toBeNull();
  });
});

test("a page that is compressed with a dictionary names it, and can be read with no other", () => {
  const page = Buffer.concat([german, Buffer.from("<p>Ada</p>")]);
  const sent = open().of("de")?.compress(page) ?? Buffer.alloc(0);
  expect(sent.subarray(0, 8).toString("hex")).toBe("5e2a4d1820000000");
  expect(sent.subarray(8, 40)).toEqual(createHash("sha256").update(german).digest());
  expect(sent.byteLength).toBeLessThan(100);
  const frame = sent.subarray(40);
  expect(zstdDecompressSync(frame, { dictionary: german })).toEqual(page);
  expect(() => {
    const other = zstdDecompressSync(frame, { dictionary: english });
    if (!other.equals(page)) throw new Error("other bytes");
  }).toThrow();
});
