import type en from "../en/overview.ts";
import type { Translation } from "../shape.ts";

export default {
  paid: "Von Fans bezahlt, letzte {{rule.overview_days}} Tage",
  paidTitle: "Bezahlt nach Tagen, in Euro, mit Servicegebühr und Umsatzsteuer.",
  paidNote: "In Euro zum Tageskurs, mit Servicegebühr und Umsatzsteuer.",
  day: "Tag",
  tips: "Trinkgelder",
  amount: "Betrag der Trinkgelder",
  charged: "Bezahlt",
  table: "Als Tabelle",
  nothing: "Noch nichts.",
  refused: "Fehlgeschlagene Zahlungen und Streitfälle, letzte {{rule.overview_weeks}} Wochen",
  refusedTitle: "Fehlgeschlagene Zahlungen nach Grund und neue Streitfälle, nach Wochen.",
  week: "Woche ab",
  all: "Zusammen",
  reasons: {
    cancelled: "Abgebrochen",
    declined: "Abgelehnt",
    expired: "Abgelaufen",
    error: "Fehler",
    disputed: "Streitfälle",
  },
  inbox: "Offene Fälle, älteste zuerst",
  case: "Fall",
  about: "Worum es geht",
  worth: "Betrag",
  since: "Seit",
  rest_one: "Und noch einer.",
  rest_other: "Und {{count}} weitere.",
  noWork: "Nichts wartet.",
  frozen: "Auszahlungen sind angehalten",
} satisfies Translation<typeof en>;
