import type en from "../en/statistics.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Statistik",
  currency: "Währung",
  figures: {
    label: "Die wichtigsten Zahlen",
    thisMonth: "Diesen Monat",
    average: "Trinkgeld im Schnitt",
    best: "Bester Tag",
    returning: "Fans, die wiederkamen",
  },
  tips_one: "{{count}} Trinkgeld",
  tips_other: "{{count}} Trinkgelder",
  ofFans_one: "von {{count}} mit E-\u2060Mail-Adresse",
  ofFans_other: "von {{count}} mit E-\u2060Mail-Adresse",
  plots: {
    months: { question: "Wie viel in welchem Monat?", column: "Monat" },
    week: { question: "Wie viel an den Tagen dieser Woche?", column: "Tag" },
    types: { question: "Wie haben deine Fans bezahlt?", column: "Zahlungsart" },
    countries: { question: "Aus welchen Ländern kam Trinkgeld?", column: "Land" },
    items: { question: "Wofür gab es Trinkgeld?", column: "Wunsch" },
  },
  plotTitle: "{{question}} Balken; die Tabelle darunter nennt dieselben Zahlen.",
  waiting: "Noch nicht verfügbar",
  noItem: "Ohne Wunsch",
  others_one: "{{count}} weiterer",
  others_other: "{{count}} weitere",
  table: {
    show: "Als Tabelle anzeigen",
    amount: "Betrag",
    waiting: "Noch nicht verfügbar",
    tips: "Trinkgelder",
  },
  about:
    "Die letzten zwölf Monate, nach dem Tag der Zahlung. Geld, das an den Fan zurückging, ist an diesem Tag abgezogen.",
  empty: {
    title: "Noch nichts zu zählen",
    text: "Mit dem ersten Trinkgeld siehst du hier, wie viel wann, wie und woher kommt. Das ist deine Seite:",
    later: "Sobald deine Seite für Fans offen ist, siehst du hier mit dem ersten Trinkgeld deine Zahlen.",
  },
} satisfies Translation<typeof en>;
