import type en from "../en/redeem.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Gutschein einlösen",
  intro: "Gib den Code ein. Du siehst, was der Gutschein wert ist, bevor etwas passiert.",
  code: "Gutscheincode",
  codeHelp:
    "Vier Gruppen aus je vier Buchstaben und Ziffern. Leerzeichen, Striche und Kleinschreibung sind egal.",
  another: "Anderer Code",
  check: "Gutschein prüfen",
  help: "Der Code geht nicht? Schreib uns:",
  faq: "Wie Gutscheine funktionieren",
  withdrawal: "Kauf eines Gutscheins widerrufen",
  from: "Von {{name}}",
  validUntil: "Gültig bis {{date}}",
  redeem: "{{amount}} einlösen",
  converted: "Du bekommst {{credit}} für {{amount}}: {{rate}}, Referenzkurs vom {{date}}.",
  becomes: {
    available: "Das Geld ist sofort verfügbar.",
    waiting:
      "Das Geld ist ab {{at}} verfügbar, wenn die Zahlung nicht mehr so leicht zurückgebucht werden kann.",
    pending:
      "Du bist noch nicht verifiziert. Wir reservieren den Gutschein für dich und schreiben ihn dir gut, sobald du es bist; dauert das länger als {{rule.voucher_pending_days}} Tage, wird er wieder gültig.",
  },
  owing:
    "Du schuldest nach einer Rückbuchung noch Geld. Der Gutschein gleicht das zuerst aus; der Rest gehört dir.",
  cannot: {
    operator: "Im Backoffice gibt es kein Guthaben. Damit lässt sich kein Gutschein einlösen.",
    locked: "Dein Konto ist gesperrt. Damit lässt sich kein Gutschein einlösen.",
    no_rate:
      "Für deine Währung gibt es gerade keinen aktuellen Wechselkurs. Der Gutschein bleibt gültig: Versuch es später noch einmal.",
  },
  visitor: {
    text: "Gutscheine schreiben wir dem Konto von Kreativen gut. Melde dich an oder registriere dich, dann geht es hier weiter.",
    login: "Anmelden",
    register: "Registrieren",
    kept: "Dieser Browser merkt sich den Gutschein {{rule.voucher_held_hours}} Stunden lang, oder bis er eingelöst ist.",
  },
  held: {
    blocked: "Zu viele falsche Codes. Ab {{until}} geht es wieder.",
    redeemed: "Dieser Gutschein ist schon eingelöst.",
    expired: "Dieser Gutschein ist abgelaufen.",
    not_valid: "Dieser Gutschein gilt im Moment nicht. Hältst du das für falsch, schreib an {{contact}}.",
  },
  done: {
    redeemed: "Gutschein eingelöst. Der Betrag ist dir gutgeschrieben.",
    pending: "Der Gutschein ist für dich reserviert. Wir schreiben ihn dir gut, sobald du verifiziert bist.",
    toTip: "Ansehen",
    toDashboard: "Zum Dashboard",
    toVerification: "Zur Verifizierung",
  },
  waiting: {
    title: "Wartet auf deine Verifizierung",
    text: "Diese Gutscheine sind für dich reserviert. Wir schreiben sie dir von selbst gut, sobald du verifiziert bist.",
    voucher: "Gutschein",
    amount: "Betrag",
    since: "Seit",
    end: "Code endet auf {{end}}",
  },
  withdraw: {
    title: "Vertrag widerrufen: Gutschein",
    intro:
      "Den Kauf eines Gutscheins kannst du binnen {{rule.withdrawal_days}} Tagen ohne Angabe von Gründen widerrufen, solange er niemandem gutgeschrieben ist. Du bekommst alles zurück, was du gezahlt hast, samt Gebühren.",
    confirmIntro: "Prüfe, was du widerrufst, und bestätige es.",
    codeHelp: "Die Mail, die du nach dem Bezahlen bekommen hast, führt zu ihm.",
    email: "Deine E-Mail-Adresse",
    emailHelp: "Die, die du beim Kauf des Gutscheins angegeben hast.",
    next: "Weiter",
    voucher: "Gutschein, gekauft am {{date}}",
    back: "Du bekommst zurück",
    mailed: "Wir bestätigen den Widerruf mit einer Mail an {{email}}. Der Code gilt ab dann nicht mehr.",
    go: "Widerruf bestätigen",
    leave: "Abbrechen",
    done: "Dein Widerruf ist angekommen, und eine Mail bestätigt ihn. Dein Geld ist auf dem Weg zurück zu dir.",
    help: "Du hast den Code nicht mehr? Schreib uns:",
    terms: "Widerrufsrecht",
  },
} satisfies Translation<typeof en>;
