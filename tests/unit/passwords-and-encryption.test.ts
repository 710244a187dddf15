import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createEncryption } from "../../app/crypto/crypto.server.ts";
import { hashPassword, isPassword } from "../../app/domain/auth/passwords.server.ts";

describe("a password's hash", () => {
  it("a password's hash is argon2id with 19 MiB, two passes and one lane, and a salt of its own", async () => {
    const [first, second] = [await hashPassword("Regenschirm 7"), await hashPassword("Regenschirm 7")];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
  });

  it("a password's hash matches its password again, however its letters are composed, and no other", async () => {
    const hash = await hashPassword("Grüße aus Köln");
    expect(await isPassword("Grüße aus Köln".normalize("NFD"), hash)).toBe(true);
    for (const other of ["grüße aus Köln", "Grüße aus Köln ", "Grusse aus Koln", "", "Grüße aus Köln\0"])
      expect(await isPassword(other, hash), other).toBe(false);
    expect(await isPassword("Grüße aus Köln", null)).toBe(false);
    await expect(isPassword("x", "$2b$10$abcdefghijklmnopqrstuv")).rejects.toThrow();
  });

  it("password hashes are made four at a time: further ones wait, and all are made", async () => {
    const work = (count: number) =>
      Promise.all(Array.from({ length: count }, () => hashPassword("Regenschirm 7")));
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss - before);
    }, 1);
    const hashes = await work(40);
    clearInterval(watch);
    expect(new Set(hashes).size).toBe(40);
    // Forty at once would hold 760 MiB.
    expect(peak / 1024 / 1024).toBeLessThan(300);
  });
});

describe("what is encrypted", () => {
  const encryption = createEncryption("a secret of at least thirty-two characters");
  const bytes = Buffer.from("Ausweis Nr. L01X00T47");

  it("an encrypted value opens again, and is unreadable meanwhile", () => {
    const encrypted = encryption.encrypt("document", "one", bytes);
    expect(encryption.decrypt("document", "one", encrypted)).toEqual(bytes);
    expect(encrypted.includes("Ausweis")).toBe(false);
    expect(encryption.encrypt("document", "one", bytes)).not.toEqual(encrypted);
  });

  it("an encrypted value does not open in another place, for another purpose, or with another secret", () => {
    const encrypted = encryption.encrypt("document", "one", bytes);
    expect(() => encryption.decrypt("document", "two", encrypted)).toThrow();
    expect(() => encryption.decrypt("second-factor", "one", encrypted)).toThrow();
    expect(() =>
      createEncryption("another secret of thirty-two characters").decrypt("document", "one", encrypted),
    ).toThrow();
  });

  it("an encrypted value does not open when any byte of it was changed, or some are missing", () => {
    const encrypted = encryption.encrypt("document", "one", bytes);
    for (const place of encrypted.keys()) {
      const changed = Buffer.from(encrypted);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(() => encryption.decrypt("document", "one", changed), `byte ${place}`).toThrow();
    }
    for (const length of [0, 11, 12, 15, 16, 27, encrypted.length - 1])
      expect(
        () => encryption.decrypt("document", "one", encrypted.subarray(0, length)),
        `${length} bytes`,
      ).toThrow();
    expect(() => encryption.decrypt("document", "one", Buffer.concat([encrypted, randomBytes(1)]))).toThrow();
  });
});
