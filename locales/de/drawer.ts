import type en from "../en/drawer.ts";
import type { Translation } from "../shape.ts";

export default {
  label: "Dein Konto",
  close: "Menü schließen",
  waiting: "noch etwas zu tun",
  newTips: "neue Trinkgelder",
  profile: "Meine Seite",
  profileLater: "sobald du verifiziert bist",
  profileOwing: "sobald die Rückbuchung ausgeglichen ist",
  dashboard: "Trinkgelder",
  home: "Start",
  edit: "Profil bearbeiten",
  verification: "Verifizierung",
  payoutData: "Auszahlungsdaten",
  socialMedia: "Soziale Netzwerke",
  account: "Mein Konto",
  payouts: "Auszahlungen",
  email: "E-\u2060Mail-Adresse",
  settings: "Einstellungen",
  security: "Sicherheit",
  locked: "Warum mein Konto gesperrt ist",
  export: "Meine Daten herunterladen",
  delete: "Konto löschen",
  logout: "Abmelden",
} satisfies Translation<typeof en>;
