import type en from "../en/mailbox.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Postfach",
  text: "Hier landen die Mails dieser Demo. Nichts verlässt diesen Rechner.",
  empty: "Noch keine Mail. Gib jemandem Trinkgeld und hinterlass beim Bezahlen deine E-\u2060Mail-Adresse.",
  to: "An {{recipient}}",
  back: "Alle Mails",
  asHtml: "Diese Mail als HTML",
  templates: "Alle Arten von Mails",
  templatesText: "Jede Mail, die Tribute verschickt, mit erfundenem Inhalt. Ihre Links führen nirgendwohin.",
  html: "HTML",
  plain: "Text",
  operator: "Der aktuelle Code von {{email}}:",
  operatorHelp: "Er gilt einmal. Alle 30 Sekunden gibt es einen neuen: Lade die Seite neu.",
} satisfies Translation<typeof en>;
