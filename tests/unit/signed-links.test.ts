import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSignedLinks, type SignedLink } from "../../app/crypto/crypto.server.ts";

const SECRET = "a secret of at least thirty-two characters";
const links = createSignedLinks(SECRET);
const NOW = new Date("2026-11-21T10:00:00Z");
const UNTIL = new Date("2026-11-21T10:10:00Z");
const link: SignedLink = { path: "/account/documents/1", file: "1/s", holder: "ada" };
const later = (ms: number) => new Date(UNTIL.getTime() + ms);

describe("a signed link", () => {
  it("a signed link works until its moment, and not from then on", () => {
    const signature = links.signLink(link, UNTIL);
    expect(signature).toMatch(/^[0-9a-z]+\.[\w-]{22}$/);
    for (const now of [NOW, later(-1)]) expect(links.isSigned(link, signature, now)).toBe(true);
    for (const now of [later(0), later(1), later(86_400_000)])
      expect(links.isSigned(link, signature, now)).toBe(false);
  });

  it("a signed link is for its address, its file and its holder alone", () => {
    const signature = links.signLink(link, UNTIL);
    for (const other of [
      { path: "/account/documents/2" },
      { file: "1/m" },
      { holder: "ben" },
      { holder: "" },
    ])
      expect(links.isSigned({ ...link, ...other }, signature, NOW)).toBe(false);
    // What stands in one part cannot move into the next.
    const moved = { path: "/account/documents/1", file: '1/s","ada', holder: "" };
    expect(links.isSigned(moved, signature, NOW)).toBe(false);
  });

  it("a signed link is worth nothing where another secret holds", () => {
    const others = createSignedLinks("another secret of thirty-two characters");
    expect(others.isSigned(link, links.signLink(link, UNTIL), NOW)).toBe(false);
  });

  it("a signed link is worth nothing when any letter of it is changed, added or left out", () => {
    const signature = links.signLink(link, UNTIL);
    const place = fc.integer({ min: 0, max: signature.length - 1 });
    const letter = fc.constantFrom(..."abzAZ019-_. ");
    fc.assert(
      fc.property(place, letter, (at, put) => {
        const [head, tail] = [signature.slice(0, at), signature.slice(at + 1)];
        fc.pre(put !== signature[at]);
        for (const changed of [head + put + tail, head + tail, `${head}${put}${signature.slice(at)}`])
          expect(links.isSigned(link, changed, NOW)).toBe(false);
      }),
    );
  });

  it("a signed link cannot be made up without the secret", () => {
    for (const signature of [
      "",
      ".",
      "0.",
      `zzzzzz.${"A".repeat(22)}`,
      `-1.${"A".repeat(22)}`,
      "x".repeat(5000),
    ])
      expect(links.isSigned(link, signature, NOW), signature.slice(0, 40)).toBe(false);
  });
});
