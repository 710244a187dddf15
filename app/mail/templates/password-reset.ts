import { linkLetter } from "./link-letter.ts";

/** A link to a new password, for who forgot theirs. */
export const passwordReset = linkLetter({
  subject: "passwordReset.subject",
  heading: "passwordReset.heading",
  paragraphs: ["passwordReset.text", "passwordReset.validity"],
  button: "passwordReset.open",
  footer: "passwordReset.footer",
  page: "/password/reset",
  purpose: "password",
});
