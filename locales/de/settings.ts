import type en from "../en/settings.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Einstellungen",
  intro: "Für die ganze Plattform, sofort auf allen Servern.",
  groups: {
    brand: { name: "Marke", help: "Name, Farben, Startseite, Adressen" },
  },
  lastChange: "Geändert {{at}}",
  asShipped: "Wie ausgeliefert",
  change: "Ändern",
  log: "Alle Änderungen",
  save: "Speichern",
  outcome: {
    changed: "Gespeichert. Alle Server folgen in Sekunden.",
    unchanged: "Nichts geändert.",
  },
  byDefault: "Leer: {{value}}",
  fixed: "fest durch die Umgebung",
  brand: {
    title: "Marke",
    name: "Name",
    short_name: "Kurzname",
    shortNameHelp: "Oben auf jeder Seite. Leer: der Name",
    accent_light: "Akzentfarbe hell",
    accent_dark: "Akzentfarbe dunkel",
    accentHelp: "#rrggbb, für Links und Knöpfe. Leer: unsere",
    headline: "Überschrift der Startseite ({{language}})",
    support_email: "Support-Adresse",
    mail_sender: "Absendername der Mails",
    senderHelp: "Leer: der Name",
    issuer: "Aussteller von Quittungen und Abrechnungen",
    issuerHelp: "Firma, Straße, Ort, USt-IdNr., je eine Zeile. Ausgestellte bleiben.",
    social_links: "Social-Media-Links",
    socialHelp: "Je eine Zeile: Mastodon https://…",
    hides_origin: "„Läuft mit {{origin}}“ ausblenden",
  },
} satisfies Translation<typeof en>;
