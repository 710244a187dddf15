import type en from "../en/mailbox.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Postfach",
  text: "Alle Mails dieser Demo. Nichts verlässt diesen Rechner.",
  empty: "Noch keine Mail. Gib Trinkgeld mit deiner E-\u2060Mail-Adresse.",
  to: "An {{recipient}}",
  back: "Alle Mails",
  asHtml: "Diese Mail als HTML",
  templates: "Alle Arten von Mails",
  templatesText: "Jede Mail von {{brand}}, mit erfundenem Inhalt und toten Links.",
  html: "HTML",
  plain: "Text",
  operator: "Der aktuelle Code von {{email}}:",
  operatorHelp: "Gilt einmal. Alle 30 Sekunden ein neuer: Lade neu.",
} satisfies Translation<typeof en>;
