export {
  type MailOutlet,
  type MailSamples,
  queueMail,
} from "./outbox.server.ts";
export type { MailParams, MailTemplate } from "./templates/templates.ts";
export { listDemoMails, readDemoMail } from "./transports.server.ts";
