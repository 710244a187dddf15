import type en from "../en/mail.ts";
import type { Translation } from "../shape.ts";

export default {
  receipt: {
    subject: "Dein Trinkgeld für {{name}}: {{total}}",
    heading: "Danke dir!",
    intro: "{{name}} bekommt {{amount}} von dir, und zwar jeden Cent.",
    item: "Dein Trinkgeld ist für: {{item}}",
    message: "Deine Nachricht",
    tip: "Trinkgeld für {{name}}",
    fee: "Servicegebühr",
    vat: "Umsatzsteuer darauf, {{rate}}",
    total: "Gesamt, {{method}}",
    charged: "Abgebucht",
    rate: "zum Referenzkurs vom {{date}}",
    paidAt: "Bezahlt am {{date}}",
    open: "Quittung öffnen",
    again: "Zur Seite von {{name}}",
    footer:
      "Du bekommst diese Mail, weil du deine Adresse für die Quittung angegeben hast. Andere Mails schicken wir dir nicht.",
  },
} satisfies Translation<typeof en>;
