import type en from "../en/mail.ts";
import type { Translation } from "../shape.ts";

export default {
  legal: { imprint: "Impressum", privacy: "Datenschutz", terms: "Nutzungsbedingungen" },
  receipt: {
    issuer: "Ausgestellt von {{issuer}}",
    subject: "Dein Trinkgeld für {{name}}: {{total}}",
    heading: "Danke dir!",
    intro: "{{name}} bekommt die ganzen {{amount}}.",
    item: "Dein Trinkgeld ist für: {{item}}",
    message: "Deine Nachricht",
    tip: "Trinkgeld für {{name}}",
    fee: "Servicegebühr {{rate}}",
    vat: "USt. auf die Gebühr, {{rate}}",
    total: "Gesamt, {{method}}",
    charged: "Abgebucht",
    rate: "zum Referenzkurs vom {{date}}",
    paidAt: "Bezahlt am {{date}}",
    open: "Quittung öffnen",
    again: "Zur Seite von {{name}}",
    footer:
      "Du bekommst diese Mail, weil du deine Adresse für die Quittung angegeben hast. Andere Mails schicken wir dir nicht.",
  },
  register: {
    subject: "Bestätige deine E-Mail-Adresse",
    heading: "Willkommen bei Tribute",
    text: "Bestätige deine E-Mail-Adresse, dann richtest du deine Seite ein.",
    validity: "Der Link funktioniert einmal, {{rule.register_link_hours}} Stunden lang.",
    open: "Adresse bestätigen",
    footer:
      "Du hast dich gar nicht registriert? Dann hat sich jemand vertippt, und du kannst diese Mail ignorieren.",
  },
  passwordReset: {
    subject: "Neues Passwort für Tribute festlegen",
    heading: "Leg ein neues Passwort fest",
    text: "Du, oder jemand, der deine Adresse kennt, hat ein neues Passwort angefordert.",
    validity:
      "Der Link funktioniert einmal, {{rule.password_link_minutes}} Minuten lang. Dein altes Passwort gilt, bis du ein neues festlegst.",
    open: "Neues Passwort festlegen",
    once: "Der Link funktioniert einmal, {{rule.password_link_minutes}} Minuten lang. Danach bekommst du über „Passwort vergessen?“ einen neuen.",
    footer: "Du warst das nicht? Dann ignorier diese Mail: Ohne den Link ändert sich nichts.",
  },
  deletion: {
    subject: "Konto löschen",
    heading: "Dein Konto endgültig löschen?",
    text: "Über den Link kommst du zur letzten Bestätigung. Melde dich vorher an, falls du danach gefragt wirst.",
    validity: "Der Link funktioniert einmal, {{rule.deletion_link_hours}} Stunden lang.",
    open: "Zum Löschen",
    footer:
      "Du warst das nicht? Gib den Link nicht weiter und ändere dein Passwort. Ohne den Link wird nichts gelöscht.",
  },
  emailChange: {
    subject: "Bestätige deine neue E-Mail-Adresse",
    heading: "Deine neue Adresse",
    text: "Du möchtest dich künftig mit dieser Adresse bei Tribute anmelden. Bestätige, dass sie dir gehört.",
    validity:
      "Der Link funktioniert einmal, {{rule.email_link_hours}} Stunden lang. Bis dahin gilt deine alte Adresse.",
    open: "Neue Adresse bestätigen",
    footer: "Du wolltest das gar nicht? Dann hat sich jemand vertippt, und du kannst diese Mail ignorieren.",
  },
  emailChanged: {
    subject: "Deine E-Mail-Adresse wurde geändert",
    heading: "Dein Konto hat eine neue Adresse",
    text: "Du meldest dich jetzt mit {{email}} an.",
    undo: "Wenn du das nicht warst, mach es bis {{until}} rückgängig. Dein Konto bekommt die alte Adresse zurück, alle Geräte werden abgemeldet, und du legst ein neues Passwort fest. Bis zu diesem Zeitpunkt zahlen wir nichts aus.",
    open: "Änderung rückgängig machen",
    footer:
      "Warst du es selbst, musst du nichts tun. Gib diese Mail nicht weiter: Ihr Link gibt das Konto an diese Adresse zurück.",
  },
  emailRestored: {
    subject: "Dein Konto hat wieder seine alte Adresse",
    heading: "Die Änderung deiner E-Mail-Adresse ist rückgängig gemacht",
    text: "Dein Konto hat wieder diese Adresse. Alle Geräte sind abgemeldet, und das bisherige Passwort gilt nicht mehr: Leg ein neues fest.",
    check:
      "Auszahlungsdaten, Zwei-Faktor-Anmeldung und Wiederherstellungscodes, die nach der Änderung eingerichtet wurden, sind gelöscht. Bitte prüf deinen Namen, dein Profil und deine Auszahlungseinstellungen.",
    footer: "Fragen? Antworte auf diese Mail.",
  },
  emailChangeNotice: {
    subject: "Deine E-Mail-Adresse soll sich ändern",
    heading: "Eine neue Adresse für dein Konto",
    text: "Jemand, der in deinem Konto angemeldet ist, will die Adresse auf {{email}} ändern. Sie ändert sich, sobald die neue Adresse bestätigt ist.",
    footer:
      "Du warst das nicht? Ändere sofort dein Passwort: Das stoppt die Änderung und meldet alle anderen Geräte ab. Schreib uns danach.",
  },
  passwordChanged: {
    subject: "Dein Passwort wurde geändert",
    heading: "Dein Passwort wurde geändert",
    text: "Es wurde am {{at}} geändert. Alle anderen Geräte sind jetzt abgemeldet.",
    open: "Das war ich nicht",
    footer: "Warst du es selbst, musst du nichts tun.",
  },
  chainHead: {
    subject: "Kette der Bücher am {{day}}",
    heading: "Kette der Bücher am {{day}}",
    subjectCut: "Alarm: Die Kette der Bücher ist abgeschnitten ({{day}})",
    missing:
      "Der Kopf vom {{day}} mit {{entries}} Einträgen ist nicht mehr in der Kette. Jemand hat die Datenbank geändert oder die Kette abgeschnitten; zahlt nichts aus, bis ihr wisst, warum. Dieser Kopf war:",
    empty: "Die Kette ist leer.",
    counts:
      "{{entries}} Einträge: {{checkpoints}} Prüfpunkte, {{destinations}} Auszahlungskonten, {{batches}} Sammelaufträge, {{acts}} Handlungen, {{statements}} Kontoauszüge.",
    compare:
      "Das ist der Kopf der Kette: Bewahre ihn außerhalb des Servers auf. „npm run ledger:check -- --head KOPF“ muss ihn auch später noch finden; sonst wurde davor etwas geändert oder abgeschnitten.",
    footer: "Diese Mail geht täglich an alle im Betrieb.",
  },
  operatorChanged: {
    subject: {
      created: "Neues Konto im Betrieb",
      factor_on: "Zwei-Faktor-Anmeldung im Betrieb eingerichtet",
      factor_off: "Zwei-Faktor-Anmeldung im Betrieb ausgeschaltet",
    },
    text: {
      created: "{{email}} gehört seit {{at}} zum Betrieb.",
      factor_on: "{{email}} meldet sich seit {{at}} mit einem neuen zweiten Faktor an.",
      factor_off: "{{email}} hat seit {{at}} keinen zweiten Faktor mehr.",
    },
    open: "Zum Protokoll",
    footer: "Diese Mail geht an alle anderen im Betrieb. Wollte das niemand von euch, handelt sofort.",
  },
  newDevice: {
    subject: "Neue Anmeldung bei deinem Tribute-Konto",
    heading: "Neue Anmeldung bei deinem Konto",
    text: "Am {{at}} hat sich jemand mit deinem Passwort angemeldet, auf einem Gerät, das wir noch nicht kennen.",
    open: "Geräte prüfen, überall abmelden",
    footer:
      "Warst du es selbst, musst du nichts tun. Sonst melde dich sofort überall ab und ändere dein Passwort.",
  },
  secondFactor: {
    subjectOn: "Zwei-Faktor-Anmeldung eingeschaltet",
    subjectOff: "Zwei-Faktor-Anmeldung ausgeschaltet",
    textOn:
      "Seit {{at}} brauchst du zum Anmelden auch einen Code von deinem Handy. Heb deine Wiederherstellungscodes gut auf.",
    textOff: "Seit {{at}} reicht zum Anmelden dein Passwort allein.",
    footer: "Du warst das nicht? Ändere sofort dein Passwort, melde dich überall ab und schreib uns.",
  },
  passkey: {
    subjectAdded: "Passkey hinzugefügt",
    subjectRemoved: "Passkey entfernt",
    textAdded: "Seit {{at}} kannst du dich mit dem Passkey „{{name}}“ statt mit einem Code anmelden.",
    textRemoved: "Seit {{at}} funktioniert der Passkey „{{name}}“ nicht mehr.",
  },
  networkLink: {
    linked: {
      subject: "Dein Tribute-Konto ist mit {{network}} verknüpft",
      heading: "Mit {{network}} verknüpft",
      creator: "Seit {{at}} postet Tribute für dein Konto @{{handle}} auf {{network}}, was du auswählst.",
      channel: "Seit {{at}} melden wir neue Trinkgelder auf {{network}}, über den Webhook „{{handle}}“.",
      member: "Seit {{at}} können auf {{network}} alle über das Konto {{handle}} deine Seite finden.",
      unknown: "Warst du das nicht? Löse die Verknüpfung, ändere dein Passwort und melde dich überall ab.",
      footer: "Du bekommst diese Mail, damit niemand ohne dein Wissen etwas mit deinem Konto verknüpft.",
    },
    subject: "Deine Verknüpfung mit {{network}} ist fehlgeschlagen",
    heading: "Wir können nicht mehr auf {{network}} posten",
    text: "Seit {{at}} erlaubt uns {{network}} den Zugriff auf dein Konto @{{handle}} nicht mehr. Was noch ausstand, wird nicht gepostet.",
    again: "Warst du das selbst? Dann musst du nichts tun. Sonst verknüpfe dein Konto einfach neu.",
    channelText:
      "Seit {{at}} nimmt {{network}} unsere Nachrichten für deinen Kanal nicht mehr an: Den Webhook „{{handle}}“ gibt es nicht mehr. Was noch ausstand, wird nicht mehr gemeldet.",
    channelAgain: "War das Absicht? Dann musst du nichts tun. Sonst wähle einfach wieder einen Kanal.",
    channelFooter: "Du bekommst diese Mail, weil wir Trinkgelder auf {{network}} gemeldet haben.",
    open: "Einstellungen öffnen",
    footer: "Du bekommst diese Mail, weil dein {{network}}-Konto mit deinem Tribute-Konto verknüpft war.",
  },
  voucherBought: {
    subject: "Dein Gutschein über {{amount}}",
    heading: "Dein Gutschein über {{amount}} ist da",
    text: "Für Creator, als Guthaben, einlösbar bis zum {{day}}. Der Link führt zum Code, auch als PDF zum Ausdrucken. Gib den Code nur an den weiter, für den er ist.",
    withdrawal:
      "Du kannst den Kauf {{rule.withdrawal_days}} Tage lang ohne Angabe von Gründen widerrufen, solange der Gutschein nicht eingelöst ist: {{- url}}",
    receipt: "Quittung mit Gebühr und Umsatzsteuer: {{- url}}",
    open: "Gutschein ansehen",
    footer: "Heb diese E-Mail auf: Nur ihr Link führt zum Code.",
  },
  voucherNews: {
    subject: {
      pending: "Dein Gutschein wartet auf deine Verifizierung",
      redeemed: "Gutschein eingelöst: {{amount}}",
      returned: "Dein Gutschein ist wieder offen",
      taken_back: "Ein Gutschein wurde widerrufen",
      withdrawn: "Dein Widerruf: {{amount}} kommen zurück",
    },
    heading: {
      pending: "Dein Gutschein wartet auf dich",
      redeemed: "Dein Gutschein ist eingelöst",
      returned: "Dein Gutschein ist wieder offen",
      taken_back: "Der Kauf wurde widerrufen",
      withdrawn: "Dein Widerruf ist angekommen",
    },
    text: {
      pending: "{{amount}} kommen auf dein Guthaben, sobald du verifiziert bist.",
      redeemed:
        "{{amount}} sind auf deinem Guthaben. Was noch nicht verfügbar ist, wird es, sobald der Kauf endgültig ist.",
      returned:
        "Der Gutschein konnte dir nicht gutgeschrieben werden. Sein Code gilt weiter, solange der Gutschein gültig ist.",
      taken_back:
        "Der Kauf wurde widerrufen, bevor du verifiziert warst. Die {{amount}} gehen zurück, der Code gilt nicht mehr.",
      withdrawn:
        "{{amount}} gehen auf dem Weg zurück, auf dem du bezahlt hast; je nach Bank dauert das einige Tage. Der Code gilt nicht mehr.",
    },
    open: {
      pending: "Weiter mit der Verifizierung",
      redeemed: "Zu meinen Trinkgeldern",
      returned: "Gutschein einlösen",
      taken_back: "Weiter mit der Verifizierung",
      withdrawn: "Neuen Gutschein kaufen",
    },
    footer: "Es geht um den Gutschein, dessen Code auf {{end}} endet.",
  },
  grouplistNews: {
    unnamed: "eine Gruppe ohne Namen",
    subject: {
      asked: "{{person}} möchte dazu: {{group}}",
      left: "{{person}} ist nicht mehr dabei: {{group}}",
      approved: "Du bist dabei: {{group}}",
      declined: "Deine Anfrage: {{group}}",
      removed: "Du bist nicht mehr dabei: {{group}}",
      deleted: "Gelöscht: {{group}}",
      group_approved: "Freigegeben: {{group}}",
      group_declined: "Noch nicht freigegeben: {{group}}",
      change_approved: "Deine Änderung ist online: {{group}}",
      change_declined: "Deine Änderung wurde abgelehnt: {{group}}",
      inherited: "Gehört jetzt dir: {{group}}",
    },
    heading: {
      asked: "Jemand möchte dazu",
      left: "Ein Mitglied ist gegangen",
      approved: "Willkommen in der Gruppe",
      declined: "Deine Anfrage wurde abgelehnt",
      removed: "Du wurdest aus der Gruppe entfernt",
      deleted: "Die Gruppe gibt es nicht mehr",
      group_approved: "Deine Gruppe ist freigegeben",
      group_declined: "Deine Gruppe wurde nicht freigegeben",
      change_approved: "Deine Änderung ist online",
      change_declined: "Deine Änderung wurde abgelehnt",
      inherited: "Die Gruppe gehört jetzt dir",
    },
    text: {
      asked:
        "{{person}} hat deine Einladung angenommen und wartet auf dich: {{group}}. Sobald du zustimmst, bekommt das neue Mitglied einen Anteil an den Trinkgeldern.",
      left: "{{person}} hat die Gruppe verlassen: {{group}}. Was schon da ist, bleibt; von neuen Trinkgeldern gibt es keinen Anteil mehr.",
      approved:
        "Du bist aufgenommen: {{group}}. Ab jetzt bekommst du einen Anteil an den Trinkgeldern, als deine eigenen Trinkgelder.",
      declined: "Du wurdest nicht aufgenommen: {{group}}. Sonst ändert sich für dich nichts.",
      removed:
        "Du gehörst nicht mehr dazu: {{group}}. Was du bekommen hast, behältst du; von neuen Trinkgeldern gibt es keinen Anteil mehr.",
      deleted:
        "Diese Gruppe wurde geschlossen: {{group}}. Was du bekommen hast, behältst du; neue Trinkgelder kommen nicht mehr.",
      group_approved:
        "Wir haben uns deine Gruppe angesehen: {{group}}. Die Seite ist offen, zeigt den Namen und nimmt Trinkgeld an.",
      group_declined:
        "Wir haben uns deine Gruppe angesehen und sie nicht freigegeben: {{group}}. Ändere, was nicht passt, und speichere: Dann sehen wir noch einmal hin.",
      change_approved:
        "Wir haben uns den neuen Namen oder das neue Bild angesehen: {{group}}. Die Seite zeigt die Änderung jetzt.",
      change_declined:
        "Wir haben uns den neuen Namen oder das neue Bild angesehen und nicht freigegeben: {{group}}. Die Seite zeigt weiter, was sie vorher gezeigt hat.",
      inherited:
        "Wem diese Gruppe gehört hat, hat das Konto gelöscht: {{group}}. Du bist am längsten Mitglied, deshalb gehört sie jetzt dir: Du entscheidest über Name, Bild und Mitglieder.",
    },
    reason: "Begründung: {{reason}}",
    open: {
      creators: "Mitglieder öffnen",
      edit: "Gruppe bearbeiten",
      page: "Gruppe öffnen",
      list: "Deine Gruppen öffnen",
    },
    footer: "Du bekommst diese Mail, weil du auf Tribute ein Konto hast. Fragen? Antworte einfach darauf.",
  },
  newTip: {
    subject: "{{name}} gibt dir {{amount}}",
    heading: "Ein neues Trinkgeld für dich",
    anonymous: "Ein anonymer Fan",
    text: "{{name}} hat dir {{amount}} gegeben.",
    forItem: "{{name}} hat dir {{amount}} für „{{item}}“ gegeben.",
    message: "„{{message}}“",
    open: "Meine Trinkgelder ansehen",
    footer: "Du wolltest eine Mail, wenn ein Trinkgeld ankommt. Das änderst du hier: {{url}}",
  },
  newTips: {
    subject_one: "Ein neues Trinkgeld: {{total}}",
    subject_other: "{{count}} neue Trinkgelder: {{total}}",
    heading: "Deine Trinkgelder seit gestern",
    text_one: "Du hast ein Trinkgeld bekommen: {{total}}.",
    text_other: "Du hast {{count}} Trinkgelder bekommen: {{total}}.",
  },
  thankYou: {
    subject: "{{name}} sagt Danke",
    heading: "{{name}} bedankt sich bei dir",
    message: "„{{message}}“",
    about: "Du hast am {{day}} ein Trinkgeld von {{amount}} gegeben.",
    open: "Zur Seite von {{name}}",
    footer:
      "Du bekommst diese E-Mail, weil du bei deinem Trinkgeld deine Adresse angegeben hast. Bitte antworte nicht darauf.",
    stop: "Keine Dankes-Mails mehr",
  },
  refundRequested: {
    subject: "Ein Fan bittet um {{amount}} zurück",
    heading: "Ein Fan bittet um Rückerstattung",
    text: "Es geht um ein Trinkgeld von {{amount}}. Bitte antworte bis {{day}}, sonst entscheiden wir.",
    open: "Grund lesen und antworten",
    footer: "Du bekommst diese Mail, weil ein Fan etwas von dir wissen möchte.",
  },
  refundAnswered: {
    subject: "Antwort auf deine Bitte um Rückerstattung",
    heading: "Deine Bitte um Rückerstattung",
    refunded: "Dein Trinkgeld von {{amount}} wird erstattet.",
    declined: "Deine Bitte um {{amount}} zurück wurde abgelehnt. Warum, steht auf der Quittung.",
    open: "Quittung ansehen",
    footer: "Du bekommst diese Mail, weil du um eine Rückerstattung gebeten hast.",
  },
  payoutCode: {
    subject: "Dein Code für neue Auszahlungsdaten",
    heading: "Bestätige deine Auszahlungsdaten",
    text: "Für dein Konto wurden neue Auszahlungsdaten eingegeben. Bestätige sie mit diesem Code:",
    minutes: "Er gilt {{rule.payout_code_minutes}} Minuten.",
    open: "Code eingeben",
    footer: "Du warst das nicht? Ändere sofort dein Passwort; ohne den Code ändert sich nichts.",
  },
  payoutData: {
    accepted: "Deine Auszahlungsdaten sind angenommen",
    declined: "Deine Auszahlungsdaten konnten wir nicht annehmen",
    acceptedText: "Ab jetzt geht dein Geld an {{masked_account}}.",
    declinedText:
      "Wir haben deine neuen Auszahlungsdaten ({{masked_account}}) geprüft und konnten sie nicht annehmen.",
    reason: "Grund: {{reason}}",
    open: "Meine Auszahlungsdaten",
    footer: "Du warst das nicht? Ändere sofort dein Passwort und schreib uns.",
  },
  taxDetails: {
    subject: "Wir brauchen deine Steuerdaten",
    near: "Mit deinem Trinkgeld aus {{year}} bist du nah an der Grenze, ab der wir Creator der Steuerbehörde melden müssen.",
    reportable:
      "Mit deinem Trinkgeld aus {{year}} liegst du über der Grenze, ab der wir Creator der Steuerbehörde melden müssen.",
    text: "Dafür verlangt das Gesetz deine Steuernummer. Die Eingabe dauert eine Minute.",
    open: "Steuerdaten eingeben",
    footer: "Das schicken wir höchstens {{rule.tax_mails}}-mal im Jahr, und nicht mehr, sobald sie da sind.",
  },
  payoutSent: {
    subject: "{{amount}} sind auf dem Weg zu dir",
    heading: "Deine Auszahlung ist unterwegs",
    text: "Wir haben {{amount}} an {{masked_account}} geschickt. Banken brauchen dafür ein bis drei Werktage.",
    fee: "Die Gebühr war {{fee}}.",
    statement: "Die Abrechnung hat die Nummer {{number}}. Du findest sie bei deinen Auszahlungen.",
    open: "Meine Auszahlungen",
    footer: "Daran stimmt etwas nicht? Antworte auf diese Mail.",
  },
  payoutFailed: {
    subject: "Deine Auszahlung von {{amount}} ist zurückgekommen",
    heading: "Deine Auszahlung ist zurückgekommen",
    text: "Die Bank von {{masked_account}} hat {{amount}} zurückgeschickt. Das Geld ist samt Gebühr wieder auf deinem Guthaben.",
    reason: "Die Bank sagt: {{reason}}",
    cancelled:
      "Der Beleg dieser Auszahlung ist storniert: Den Stornobeleg Nr. {{number}} findest du in deinem Verlauf.",
    next: "Prüfe deine Auszahlungsdaten, dann kannst du die Auszahlung noch einmal anfordern.",
    footer: "Daran stimmt etwas nicht? Antworte auf diese Mail.",
  },
  vatIdRefused: {
    subject: "Deine USt-\u2060IdNr. ist ungültig",
    text: "VIES, das Register der EU für USt-\u2060IdNrn., sagt: {{vat_id}} ist ungültig (abgefragt am {{at}}).",
    effect:
      "Damit gilt kein Reverse-Charge mehr: Ab jetzt enthält die Gebühr einer Auszahlung Umsatzsteuer. Für Auszahlungen, die du schon angefordert hast, ändert sich nichts.",
    next: "Bitte prüfe die Nummer. Ist sie ganz neu? Wir fragen VIES immer wieder.",
    open: "Zu meinem Profil",
  },
  verificationAccepted: {
    subject: "Du bist verifiziert",
    heading: "Willkommen, du bist verifiziert!",
    text: "Deine Seite ist offen: Ab jetzt können dir Fans Trinkgeld geben. Teile sie überall, wo sie dich finden.",
    open: "Zu meiner Übersicht",
    footer: "Deine Dokumente löschen wir in {{rule.document_days}} Tagen.",
  },
  verificationDeclined: {
    subject: "Bei deiner Verifizierung fehlt noch etwas",
    heading: "Bitte prüf deine Dokumente",
    text: "Wir haben geprüft, was du eingereicht hast, und konnten es noch nicht annehmen:",
    reason: "{{document}}: {{reason}}",
    again: "Lade diese Dokumente neu hoch und reich noch einmal ein. Alles andere bleibt, wie es ist.",
    open: "Zu meiner Verifizierung",
    footer: "Du findest, das stimmt nicht? Antworte auf diese Mail oder schreib uns.",
  },
  contentNotice: {
    subject: "Deine Meldung ist angekommen",
    heading: "Deine Meldung ist angekommen",
    text: "Danke. Dein Fall hat die Nummer {{number}}. Ein Mensch liest ihn.",
    next: "Wir schreiben dir, sobald wir entschieden haben. Wie es steht, siehst du bis dahin auf der Seite deines Falls.",
    open: "Meinen Fall öffnen",
    footer:
      "Du hast nichts gemeldet? Dann hat sich jemand bei der Adresse vertippt, und du kannst diese Mail ignorieren.",
  },
  contentDecision: {
    subject: "Entscheidung über einen gemeldeten Inhalt",
    heading: "Wir haben entschieden",
    side: {
      REPORTER: "Du hast uns einen Inhalt gemeldet, Fall {{number}}.",
      CREATOR: "Ein Inhalt auf deiner Seite wurde uns gemeldet, Fall {{number}}.",
    },
    complaint:
      "Gegen unsere Entscheidung gab es eine Beschwerde. Ein Mensch hat sich den Fall noch einmal angesehen.",
    decision: {
      NO_ACTION: "Wir unternehmen nichts: Der Inhalt bleibt.",
      REMOVED: "Wir haben den Inhalt entfernt.",
      RESTRICTED: "Wir haben den Inhalt eingeschränkt.",
    },
    reasons: "Gründe: {{reasons}}",
    human: "Das hat ein Mensch entschieden, keine Maschine.",
    until:
      "Siehst du das anders, kannst du dich bis zum {{date}} auf der Seite des Falls beschweren: kostenlos und einmal.",
    open: "Den Fall öffnen",
    footer:
      "Du kannst dich auch an eine Streitbeilegungsstelle oder an die Gerichte wenden. Wie, steht unter Beschwerden.",
  },
  accountLocked: {
    subject: "Dein Konto ist gesperrt",
    heading: "Dein Konto ist gesperrt",
    text: "Deine Seite ist geschlossen und nimmt kein Trinkgeld an. Dein Geld bleibt deins: Den Rest zahlen wir dir aus.",
    reason: "Grund: {{reason}}",
    declined: "Grund: Deine Verifizierung wurde {{rule.declines}}-mal abgelehnt.",
    open: "Was ich jetzt tun kann",
    footer:
      "Du findest, das stimmt nicht? Du kannst dich beschweren; wie, steht auf der Seite, zu der der Link oben führt.",
  },
  document: {
    mediafile_pass: "Ausweis, Vorderseite",
    mediafile_passback: "Ausweis, Rückseite",
    mediafile_shootout: "Foto mit dem Ausweis",
    mediafile_invoice: "Adressnachweis",
  },
  security: { open: "Geräte prüfen" },
} satisfies Translation<typeof en>;
