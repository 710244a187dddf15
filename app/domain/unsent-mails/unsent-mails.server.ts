/** The door of mails that could not be sent. */
export { countUnsentMails, listUnsentMails, retryMail } from "./retry.server.ts";
