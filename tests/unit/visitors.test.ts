import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAddressReader } from "../../app/http/client-address.server.ts";
import { choiceCookie, readPreferences, safeReturnPath } from "../../app/http/preference-cookies.server.ts";
import { createPathShape } from "../../app/server/path-shape.server.ts";

describe("the way back after a choice", () => {
  it("the way back after a choice is the page that the visitor was on", () => {
    for (const path of ["/", "/jordis", "/jordis/5?step=10&creator=anna", "/a/b-c_d.e~f", "/x%20y"]) {
      expect(safeReturnPath(path), path).toBe(path);
    }
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
    "/\tevil",
    "",
    "jordis",
    "/a\nb",
  ])("the way back after a choice is home rather than %j", (path) => {
    expect(safeReturnPath(path)).toBe("/");
  });

  it("the way back after a choice never leaves our own origin, whatever is asked for", () => {
    const crafted = fc.array(
      fc.constantFrom("/", "\\", ".", "evil.example", "@", ":", "%2f", "%5c", "?", "#", "\t", "a"),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          crafted.map((parts) => parts.join("")),
        ),
        (path) => {
          const url = new URL(safeReturnPath(path), "https://tribute.example/from");
          expect(url.origin).toBe("https://tribute.example");
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a visitor's choices", () => {
  it("a visitor's choices are read from the cookies, and unknown ones count as not made", () => {
    expect(readPreferences("theme=dark; locale=de")).toMatchObject({ locale: "de", theme: "dark" });
    expect(readPreferences("locale=fr; theme=; other=1")).toMatchObject({ locale: null, theme: null });
    expect(readPreferences(null)).toMatchObject({ locale: null, theme: null });
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(["de", "en", null]).toContain(readPreferences(header).locale);
      }),
    );
  });

  it("a visitor's choices are kept for a year, out of reach of scripts, and forgotten when given back", () => {
    expect(choiceCookie("theme", "dark", true)).toBe(
      "theme=dark; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure",
    );
    expect(choiceCookie("locale", "", false)).toBe("locale=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
  });
});

describe("the address of a caller", () => {
  it("the address of a caller is the connection's own where no proxy is trusted, whatever a header claims", () => {
    const addressOf = createAddressReader([]);
    expect(addressOf("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
    for (const written of ["::ffff:203.0.113.7", "::FFFF:cb00:7107", "0:0:0:0:0:ffff:203.0.113.7"])
      expect(addressOf(written, undefined)).toBe("203.0.113.7");
    expect(addressOf("fe80::ffff:1%eth0", undefined)).toBe("fe80::ffff:1%eth0");
    expect(addressOf(undefined, "198.51.100.1")).toBe("");
  });

  it("the address of a caller is what our own proxies report, counted from the nearest", () => {
    const addressOf = createAddressReader(["10.0.0.0/8", "2001:db8::/32"]);
    expect(addressOf("10.0.0.2", "198.51.100.1")).toBe("198.51.100.1");
    expect(addressOf("10.0.0.2", "203.0.113.66, 198.51.100.1, 10.1.2.3")).toBe("198.51.100.1");
    expect(addressOf("10.0.0.2", "::ffff:102:304")).toBe("1.2.3.4");
    expect(addressOf("2001:db8::1", "2001:db9::5")).toBe("2001:db9::5");
    expect(addressOf("::ffff:10.0.0.2", "198.51.100.1")).toBe("198.51.100.1");
  });

  it("the address of a caller is not what a stranger writes into the header", () => {
    const addressOf = createAddressReader(["10.0.0.0/8"]);
    expect(addressOf("198.51.100.1", "127.0.0.1, 10.0.0.1")).toBe("198.51.100.1");
    // The proxy adds the real caller at the end; what stands before it was sent by the caller.
    expect(addressOf("10.0.0.2", "1.1.1.1, 198.51.100.1")).toBe("198.51.100.1");
  });

  it("the address of a caller is the connection's own when a proxy wrote something that is no address", () => {
    const addressOf = createAddressReader(["10.0.0.0/8"]);
    expect(addressOf("10.0.0.2", "1.1.1.1, unknown")).toBe("10.0.0.2");
    expect(addressOf("10.0.0.2", "1.1.1.1, 198.51.100.1:4711")).toBe("198.51.100.1");
    expect(addressOf("10.0.0.2", "1.1.1.1, [2001:db9::5]:443")).toBe("2001:db9::5");
    expect(addressOf("10.0.0.2", "")).toBe("10.0.0.2");
  });

  it("the address of a caller needs a configuration of addresses and networks, and says which entry is none", () => {
    expect(() => createAddressReader(["proxy.internal"])).toThrow("proxy.internal");
    expect(() => createAddressReader(["10.0.0.0/99"])).toThrow(RangeError);
  });
});

describe("the log", () => {
  const shape = createPathShape({
    root: {},
    home: { parentId: "root" },
    login: { parentId: "root", path: "login" },
    guard: { parentId: "root" },
    settings: { parentId: "guard", path: "account/settings" },
    success: { parentId: "root", path: "payment/success/:payment?" },
    receipt: { parentId: "root", path: "receipt/:token" },
    media: { parentId: "root", path: "media/:id/:file" },
    profile: { parentId: "root", path: ":profile" },
    amount: { parentId: "root", path: ":profile/:amount" },
    summary: { parentId: "root", path: ":profile/tip/:token/summary" },
    nowhere: { parentId: "root", path: "*" },
  });

  it("the log keeps a path's shape and drops names, tokens and amounts", () => {
    const token = "a".repeat(43);
    expect(shape(`/jordis/tip/${token}/summary`)).toBe("/:profile/tip/:token/summary");
    expect(shape("/payment/success/01890a5d-ac96-774b-bcce-b302099a8057")).toBe("/payment/success/:payment");
    expect(shape("/payment/success")).toBe("/payment/success");
    expect(shape(`/receipt/${token}`)).toBe("/receipt/:token");
    expect(shape("/Jordis.Kessler/12.50")).toBe("/:profile/:amount");
    expect(shape("/media/01890a5d-ac96-774b-bcce-b302099a8057/m.webp")).toBe("/media/:id/:file");
    expect(shape("/Login")).toBe("/login");
    expect(shape("/account/settings/")).toBe("/account/settings");
    expect(shape("/")).toBe("/");
  });

  it("the log knows as many shapes as there are routes, whatever is asked for", () => {
    const asked = ["/login/a", "/login/a/b", "/receipt", "//", "/a/b/c/d/e", "/constructor", "/%00", ""];
    expect(asked.map(shape)).toEqual([
      "/:profile/:amount",
      "/:unknown",
      "/:profile",
      "/",
      "/:unknown",
      "/:profile",
      "/:profile",
      "/",
    ]);
  });
});
