/** The door of mails that could not be sent. */
export { listUnsentMails, retryMail } from "./retry.server.ts";
