export {
  type MailOutlet,
  type MailParams,
  type MailSamples,
  type MailTemplate,
  mailParams,
  type OutgoingMail,
  queueMail,
} from "./outbox.server.ts";
export { listDemoMails, readDemoMail } from "./transports.server.ts";
