import type en from "../en/home.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Trinkgeld für Kreative",
  description:
    "Schick jemandem {{rule.smallest_preset}} Euro mit einem netten Wort, in unter einer Minute. Ohne Konto, ohne App.",
  hero: {
    heading: "Sag danke, und zwar richtig",
    text: "Schick jemandem, dessen Arbeit du liebst, {{rule.smallest_preset}} Euro und ein nettes Wort. Das dauert keine Minute, braucht kein Konto und geht mit jedem Handy.",
    create: "Eigene Seite anlegen",
    browse: "Kreative entdecken",
  },
  try: {
    label: "Probier’s gleich aus",
    question: "Wie viel möchtest du {{name}} schenken?",
    other: "Anderer Betrag",
    next: "Weiter zu deiner Nachricht",
  },
  values: {
    heading: "Unsere Versprechen",
    whole: {
      title: "Das ganze Trinkgeld kommt an",
      text: "Du gibst {{rule.preselected_tip}} Euro, und genau {{rule.preselected_tip}} Euro kommen an. Die Gebühr kommt obendrauf, und du siehst sie vor dem Bezahlen.",
    },
    light: {
      title: "Schnell auf jedem Handy",
      text: "Seiten von wenigen Kilobyte. Sie gehen im Zug, auf alten Handys und ganz ohne JavaScript.",
    },
    proof: {
      title: "Jeder Cent ist verbucht",
      text: "Jede Zahlung steht in einem Hauptbuch, das niemand ändern kann und das alle {{rule.ledger_check_minutes}} Minuten geprüft wird.",
    },
  },
  featured: { heading: "Kreative, die du unterstützen kannst" },
  steps: {
    heading: "So geht’s",
    choose: {
      title: "Aussuchen",
      text: "Öffne eine Seite und such dir einen Betrag aus, oder etwas von der Wunschliste.",
    },
    say: { title: "Etwas sagen", text: "Leg ein paar Worte oder ein Bild dazu. Mit deinem Namen oder ohne." },
    pay: {
      title: "Bezahlen",
      text: "Mit Karte, Überweisung oder Lastschrift. Deine Worte kommen gleich an. Ausgezahlt wird am Monatsersten, ab {{minimum}}.",
    },
  },
  voices: {
    heading: "Stimmen auf Tribute",
    demo: "Diese Zitate gehören zu den Kreativen dieser Demo.",
    creator: "{{name}}, mit eigener Seite",
    fan: "ein Fan von {{name}}",
  },
} satisfies Translation<typeof en>;
