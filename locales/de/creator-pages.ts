import type en from "../en/creator-pages.ts";
import type { Translation } from "../shape.ts";

export default {
  words: {
    words: "Text",
    kind: { ABOUT: "Text über die Person", GOAL: "Ziel" },
    shown: "Steht jetzt auf der Seite",
    nothing: "nichts",
    page: "Was die Seite zeigt",
    acceptText: "Ab jetzt steht er auf der Seite.",
    declineText: "Die Seite bleibt, wie sie ist.",
    reasonHelp: "Wem die Seite gehört, liest ihn. Höchstens {{rule.reason_maximum}} Zeichen.",
  },
  page: {
    title: "Seite von {{name}}",
    link: "Texte und Fans auf der Seite",
    removeAbout: "Text entfernen",
    removeGoal: "Ziel entfernen",
    removeText:
      "Das verschwindet sofort von der Seite. Kommen dieselben Worte noch einmal, prüfen wir sie vorher.",
    removeFan: "Von der Seite nehmen",
    fans: "Letzte Fans",
    noFans: "Niemand wird genannt.",
    done: {
      removed: "Von der Seite entfernt.",
      taken_off: "Von der Seite entfernt.",
      gone: "Das war schon weg.",
    },
  },
} satisfies Translation<typeof en>;
