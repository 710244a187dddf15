import { linkLetter } from "./link-letter.ts";

/** To the address that an account has back. */
export const emailRestored = linkLetter({
  subject: "emailRestored.subject",
  heading: "emailRestored.heading",
  paragraphs: ["emailRestored.text", "emailRestored.check", "passwordReset.once"],
  button: "passwordReset.open",
  footer: "emailRestored.footer",
  page: "/password/reset",
  purpose: "password",
});
