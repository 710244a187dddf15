import { linkLetter } from "./link-letter.ts";

/** The link that deletes an account. */
export const deletion = linkLetter({
  subject: "deletion.subject",
  heading: "deletion.heading",
  paragraphs: ["deletion.text", "deletion.validity"],
  button: "deletion.open",
  footer: "deletion.footer",
  page: "/account/delete",
  purpose: "deletion",
});
