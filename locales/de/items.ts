import type en from "../en/items.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Deine Wünsche",
  intro:
    "Wofür dir deine Fans Trinkgeld geben können, jeweils mit festem Betrag. Die Wünsche stehen in dieser Reihenfolge auf deiner Seite, über den Beträgen.",
  amounts: "Beträge festlegen",
  add: "Wunsch hinzufügen",
  full: "Du hast {{rule.items_maximum}} Wünsche, mehr geht nicht. Lösche einen, um einen neuen hinzuzufügen.",
  empty: {
    title: "Noch keine Wünsche",
    text: "Ein Wunsch sagt, wofür ein Trinkgeld ist: ein Kaffee, neue Saiten, eine Stunde im Studio. Deine Fans wählen ihn auf deiner Seite und geben seinen Betrag. Ohne Wünsche bietet deine Seite nur Beträge an.",
  },
  status: {
    ACTIVE: "Auf deiner Seite",
    PENDING: "In Prüfung",
    DECLINED: "Abgelehnt",
    HIDDEN: "Ausgeblendet",
  },
  about: {
    PENDING: "Wir prüfen ihn innerhalb von {{rule.review_hours}} Stunden.",
    HIDDEN:
      "Deine Seite hat jetzt eine andere Währung. Lösche ihn und füge ihn mit neuem Preis wieder hinzu.",
  },
  ready: "Bereit",
  reason: "Grund:",
  drag: "Ziehen, um die Reihenfolge zu ändern",
  earlier: "„{{name}}“ nach vorn",
  later: "„{{name}}“ nach hinten",
  ordered: "Reihenfolge gespeichert.",
  remove: "Löschen",
  removeOf: "„{{name}}“ löschen",
  removeText: "Trinkgelder, die du dafür bekommen hast, bleiben.",
  removeNow: "Jetzt löschen",
  removed: "Wunsch gelöscht.",
  added: {
    ACTIVE: "Wunsch hinzugefügt.",
    PENDING:
      "Wunsch hinzugefügt. Er erscheint, sobald wir ihn geprüft haben, innerhalb von {{rule.review_hours}} Stunden.",
  },
  form: {
    title: "Wunsch hinzufügen",
    name: "Name",
    nameHelp: "Zum Beispiel: ein Kaffee. {{rule.item_name_minimum}} bis {{rule.item_name_maximum}} Zeichen.",
    amount: "Betrag",
    amountHelp: "Von {{minimum}} bis {{maximum}}.",
    image: "Bild",
    imageHelp:
      "JPG, PNG, GIF, WebP oder AVIF, höchstens {{rule.upload_megabytes}} MB. Es wird quadratisch zugeschnitten. Bilder prüfen wir, bevor sie erscheinen.",
    imageKept: "Wähl eine andere Datei, um dieses Bild zu ersetzen.",
    imageAlt: "Dein Bild für diesen Wunsch",
    imageRemove: "Dieses Bild entfernen",
    failed:
      "Die Verbindung ist abgebrochen. Sieh nach, ob der Wunsch schon da ist, bevor du ihn noch einmal schickst.",
    progress: "Wird gesendet: %s",
    save: "Hinzufügen",
    back: "Zurück zu deinen Wünschen",
  },
  edit: {
    title: "Wunsch ändern",
    link: "Ändern und neu einreichen",
    of: "„{{name}}“ ändern und neu einreichen",
    save: "Neu einreichen",
    done: "Wunsch neu eingereicht. Er erscheint, sobald wir ihn geprüft haben, innerhalb von {{rule.review_hours}} Stunden.",
  },
  gone: {
    title: "Diesen Wunsch gibt es nicht mehr",
    text: "Er wurde inzwischen gelöscht, vielleicht in einem anderen Tab. Sonst hat sich nichts geändert.",
    back: "Zurück zu deinen Wünschen",
  },
  own: {
    title: "Deine Wünsche",
    shown: "Diesen Kasten siehst nur du.",
    waiting: "Diesen Kasten siehst nur du. Deine Fans sehen Wünsche, sobald wir sie geprüft haben.",
    declined: "Deine Fans sehen ihn nicht.",
    none: "Diesen Kasten siehst nur du. Mit einem Wunsch geben dir Fans Trinkgeld für etwas: einen Kaffee, neue Saiten.",
    all: "Reihenfolge ändern oder löschen",
  },
} satisfies Translation<typeof en>;
