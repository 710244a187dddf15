import type en from "../en/redeem.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Gutschein einlösen",
  intro: "Für Creator, als Guthaben. Eingelöst wird erst im nächsten Schritt.",
  what: "Für Creator, als Guthaben",
  code: "Gutscheincode",
  codeHelp: "{{rule.voucher_code_characters}} Zeichen",
  another: "Anderer Code",
  check: "Gutschein prüfen",
  help: "Fragen:",
  faq: "Wie Gutscheine funktionieren",
  withdrawal: "Gutscheinkauf widerrufen",
  from: "Von {{name}}",
  validUntil: "Gültig bis {{date}}",
  redeem: "{{amount}} einlösen",
  converted: "Du bekommst {{credit}} für {{amount}}: {{rate}}, Referenzkurs vom {{date}}.",
  becomes: {
    available: "Sofort verfügbar.",
    waiting: "Verfügbar ab {{at}}.",
    pending:
      "Gutgeschrieben, sobald du verifiziert bist. Nach {{rule.voucher_pending_days}} Tagen wird der Code wieder gültig.",
  },
  owing: "Der Gutschein gleicht zuerst deine Schuld aus einer Rückbuchung aus, der Rest gehört dir.",
  cannot: {
    operator: "Im Backoffice gibt es kein Guthaben.",
    locked: "Dein Konto ist gesperrt.",
    direct: "Fans zahlen direkt an dich; Gutscheine kannst du nicht einlösen.",
    no_rate:
      "Gerade kein Wechselkurs für deine Währung. Der Gutschein bleibt gültig: Versuch es später noch einmal.",
  },
  visitor: {
    text: "Melde dich an, dann kommen {{amount}} auf dein Guthaben.",
    others: "Kein Creator? Gib den Code weiter oder registriere dich.",
    login: "Anmelden",
    register: "Registrieren",
  },
  held: {
    blocked: "Zu viele falsche Codes. Ab {{until}} geht es wieder.",
    redeemed: "Dieser Gutschein ist schon eingelöst.",
    expired: "Dieser Gutschein ist abgelaufen.",
    not_valid: "Dieser Gutschein gilt im Moment nicht.",
  },
  done: {
    redeemed: "Eingelöst, auf deinem Guthaben.",
    pending: "Für dich reserviert. Gutgeschrieben, sobald du verifiziert bist.",
    toTip: "Ansehen",
    toDashboard: "Zum Dashboard",
    toVerification: "Zur Verifizierung",
  },
  waiting: {
    title: "Wartet auf deine Verifizierung",
    text: "Gutgeschrieben, sobald du verifiziert bist.",
    voucher: "Gutschein",
    amount: "Betrag",
    since: "Seit",
    end: "Code endet auf {{end}}",
  },
  withdraw: {
    title: "Vertrag widerrufen: Gutschein",
    intro:
      "Binnen der Frist deines Gutscheins, ohne Angabe von Gründen, solange der Gutschein niemandem gutgeschrieben ist. Du bekommst alles zurück, samt Gebühren.",
    confirmIntro: "Prüfe es und bestätige.",
    codeHelp: "Aus der Mail nach dem Bezahlen.",
    email: "Deine E-Mail-Adresse",
    emailHelp: "Die vom Kauf.",
    next: "Weiter",
    voucher: "Gutschein, gekauft am {{date}}",
    back: "Du bekommst zurück",
    mailed: "Bestätigung an {{email}}. Der Code gilt dann nicht mehr.",
    go: "Widerruf bestätigen",
    leave: "Abbrechen",
    done: "Widerruf angekommen, Bestätigung per Mail. Dein Geld ist auf dem Rückweg.",
    help: "Code verloren? Schreib uns:",
    terms: "Widerrufsrecht",
  },
} satisfies Translation<typeof en>;
