import type en from "../en/creator-pages.ts";
import type { Translation } from "../shape.ts";

export default {
  words: {
    words: "Text",
    kind: { ABOUT: "Text über den Creator", GOAL: "Ziel" },
    shown: "Jetzt auf der Seite",
    nothing: "nichts",
    page: "Was die Seite zeigt",
    acceptText: "Er erscheint auf der Seite.",
    declineText: "Die Seite bleibt, wie sie ist.",
    reasonHelp: "Sieht der Creator. Bis {{rule.reason_maximum}} Zeichen.",
  },
  page: {
    title: "Seite von {{name}}",
    link: "Texte und Fans",
    removeAbout: "Text entfernen",
    removeGoal: "Ziel entfernen",
    removeText: "Sofort entfernt. Dieselben Worte prüfen wir beim nächsten Mal.",
    removeFan: "Von der Seite nehmen",
    fans: "Letzte Fans",
    noFans: "Keine Fans.",
    done: {
      removed: "Von der Seite entfernt.",
      taken_off: "Von der Seite entfernt.",
      gone: "Schon weg.",
    },
  },
} satisfies Translation<typeof en>;
