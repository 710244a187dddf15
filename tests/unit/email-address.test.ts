import { describe, expect, it } from "vitest";
import { canonicalEmail } from "../../app/domain/email-address.schema.ts";
import { payerEmail } from "../../app/domain/payments/payer.schema.ts";
import { loginForm, registerForm } from "../../app/domain/users/user.schema.ts";
import { withdrawalForm } from "../../app/domain/vouchers/voucher.schema.ts";

/** Each way of writing, and the address that it is. */
const SAME: [string, string][] = [
  ["jörg@bücher.example", "jörg@bücher.example"],
  [" Jörg@BÜCHER.example ", "jörg@bücher.example"],
  ["jo\u0308rg@bu\u0308cher.example", "jörg@bücher.example"],
  ["jörg@xn--bcher-kva.example", "jörg@bücher.example"],
  ["jörg\u200b@bücher.example", "jörg@bücher.example"],
  ["info@XN--BCHER-KVA.EXAMPLE", "info@bücher.example"],
  ["用户@例え。example", "用户@例え.example"],
  ["Иван@почта.example", "иван@почта.example"],
  ["Jordis.K+tips@Example.com", "Jordis.K+tips@example.com"],
];

describe("an email address", () => {
  it.each(SAME)("%j is one address on every form", (typed, address) => {
    const password = { password: "a long password", password_confirmation: "a long password" };
    expect(canonicalEmail(typed)).toBe(address);
    expect(canonicalEmail(address)).toBe(address);
    expect(registerForm.parse({ ...password, email: typed, terms: "on" }).email).toBe(address);
    expect(loginForm.parse({ password: "x", email: typed }).email).toBe(address);
    expect(withdrawalForm.shape.email.parse(typed)).toBe(address);
    expect(payerEmail.parse(typed)).toBe(address);
  });

  it.each([
    ...[
      "",
      "jörg",
      "jörg@",
      "@bücher.example",
      "jörg@bücher",
      "jö rg@bücher.example",
      "jörg@bü cher.example",
    ],
    ...["a@b@c.example", "a..b@c.example", "jörg@-bücher.example", "jörg@bücher..example", "a<b>@c.example"],
    ...["a,b@c.example", `${"ö".repeat(250)}@c.example`, "a@b.example\nBcc: c@d.example"],
  ])("%j is no address", (typed) => {
    expect(loginForm.shape.email.safeParse(typed).success).toBe(false);
  });
});
