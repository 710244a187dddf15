import type en from "../en/vouchers.ts";
import type { Translation } from "../shape.ts";

export default {
  buy: {
    title: "Gutschein kaufen",
    description:
      "Ein Gutschein für Kreative, von {{rule.voucher_minimum}} bis {{rule.voucher_maximum}}, sofort per E-Mail. Ohne Konto.",
    question: "Gutschein verschenken",
    intro: "Einlösen kann ihn, wer den Code hat, immer über den ganzen Betrag. Einmalig, ohne Konto.",
    amounts: "Betrag",
    own: "Anderer Betrag",
    ownHelp: "{{minimum}} bis {{maximum}}",
    capped: "Der größte Gutschein ist {{maximum}}, deshalb haben wir das ausgewählt.",
    currency: "Währung",
    message: "Deine Nachricht",
    messageHelp: "Sie steht auf dem Gutschein. Höchstens {{count}} Zeichen.",
    name: "Dein Name",
    nameHelp: "Er steht auf dem Gutschein.",
    email: "Deine E-\u2060Mail",
    emailHelp: "Dorthin gehen Code und Quittung, an niemanden sonst.",
    choose: "Bitte wählen",
    next: "Weiter zur Zahlung",
    redeem: "Du hast einen Gutschein?",
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
    note: "Du wirst zur sicheren Bezahlseite weitergeleitet. Der Gutschein gilt bis zum {{day}}. Den Kauf kannst du innerhalb von {{rule.withdrawal_days}} Tagen widerrufen, solange niemand den Gutschein eingelöst hat.",
    press_button:
      "Gerade werden hier viele Zahlungen gestartet. Es fehlt nur noch ein Schritt: Drück in {{rule.start_button_seconds}} Sekunden noch einmal auf den Knopf.",
    wait: "Gerade werden viele Zahlungen gestartet. Dein Gutschein bleibt gespeichert: Drück in {{rule.start_again_seconds}} Sekunden noch einmal auf den Knopf. Spätestens um {{until}} kannst du bezahlen.",
    blocked:
      "Von deinem Anschluss sind zu viele Zahlungen fehlgeschlagen. Dein Gutschein bleibt gespeichert: Versuch es um {{until}} noch einmal oder über einen anderen Anschluss.",
    tried_too_often:
      "Mehrere Zahlungen für diesen Gutschein sind fehlgeschlagen. Er bleibt gespeichert: Ab {{until}} kannst du es noch einmal versuchen. Frag deine Bank, warum die Karte abgelehnt wird.",
    changed: "Der Preis ist jetzt ein anderer als vorhin. Bitte schau ihn dir noch einmal an.",
    unavailable:
      "Der Zahlungsanbieter antwortet gerade nicht. Es ist kein Geld geflossen. Bitte versuch es gleich noch einmal.",
  },
  bought: {
    heading: "Dein Gutschein ist da",
    shown:
      "Eine Stunde lang steht der Code hier. Außerdem führt der Link in der E-\u2060Mail an {{email}} zu ihm.",
    mailed: "Zum Code führt der Link in der E-\u2060Mail an {{email}}.",
    otherBrowser:
      "Eine Stunde lang steht der Code hier in dem Browser, in dem du bezahlt hast. Außerdem führt der Link in der E-\u2060Mail zu ihm.",
    another: "Noch einen Gutschein kaufen",
    transferText: "Der Gutschein gilt, sobald das Geld da ist.",
    debitText:
      "Der Gutschein gilt, sobald deine Bank die Lastschrift ausführt. Das dauert meist ein paar Tage.",
    mail: "Der Code geht dann an {{email}}.",
    mailOther: "Der Code geht dann an die E-\u2060Mail-Adresse, die beim Kauf angegeben wurde.",
    back: "Zurück zu den Gutscheinen",
  },
  card: {
    title: "Gutschein",
    heading: "Gutschein über {{amount}}",
    from: "Von {{name}}",
    code: "Code",
    copy: "Code kopieren",
    copied: "Code kopiert.",
    qr: "QR-Code zu der Seite, auf der der Gutschein eingelöst wird",
    redeem: "Einzulösen auf {{address}}, im Ganzen.",
    until: "Gültig bis zum {{day}}",
    bought: "Gekauft am {{day}}",
    pdf: "Als PDF speichern",
    file: "gutschein",
    help: "Wer den Code hat, kann den Gutschein einlösen: Gib ihn nur an die Person weiter, für die er gedacht ist. Gedruckt passt diese Seite auf ein halbes Blatt.",
    withdrawal:
      "Innerhalb von {{rule.withdrawal_days}} Tagen kannst du den Kauf widerrufen, solange niemand den Gutschein eingelöst hat:",
    withdrawalLink: "Kauf widerrufen",
    states: {
      PENDING:
        "Er wird gerade eingelöst und wartet darauf, dass die Person verifiziert ist. Bis dahin lässt sich der Kauf widerrufen.",
      REDEEMED: "Er ist eingelöst.",
      EXPIRED: "Er ist abgelaufen.",
      REFUNDED: "Der Kauf wurde widerrufen oder erstattet, der Gutschein ist nichts mehr wert.",
      VOID: "Die Zahlung wurde zurückgebucht, der Gutschein ist nichts mehr wert.",
      LOCKED: "Er ist gerade gesperrt. Bitte schreib uns: [{{contact}}](mailto:{{contact}})",
    },
  },
  receipt: {
    what: "Gutschein",
    seller: "Die Servicegebühr berechnet Tribute. Der Gutschein ist seinen ganzen Betrag wert.",
    ended: {
      REFUNDED: "Der Gutschein wurde widerrufen oder erstattet und ist nichts mehr wert.",
      VOID: "Die Zahlung wurde zurückgebucht, der Gutschein ist nichts mehr wert.",
    },
  },
} satisfies Translation<typeof en>;
