import type en from "../en/overview.ts";
import type { Translation } from "../shape.ts";

export default {
  paid: "Von Fans bezahlt, letzte {{rule.overview_days}} Tage",
  paidTitle:
    "Bezahlt nach Tagen, in Euro, mit Servicegebühr und Umsatzsteuer. Die Tabelle darunter sagt dasselbe.",
  paidNote:
    "In Euro zum Kurs des Tages, mit Servicegebühr und Umsatzsteuer. Neue Zahlungen erscheinen innerhalb einer Minute.",
  day: "Tag",
  tips: "Trinkgelder",
  amount: "Betrag der Trinkgelder",
  charged: "Bezahlt",
  table: "Als Tabelle zeigen",
  nothing: "Noch nichts.",
  refused: "Fehlgeschlagene Zahlungen und Streitfälle, letzte {{rule.overview_weeks}} Wochen",
  refusedTitle:
    "Fehlgeschlagene Zahlungen nach Grund und neue Streitfälle, nach Wochen. Die Tabelle darunter sagt dasselbe.",
  week: "Woche ab",
  all: "Zusammen",
  reasons: {
    cancelled: "Abgebrochen",
    declined: "Abgelehnt",
    expired: "Abgelaufen",
    error: "Fehler",
    disputed: "Streitfälle",
  },
  ages: "Wartet am längsten",
  agesTitle: "Seit wann das Älteste jeder Liste wartet; die Zahlen darüber sagen dasselbe.",
  age_now: "neu",
  age_hours: "{{hours}} Std.",
  age_days: "{{days}} Tage",
  waiting: "{{count}} · {{age}}",
  noWork: "Nichts wartet.",
  owed: "Geschuldet und vorhanden",
  owedTitle:
    "Was wir Kreativen, Gutscheinbesitzern, dem Finanzamt und aus ungeklärten Zahlungen schulden und was dafür da ist.",
  byCurrency: "Nach Währungen zeigen",
  currency: "Währung",
  owes: "Wir schulden",
  holds: "Dafür vorhanden",
  toBooks: "Zum Hauptbuch",
  processing: "Auszahlungen bei der Bank",
  frozen: "Auszahlungen sind angehalten: Sieh nach, warum",
} satisfies Translation<typeof en>;
