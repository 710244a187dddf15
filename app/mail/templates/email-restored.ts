import { linkLetterOf } from "./link-letter.ts";

/** To the restored address. */
export const emailRestored = linkLetterOf(
  { page: "/password/reset", purpose: "password" },
  {
    subject: "emailRestored.subject",
    heading: "emailRestored.heading",
    paragraphs: ["emailRestored.text", "emailRestored.check", "passwordReset.once"],
    button: "passwordReset.open",
    footer: "emailRestored.footer",
  },
);
