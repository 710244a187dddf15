import type en from "../en/share.ts";
import type { Translation } from "../shape.ts";

export default {
  preview: "Schick ein Trinkgeld mit einem netten Wort. Ohne Konto.",
  badge: "Trinkgeld für {{name}}",
  title: "Deine Seite teilen",
  intro:
    "Stell einen Knopf oder ein Badge auf deine eigene Seite oder teil den Link. Nichts davon braucht Skript oder setzt ein Cookie.",
  notOpen:
    "Deine Seite ist noch nicht offen. Sobald sie es ist, findest du hier einen Knopf und ein Badge für deine eigenen Seiten.",
  verification: "Zur Verifizierung",
  link: { title: "Link", code: "Adresse deiner Seite", copied: "Link kopiert." },
  previewTitle: "Das sehen andere, wenn du den Link teilst",
  previewAlt: "Vorschaubild mit deinem Namen und Bild",
  badgeCard: { title: "Badge", code: "Code des Badges", copied: "Code kopiert." },
  markdown: { title: "Badge für READMEs", code: "Das Badge in Markdown", copied: "Code kopiert." },
  button: { title: "Knopf", code: "Code des Knopfs", copied: "Code kopiert." },
  copy: "Kopieren",
  qr: "QR-Code",
  api: {
    title: "Für eigene Programme",
    text: "Trinkgeld auf deiner eigenen Seite annehmen oder deine Trinkgelder in eigenen Werkzeugen auswerten.",
    link: "Zur API",
  },
} satisfies Translation<typeof en>;
