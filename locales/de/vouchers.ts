import type en from "../en/vouchers.ts";
import type { Translation } from "../shape.ts";

export default {
  buy: {
    title: "Gutschein kaufen",
    description: "Ein Gutschein für Creator, von {{minimum}} bis {{maximum}}, sofort per E-Mail. Ohne Konto.",
    question: "Gutschein verschenken",
    intro: "Für Creator, als Guthaben",
    amounts: "Betrag",
    own: "Anderer Betrag",
    ownHelp: "{{minimum}} bis {{maximum}}",
    capped: "Höchstens {{maximum}}, deshalb ist das ausgewählt.",
    currency: "Währung",
    message: "Deine Nachricht",
    messageHelp: "Auf dem Gutschein. Höchstens {{characters}} Zeichen.",
    name: "Dein Name",
    nameHelp: "Auf dem Gutschein.",
    email: "Deine E-\u2060Mail",
    emailHelp: "Für Code und Quittung.",
    choose: "Bitte wählen",
    next: "Weiter zur Zahlung",
    redeem: "Gutschein da?",
    redeemLink: "Einlösen",
  },
  steps: {
    backTo: { form: "Gutschein ändern", payment: "Zahlung ändern" },
    of: "Gutschein über {{amount}}",
  },
  payment: { next: "Zur Übersicht" },
  summary: {
    title: "Übersicht",
    question: "Alles richtig?",
    email: "Der Code geht an {{email}}",
    note: "Für Creator, als Guthaben, bis zum {{day}}. Den Kauf kannst du {{days}} Tage lang widerrufen, solange der Gutschein nicht eingelöst ist.",
    press_button:
      "Gerade zahlen viele. Drück in {{rule.start_button_seconds}} Sekunden noch einmal auf den Knopf.",
    wait: "Gerade zahlen viele. Dein Gutschein ist gespeichert: Drück in {{rule.start_again_seconds}} Sekunden noch einmal auf den Knopf, spätestens um {{until}} klappt es.",
    blocked:
      "Von deinem Anschluss sind zu viele Zahlungen fehlgeschlagen. Dein Gutschein ist gespeichert: Versuch es um {{until}} noch einmal oder über einen anderen Anschluss.",
    tried_too_often:
      "Mehrere Zahlungen sind fehlgeschlagen. Dein Gutschein ist gespeichert: Versuch es ab {{until}} noch einmal und frag deine Bank nach dem Grund.",
    changed: "Der Preis hat sich geändert. Bitte prüf ihn.",
    unavailable:
      "Der Zahlungsanbieter antwortet nicht, es ist kein Geld geflossen. Versuch es gleich noch einmal.",
  },
  bought: {
    heading: "Dein Gutschein ist da",
    shown: "Der Code ist auch in deiner Mail an {{email}}.",
    mailed: "Der Code ist in deiner Mail an {{email}}.",
    otherBrowser: "Der Code ist in deiner Mail.",
    another: "Noch einen Gutschein kaufen",
    transferText: "Der Gutschein gilt, sobald das Geld da ist.",
    debitText: "Der Gutschein gilt, sobald deine Bank die Lastschrift ausführt, meist nach ein paar Tagen.",
    mail: "Der Code geht dann an {{email}}.",
    mailOther: "Der Code kommt dann per Mail.",
    back: "Zurück zu den Gutscheinen",
  },
  card: {
    title: "Gutschein",
    heading: "Gutschein über {{amount}}",
    from: "Von {{name}}",
    code: "Code",
    copy: "Code kopieren",
    copied: "Code kopiert.",
    qr: "QR-Code zum Einlösen",
    redeem: "Für Creator, als Guthaben. Einlösen: {{address}}",
    until: "Gültig bis zum {{day}}",
    bought: "Gekauft am {{day}}",
    pdf: "Als PDF speichern",
    file: "gutschein",
    help: "Einlösen kann ihn jeder Creator, der den Code kennt: Gib ihn nur an den weiter, für den er ist.",
    withdrawal:
      "Du kannst den Kauf {{days}} Tage lang widerrufen, solange der Gutschein nicht eingelöst ist:",
    withdrawalLink: "Gutscheinkauf widerrufen",
    states: {
      PENDING:
        "Eingelöst, wartet auf die Verifizierung des Creators. Bis dahin kannst du den Kauf widerrufen.",
      REDEEMED: "Eingelöst.",
      EXPIRED: "Abgelaufen.",
      REFUNDED: "Widerrufen oder erstattet, nichts mehr wert.",
      VOID: "Zahlung zurückgebucht, nichts mehr wert.",
      LOCKED: "Gesperrt. Schreib uns: [{{contact}}](mailto:{{contact}})",
    },
  },
  receipt: {
    what: "Gutschein",
    seller:
      "Die Servicegebühr berechnet {{brand}}. Der Gutschein ist den ganzen Betrag wert, als Guthaben für Creator.",
    ended: {
      REFUNDED: "Der Gutschein ist widerrufen oder erstattet und nichts mehr wert.",
      VOID: "Die Zahlung wurde zurückgebucht, der Gutschein ist nichts mehr wert.",
    },
  },
} satisfies Translation<typeof en>;
