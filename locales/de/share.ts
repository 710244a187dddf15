import type en from "../en/share.ts";
import type { Translation } from "../shape.ts";

export default {
  preview: "Schick ein Trinkgeld. Ohne Konto.",
  badge: "Trinkgeld für {{name}}",
  title: "Deine Seite teilen",
  intro: "Link, Knopf oder Badge für deine eigene Website.",
  notOpen: "Deine Seite ist noch nicht offen. Verifiziere erst dein Konto.",
  verification: "Verifizierung",
  link: { title: "Link", code: "Adresse deiner Seite", copied: "Link kopiert." },
  previewTitle: "Linkvorschau",
  previewAlt: "Bild mit deinem Namen",
  badgeCard: { title: "Badge", code: "Code des Badges", copied: "Code kopiert." },
  markdown: { title: "Badge für READMEs", code: "Das Badge in Markdown", copied: "Code kopiert." },
  button: { title: "Knopf", code: "Code des Knopfs", copied: "Code kopiert." },
  newTab: "Öffnet sich in einem neuen Tab.",
  card: { title: "Karte", code: "Code der Karte", copied: "Code kopiert." },
  goal: { title: "Ziel als Bild", code: "Code des Bildes", copied: "Code kopiert." },
  copy: "Kopieren",
  copyLink: "Link kopieren",
  qr: "QR-Code",
  overlay: {
    title: "Stream-Overlay",
    text: "Zeigt jedes Trinkgeld in deinem Stream.",
    link: "Overlay einrichten",
  },
  api: {
    title: "API",
    text: "Für eigene Website und Werkzeuge.",
    link: "Dokumentation",
  },
} satisfies Translation<typeof en>;
