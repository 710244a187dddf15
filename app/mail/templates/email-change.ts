import { linkLetter } from "./link-letter.ts";

/** To the new address of an account. */
export const emailChange = linkLetter({
  subject: "emailChange.subject",
  heading: "emailChange.heading",
  paragraphs: ["emailChange.text", "emailChange.validity"],
  button: "emailChange.open",
  footer: "emailChange.footer",
  page: "/email/confirm",
  purpose: "email",
});
