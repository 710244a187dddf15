import type en from "../en/auth.ts";
import type { Translation } from "../shape.ts";

export default {
  email: "E-\u2060Mail",
  password: "Passwort",
  passwordAgain: "Passwort wiederholen",
  passwordHelp:
    "Mindestens {{rule.password_minimum}} Zeichen, besser {{rule.password_advised}} oder mehr; ein kurzer Satz ist leicht zu merken und schwer zu erraten.",
  login: {
    title: "Anmelden",
    go: "Anmelden",
    forgot: "Passwort vergessen?",
    register: "Eigene Seite anlegen",
    newPassword: "Passwort geändert. Melde dich an. Alle anderen Geräte sind abgemeldet.",
  },
  code: {
    title: "Code eingeben",
    intro: "Öffne deine Authenticator-App und gib die sechs Ziffern ein, die sie für Tribute zeigt.",
    help: "Kein Handy zur Hand? Einer deiner Wiederherstellungscodes geht auch.",
    back: "Von vorn anfangen",
  },
  passkey: {
    use: "Passkey verwenden",
    failed: "Dein Browser hat keinen Passkey geliefert. Versuch es noch einmal.",
    known: "Dieses Gerät hat hier schon einen Passkey.",
  },
  register: {
    title: "Eigene Seite anlegen",
    intro:
      "Es dauert drei Minuten. Fans brauchen nie ein Konto; das hier ist für alle, die Trinkgeld bekommen.",
    emailHelp: "Fans sehen sie nie.",
    terms: "Ich habe die Datenschutzhinweise gelesen und stimme den Nutzungsbedingungen zu:",
    termsLink: "Nutzungsbedingungen",
    privacyLink: "Datenschutz",
    document: "Vorderseite deines Ausweises oder Reisepasses",
    documentHelp:
      "JPG, PNG, GIF oder PDF, höchstens {{rule.upload_megabytes}} MB. Wird verschlüsselt gespeichert; nur unser Prüfteam sieht es.",
    passwordKept: "Dein Passwort haben wir schon. Lass beide Felder leer, um es zu verwenden.",
    documentKept: "Dein Dokument haben wir schon. Wähle nur dann ein anderes, wenn du es ersetzen willst.",
    documentDrop: "Zieh die Datei hierher oder tippe, um sie auszuwählen",
    go: "Konto anlegen",
    login: "Ich habe schon ein Konto",
  },
  confirm: {
    title: "Bestätige deine E-\u2060Mail-Adresse",
    ready: "Tippe auf den Knopf, um deine Adresse zu bestätigen.",
    go: "Adresse bestätigen",
    lookTitle: "Sieh in deinen Mails nach",
    look: "Wir haben dir einen Link geschickt. Er funktioniert einmal, {{rule.register_link_hours}} Stunden lang.",
    doneTitle: "Deine Adresse ist bestätigt",
    onward: "Weiter",
    failed: "Die E-Mail-Adresse konnte nicht bestätigt werden!",
    failedHelp:
      "Der Link ist schon benutzt, abgelaufen oder nicht vollständig. Fordere eine neue Mail an, dann bekommst du einen neuen.",
    again: "Neue Mail schicken",
  },
  confirmEmail: {
    title: "Bestätige deine neue E-\u2060Mail-Adresse",
    ready: "Danach meldest du dich mit {{email}} an.",
    go: "Neue Adresse bestätigen",
    look: "Wir haben einen Link an deine neue Adresse geschickt. Er funktioniert einmal, {{rule.email_link_hours}} Stunden lang. Bis du ihn öffnest, meldest du dich mit der alten an.",
    failed: "Die E-Mail-Adresse konnte nicht bestätigt werden!",
    failedHelp:
      "Der Link ist schon benutzt oder abgelaufen, oder jemand anders nutzt die Adresse inzwischen.",
    again: "Adresse noch einmal ändern",
  },
  undoEmail: {
    title: "Änderung deiner E-\u2060Mail-Adresse rückgängig machen",
    ready: "{{email}} wird wieder die Adresse deines Kontos.",
    effects:
      "Alle Geräte werden abgemeldet, offene Links gelten nicht mehr, und Auszahlungsdaten und eine Zwei-Faktor-Anmeldung, die seitdem eingerichtet wurden, werden entfernt. Danach legst du ein neues Passwort fest.",
    go: "Rückgängig machen",
    doneTitle: "Änderung rückgängig gemacht",
    done: "Das Konto hat wieder seine alte Adresse. Dorthin haben wir einen Link für ein neues Passwort geschickt.",
    failed: "Dieser Link funktioniert nicht",
    failedHelp: "Er ist schon benutzt, oder die {{rule.email_undo_days}} Tage sind vorbei.",
    again: "Passwort vergessen?",
  },
  forgot: {
    title: "Passwort vergessen?",
    intro:
      "Gib deine E-\u2060Mail-Adresse ein. Wir schicken dir einen Link, mit dem du ein neues Passwort festlegst.",
    go: "Link schicken",
    back: "Zurück zur Anmeldung",
    sentTitle: "Sieh in deinen Mails nach",
    sent: "Falls es für {{email}} ein Konto gibt, ist der Link unterwegs. Er funktioniert eine Stunde lang.",
  },
  reset: {
    title: "Neues Passwort festlegen",
    intro: "Alle deine Geräte werden dabei abgemeldet.",
    password: "Neues Passwort",
    go: "Passwort ändern",
    failed: "Das Passwort konnte nicht zurückgesetzt werden!",
    failedHelp: "Der Link ist schon benutzt, abgelaufen oder nicht vollständig.",
    again: "Neuen Link schicken",
  },
  verifyEmail: {
    title: "Sieh in deinen Mails nach",
    intro: "Wir haben einen Link an {{email}} geschickt. Öffne ihn, dann geht es weiter.",
    demo: "Das hier ist eine Demo: Die Mail wird nicht verschickt, sondern hier aufbewahrt.",
    mailbox: "Postfach öffnen",
    resend: "Mail noch einmal schicken",
    sent: "Eine neue Mail ist unterwegs. Frühere Links funktionieren nicht mehr.",
    failed: "Die Bestätigungsmail konnte nicht noch einmal gesendet werden",
    wait_one: "Warte noch eine Sekunde und versuch es dann wieder.",
    wait_other: "Warte noch {{count}} Sekunden und versuch es dann wieder.",
    other: "Das ist nicht meine Adresse",
  },
  complete: {
    title: "Deine Seite einrichten",
    intro: "Damit finden dich deine Fans, und das steht auf deiner Seite.",
    username: "Benutzername",
    usernameHelp:
      "Die Adresse deiner Seite: {{host}}/benutzername. {{rule.username_minimum}} bis {{rule.username_maximum}} Buchstaben und Ziffern; dazwischen Punkt, Bindestrich und Unterstrich.",
    free: "Dieser Name ist frei",
    name: "Anzeigename",
    nameHelp:
      "Das steht ganz oben auf deiner Seite. {{rule.display_name_minimum}} bis {{rule.display_name_maximum}} Zeichen.",
    country: "Land",
    countryHelp: "Das Land, in dem du wohnst.",
    go: "Weiter",
  },
  terms: {
    title: "Bevor wir dich verifizieren",
    intro:
      "Damit Fans jeder Seite hier vertrauen können, prüfen wir, wer dahintersteckt. Das sind die Bedingungen.",
    age: "Du bist mindestens {{rule.age}}.",
    identity: "Du zeigst uns mit einem Ausweis und deiner Anschrift, wer du bist.",
    content: "Deine Seite und deine Links zeigen nichts, was das Gesetz oder unsere Regeln verbieten.",
    money: "Trinkgeld zahlen wir nur auf ein Konto aus, das auf deinen Namen oder deine Firma läuft.",
    data: "Deine Dokumente werden verschlüsselt aufbewahrt und {{rule.document_days}} Tage nach der Entscheidung gelöscht.",
    accept: "Einverstanden",
    decline: "Jetzt nicht",
    declineHelp: "Du kannst dich auch ohne umsehen. Trinkgeld bekommst du erst, wenn du verifiziert bist.",
    choose: "Bitte wähl eins von beiden.",
  },
} satisfies Translation<typeof en>;
