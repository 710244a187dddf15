import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokens } from "../../app/crypto/crypto.server.ts";

const tokens = createTokens("a secret of at least thirty-two characters");
const id = fc.uuid();

describe("a link's token", () => {
  it("a link's token leads back to the id that it was made for", () => {
    fc.assert(
      fc.property(id, (each) => {
        const token = tokens.sign("tip-draft", each);
        expect(token).toMatch(/^[\w-]{43}$/);
        expect(tokens.verify("tip-draft", token)).toBe(each);
      }),
    );
  });

  it("a link's token is worth nothing for another purpose", () => {
    fc.assert(
      fc.property(id, (each) => {
        expect(tokens.verify("receipt", tokens.sign("tip-draft", each))).toBeNull();
      }),
    );
  });

  it("a link's token is worth nothing where another secret holds", () => {
    const others = createTokens("another secret of thirty-two characters");
    fc.assert(
      fc.property(id, (each) => {
        expect(others.verify("tip-draft", tokens.sign("tip-draft", each))).toBeNull();
      }),
    );
  });

  it("a link's token is refused when a single bit of it is another", () => {
    fc.assert(
      fc.property(id, fc.nat(255), (each, bit) => {
        const bytes = Buffer.from(tokens.sign("tip-draft", each), "base64url");
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(tokens.verify("tip-draft", bytes.toString("base64url"))).toBeNull();
      }),
      { numRuns: 512 },
    );
  });

  it("a link's token has one spelling only: the same bytes written otherwise are refused", () => {
    const token = tokens.sign("tip-draft", "01890a5d-ac96-774b-bcce-b302099a8057");
    for (const other of [
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      token.slice(0, -1),
      "",
      "a".repeat(43),
      `${token}${token}`,
    ]) {
      expect(tokens.verify("tip-draft", other), other).toBeNull();
    }
    // The last of 43 characters carries two bits that no byte holds; other values of them are the same bytes.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const twins = [...alphabet].map((letter) => token.slice(0, -1) + letter).filter((twin) => twin !== token);
    for (const twin of twins) expect(tokens.verify("tip-draft", twin)).toBeNull();
  });

  it("a link's token is refused without throwing, whatever stands in the address", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(tokens.verify("tip-draft", text)).toBeNull();
      }),
    );
  });
});
