import { beforeAll, describe, expect, inject, test } from "vitest";
import { wireFan } from "../support/http/http-client.ts";
import { makeAccount, newAddress, PASSWORD, setCookie } from "../support/http/users.ts";

// Whatever stands in return_to, a form leads to a page of this site.

const fan = wireFan("en", newAddress());

const HOSTILE: string[] = [
  "//evil.example",
  "///evil.example",
  "////evil.example/%2f..",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "\u00a0//evil.example",
  "\u2028//evil.example",
  "https://evil.example",
  "HTTPS://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\evil.example",
  "http://evil.example",
  "ftp://evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://evil.example/x",
  "mailto:a@evil.example",
  "evil.example",
  ".evil.example",
  "@evil.example",
  "/@evil.example",
  "user@evil.example",
  "//user:pass@evil.example",
  "https://localhost@evil.example",
  "https://localhost.evil.example",
  "//localhost:1/",
  "//evil.example@localhost",
  "/%2f%2fevil.example",
  "/%2f/evil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
  "/%5c%5cevil.example",
  "/%252f%252fevil.example",
  "%252f%252fevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/\r\nLocation: https://evil.example",
  "/\r\nSet-Cookie: session=A",
  "/\r\n\r\n<script>alert(1)</script>",
  "/.//evil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/a/..//evil.example",
  "/%2e%2e//evil.example",
  "／／evil.example",
  "/／evil.example",
  "⁄⁄evil.example",
  "//evil。example",
  "//ⓔvil.example",
  "//[::1]:1/",
  "//0x7f000001/",
  "?//evil.example",
  "#//evil.example",
  ";//evil.example",
  "/;@evil.example",
  `/${"a".repeat(3000)}`,
  "",
];

/** Where a browser goes by this answer. */
function goesTo(location: string | undefined): URL {
  return new URL(location ?? "", inject("product").url);
}

function staysHere(location: string | undefined, value: string): void {
  const { url } = inject("product");
  const target = goesTo(location);
  expect(target.origin, JSON.stringify(value)).toBe(new URL(url).origin);
  expect(target.username + target.password).toBe("");
  // Nor does a second look at its path leave: the next page may put it into a link.
  expect(target.pathname.startsWith("//"), JSON.stringify(value)).toBe(false);
}

let email: string;
beforeAll(async () => {
  email = (await makeAccount()).email;
});

test.for(HOSTILE)("signing in with return_to %j never leads to another site", async (return_to) => {
  const answer = await fan.post("/login", { email, password: PASSWORD, return_to });
  // A value that no browser sends, with a null byte, or beyond all length, is no form of ours.
  if (return_to.includes("\0")) expect(answer.status).toBe(400);
  else if (return_to.length > 2000) expect(answer.status).toBe(422);
  else {
    expect(answer.status).toBe(303);
    staysHere(answer.headers.location, return_to);
  }
  expect(answer.rawHeaders.join("\n")).not.toMatch(/session=A(?![\w-])/);
  const page = await fan.get(`/login?return_to=${encodeURIComponent(return_to)}`);
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/<script>alert/);
});

describe.for(["/locale", "/theme", "/notice"])("the choice %s", (path) => {
  test(`the choice ${path} leads to a page of this site, whatever is asked for`, async () => {
    for (const return_to of HOSTILE) {
      const answer = await fan.post(path, { locale: "en", theme: "dark", return_to });
      if (return_to.includes("\0")) expect(answer.status).toBe(400);
      else {
        expect(answer.status, return_to).toBe(303);
        staysHere(answer.headers.location, return_to);
      }
      expect(setCookie(answer.headers, "session")).toBeNull();
    }
  });
});

test("signing in leads to a return_to that is a page of this site, with its query", async () => {
  for (const return_to of ["/account/security", "/joerdis/5?tip=a", "/voucher/redeem/ABCD-1234", "/a%20b"]) {
    const answer = await fan.post("/login", { email, password: PASSWORD, return_to });
    expect(answer.headers.location).toBe(return_to);
  }
  const answer = await fan.post("/login", { email, password: PASSWORD });
  expect(answer.headers.location).toBe("/dashboard");
});

test("a fragment or a query of /login changes nothing of the page that signing in leads to", async () => {
  const answer = await fan.post("/login?return_to=https%3A%2F%2Fevil.example", { email, password: PASSWORD });
  expect(answer.headers.location).toBe("/dashboard");
});
