import { expect, test } from "vitest";
import { wireFan } from "../support/http/http-client.ts";
import { cookieOf, makeAccount } from "../support/http/users.ts";

test("a refused form of a signed-in user is shown in place, without what is secret", async () => {
  const Cookie = await cookieOf(await makeAccount({ status: "ACTIVE" }));
  const secret = "eight cups of cocoa";
  const iban = "DE02120300000000202052";
  const group = { name: `Chor ${"an der Elbe ".repeat(30)}`.trim(), currency: "GBP" };
  for (const [path, fields, shown] of [
    ["/account/edit", { username: "x", firstname: "Nele Wilhelmine" }, 'value="Nele Wilhelmine"'],
    ["/account/email", { email: "ida@", password: secret }, 'value="ida@"'],
    ["/account/password", { current_password: secret, password: secret }, "<h1"],
    ["/grouplists", { ...group, code: secret }, `value="${group.name}"`],
    [
      "/report",
      { target: "/joerdis", reason: "RIGHTS", name: "Neles Wilhelmine", code: secret },
      "Neles Wilhelmine",
    ],
    ["/account/payoutdata", { bank_account_owner: "Nele Unterwegs", bank_iban: iban }, "Nele Unterwegs"],
  ] as const) {
    const { status, headers, text } = await wireFan("de", { Cookie }).post(path, fields);
    expect([path, status, headers["cache-control"]]).toEqual([path, 422, "no-store"]);
    expect([path, text.includes(shown)]).toEqual([path, true]);
    expect([path, text.includes(secret), text.includes(iban)]).toEqual([path, false, false]);
  }
});
