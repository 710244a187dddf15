import { linkLetter } from "./link-letter.ts";

/** Confirms the address that an account was opened with. */
export const register = linkLetter({
  subject: "register.subject",
  heading: "register.heading",
  paragraphs: ["register.text", "register.validity"],
  button: "register.open",
  footer: "register.footer",
  page: "/register/confirm",
  purpose: "register",
});
