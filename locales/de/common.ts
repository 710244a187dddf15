import type en from "../en/common.ts";
import type { Translation } from "../shape.ts";

export default {
  brand: "Tribute",
  skip: "Zum Inhalt springen",
  demo: "Demo, kein echtes Geld",
  demoMails: "Mails dieser Demo",
  nav: {
    label: "Hauptmenü",
    home: "Start",
    login: "Anmelden",
    signup: "Registrieren",
    menu: "Menü",
    dashboard: "Übersicht",
  },
  newTipsSuffix: "(neue Trinkgelder)",
  event: { more: "Mehr dazu" },
  choice: {
    language: "Sprache",
    theme: "Darstellung",
    light: "Hell",
    dark: "Dunkel",
    system: "System",
  },
  footer: {
    label: "Über diese Seite",
    account: "Mein Konto",
    login: "Anmelden",
    register: "Registrieren",
    forgot: "Passwort vergessen",
    voucher: "Gutschein",
    faq: "FAQ",
    contact: "Kontakt",
    terms: "AGB",
    privacy: "Datenschutz",
    imprint: "Impressum",
    removal: "Inhalt entfernen lassen",
    complaints: "Beschwerden",
    version: "Tribute {{version}}",
  },
  notice: {
    label: "Cookies",
    text: "Wir setzen Cookies nur für das, was du selbst wählst: Sprache, Darstellung, und dass du das hier gelesen hast.",
    more: "Datenschutz",
    done: "OK",
  },
  loading: { title: "Einen Moment", text: "Die Seite wird geladen." },
  later: {
    title: "Diese Seite ist noch nicht offen",
    text: "Trinkgeld geben geht schon: Such dir eine Seite aus und probier es.",
  },
  mailbox: {
    title: "Postfach",
    text: "Hier landen die Mails dieser Demo. Nichts verlässt diesen Rechner.",
    empty: "Noch keine Mail. Gib jemandem Trinkgeld und hinterlass beim Bezahlen deine E-\u2060Mail-Adresse.",
    to: "An {{recipient}}",
    back: "Alle Mails",
    asHtml: "Diese Mail als HTML",
    templates: "Alle Arten von Mails",
    templatesText:
      "Jede Mail, die Tribute verschickt, mit erfundenem Inhalt. Ihre Links führen nirgendwohin.",
    html: "HTML",
    plain: "Text",
    operator: "Der aktuelle Code von {{email}}:",
    operatorHelp: "Er gilt einmal. Alle 30 Sekunden gibt es einen neuen: Lade die Seite neu.",
  },
  form: {
    takePhoto: "Foto aufnehmen oder Datei wählen",
    errorTitle: "Fehler:",
    problems: "Bitte prüf diese Angaben:",
    gone: "Das hat nicht geklappt. Sieh dir die Seite noch einmal an: Vielleicht hat sie sich inzwischen geändert",
    optional: "freiwillig",
  },
  error: {
    home: "Zur Startseite",
    requestId: "Nummer für den Support: {{id}}",
    unknownGuard: "Unknown middleware",
    again: "Ab {{again}} geht es weiter.",
    notActive: {
      subtitle: "Diese Seite ist für verifizierte Creator",
      CREATED: "Sie öffnet sich, sobald du verifiziert bist.",
      PENDING:
        "Wir prüfen gerade deine Dokumente. Sobald du verifiziert bist, öffnet sich diese Seite; du musst nichts weiter tun.",
      DECLINED:
        "Deine Verifizierung wurde abgelehnt. Die Seite öffnet sich, sobald du sie noch einmal eingereicht hast und verifiziert bist.",
      CHARGEBACK:
        "Du bist verifiziert, aber nach einer Rückbuchung ist noch etwas offen. Was als Nächstes eingeht, gleicht das aus; dann öffnet sich diese Seite wieder.",
    },
    toPayouts: "Zu meinen Auszahlungen",
    toProfile: "Zurück zum Profil",
    toVerification: "Zu deiner Verifizierung",
    status: { title: "Fehler {{status}}" },
    s400: {
      title: "Ungültige Anfrage",
      subtitle: "Wir konnten die Anfrage nicht lesen",
      text: "Geh zurück und versuch es von der Seite davor noch einmal.",
    },
    s403: {
      title: "Zugriff verweigert",
      subtitle: "Diese Seite ist nicht für dich bestimmt",
      text: "Du darfst diese Seite nicht öffnen, oder das Formular kam von einer anderen Website.",
    },
    s404: {
      title: "Nicht gefunden",
      subtitle: "Diese Seite wurde nicht gefunden",
      text: "Vielleicht ist die Adresse vertippt, oder es gibt die Seite nicht mehr.",
    },
    s405: {
      title: "Das geht hier nicht",
      subtitle: "Diese Seite nimmt keine Formulare an",
      text: "Geh zurück und versuch es von der Seite davor noch einmal.",
      looked: "Diese Adresse lässt sich nicht aufrufen",
      lookedText:
        "Sie nimmt nur entgegen, was ein Formular abschickt. Geh zurück, oder fang auf der Startseite an.",
    },
    s410: {
      title: "Die Zeit ist um",
      subtitle: "Dieses Trinkgeld ist abgelaufen",
      text: "Was nicht innerhalb von {{rule.unpaid_hours}} Stunden bezahlt wird, verfällt. Es ist kein Geld geflossen. Fang auf der Profilseite einfach neu an.",
    },
    s413: {
      title: "Zu groß",
      subtitle: "Das war mehr, als wir annehmen",
      text: "Dateien dürfen höchstens {{rule.upload_megabytes}} MB haben.",
    },
    s429: {
      title: "Zu viele Anfragen",
      subtitle: "Das war viel in kurzer Zeit",
      text: "Warte ein paar Minuten und versuch es dann noch einmal.",
      kept: "Was du eingetippt hast, ist noch da, wenn du im Browser zurückgehst.",
    },
    s500: {
      title: "Etwas ist schiefgegangen",
      subtitle: "Das war unser Fehler, nicht deiner",
      text: "Falls du gerade bezahlt hast: Geld zählt erst, wenn der Zahlungsanbieter es bestätigt, es geht also nichts verloren. Versuch es gleich noch einmal.",
      message: "Ein unbekannter Fehler ist aufgetreten. Bitte versuche es später noch einmal.",
    },
    s503: {
      title: "Gerade nicht erreichbar",
      subtitle: "Tribute ist gerade nicht erreichbar",
      text: "Deine Eingabe wurde nicht gespeichert, und es ist kein Geld geflossen. Versuch es in einer Minute noch einmal.",
    },
    other: {
      subtitle: "Die Seite konnte nicht gezeigt werden",
      text: "Versuch es gleich noch einmal, oder fang auf der Startseite an.",
    },
  },
} satisfies Translation<typeof en>;
