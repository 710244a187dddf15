import sharp from "sharp";
import { expect, test } from "vitest";
import { records } from "../support/database/records.ts";
import { multipart, wireFan } from "../support/http/http-client.ts";
import { newAddress, newEmail, PASSWORD, setCookie } from "../support/http/users.ts";

// Addresses and names in any script, from the form to the account.

async function registerBy(email: string) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c85" } })
    .png()
    .toBuffer();
  const fields = { email, password: PASSWORD, password_confirmation: PASSWORD, terms: "on" };
  const file = { field: "document", name: "pass.png", type: "image/png", bytes };
  const form = multipart(fields, file);
  return await wireFan("de", newAddress()).send("POST", "/register", form.body, form.headers);
}

test("an address with letters beyond ASCII registers once, gets its mail and signs in by each spelling", async () => {
  const [name = ""] = newEmail().split("@");
  const address = `jörg-${name}@bücher.example`;
  const spellings = [address, `JÖRG-${name}@xn--bcher-kva.example`, `jo\u0308rg-${name}@BÜCHER.example`];
  const first = await registerBy(spellings[1] ?? "");
  expect(setCookie(first.headers, "session")).not.toBeNull();
  for (const spelling of spellings) {
    const again = await registerBy(spelling);
    expect([again.status, setCookie(again.headers, "session")]).toEqual([422, null]);
    const form = { email: spelling, password: PASSWORD };
    const signedIn = await wireFan("de", newAddress()).post("/login", form);
    expect(setCookie(signedIn.headers, "session"), spelling).not.toBeNull();
  }
  const mails = await records()
    .selectFrom("mail_outbox")
    .select("template")
    .where("recipient", "=", address)
    .execute();
  expect(mails.length).toBeGreaterThan(0);
});
