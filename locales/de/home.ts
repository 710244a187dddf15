import type en from "../en/home.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Trinkgeld für Creator",
  description:
    "{{rule.smallest_preset}} Euro und ein nettes Wort, in unter einer Minute. Ohne Konto, ohne App.",
  hero: {
    heading: "Sag danke, und zwar richtig",
    text: "{{rule.smallest_preset}} Euro und ein nettes Wort für jemanden, dessen Arbeit du liebst. In einer Minute, ohne Konto.",
    create: "Eigene Seite anlegen",
    browse: "Creator entdecken",
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
      text: "Du gibst {{rule.preselected_tip}} Euro, {{rule.preselected_tip}} Euro kommen an. Die Gebühr siehst du vor dem Bezahlen.",
    },
    light: {
      title: "Schnell auf jedem Handy",
      text: "Auch im Zug und auf alten Handys.",
    },
    proof: {
      title: "Jeder Cent ist verbucht",
      text: "In einem Buch, das niemand ändern kann, alle {{rule.ledger_check_minutes}} Minuten geprüft.",
    },
  },
  featured: { heading: "Creator, die du unterstützen kannst" },
  steps: {
    heading: "So geht’s",
    choose: {
      title: "Aussuchen",
      text: "Such dir einen Betrag oder ein Item aus.",
    },
    say: { title: "Etwas sagen", text: "Ein paar Worte oder ein Bild. Mit Namen oder ohne." },
    pay: {
      title: "Bezahlen",
      text: "Mit Karte, Überweisung oder Lastschrift. Ausgezahlt wird monatlich, ab {{minimum}}.",
    },
  },
  voices: {
    heading: "Das sagen andere",
    demo: "Zitate der Creator dieser Demo.",
    creator: "{{name}}, mit eigener Seite",
    fan: "ein Fan von {{name}}",
  },
} satisfies Translation<typeof en>;
