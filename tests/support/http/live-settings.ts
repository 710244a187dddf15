/** What live mode asks for beside a database and a secret; mails go nowhere. */
export const LIVE_SETTINGS = {
  APP_MODE: "live",
  PUBLIC_URL: "https://tribute.example",
  SMTP_URL: "smtp://127.0.0.1:1",
  MAIL_FROM: "Tribute <hello@tribute.test>",
  CONTACT_EMAIL: "hello@tribute.test",
  REMOVAL_EMAIL: "removal@tribute.test",
  STATEMENT_ISSUER: "Tribute GmbH; Beispielweg 1; 10115 Berlin; USt-IdNr. DE123456788",
  PAYMENT_PROVIDER: "sandbox",
  ALLOW_SANDBOX_PAYMENTS: "1",
};
