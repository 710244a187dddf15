import type en from "../en/mail.ts";
import type { Translation } from "../shape.ts";

export default {
  legal: { imprint: "Impressum", privacy: "Datenschutz", terms: "Nutzungsbedingungen" },
  receipt: {
    monthly: "Monatliches Trinkgeld ansehen, ändern oder beenden",
    issuer: "Ausgestellt von {{issuer}}",
    subject: "Dein Trinkgeld für {{name}}: {{total}}",
    heading: "Danke dir!",
    intro: "{{name}} bekommt die ganzen {{amount}}.",
    item: "Für: {{item}}",
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
    footer: "Du bekommst diese Mail, weil du deine Adresse angegeben hast. Andere schicken wir nicht.",
  },
  register: {
    subject: "Bestätige deine E-Mail-Adresse",
    text: "Dann richtest du deine Seite ein.",
    validity: "Der Link funktioniert einmal, {{rule.register_link_hours}} Stunden lang.",
    open: "Adresse bestätigen",
    footer: "Nicht registriert? Ignorier diese Mail.",
  },
  passwordReset: {
    subject: "Neues Passwort für {{brand}}",
    text: "Angefordert von dir oder jemandem, der deine Adresse kennt.",
    validity:
      "Der Link funktioniert einmal, {{rule.password_link_minutes}} Minuten lang. Bis dahin gilt dein altes Passwort.",
    open: "Neues Passwort festlegen",
    once: "Der Link funktioniert einmal, {{rule.password_link_minutes}} Minuten lang. Danach hilft „Passwort vergessen?“.",
    footer: "Warst du das nicht? Ignorier diese Mail: Ohne den Link ändert sich nichts.",
  },
  deletion: {
    subject: "Konto löschen",
    text: "Bestätige es über den Link; melde dich an, falls nötig.",
    validity: "Der Link funktioniert einmal, {{rule.deletion_link_hours}} Stunden lang.",
    open: "Zum Löschen",
    footer:
      "Warst du das nicht? Gib den Link nicht weiter und ändere dein Passwort. Ohne ihn wird nichts gelöscht.",
  },
  emailChange: {
    subject: "Bestätige deine neue E-Mail-Adresse",
    text: "Danach meldest du dich mit dieser Adresse an.",
    validity:
      "Der Link funktioniert einmal, {{rule.email_link_hours}} Stunden lang. Bis dahin gilt deine alte Adresse.",
    open: "Neue Adresse bestätigen",
    footer: "Warst du das nicht? Ignorier diese Mail.",
  },
  emailChanged: {
    subject: "Deine E-Mail-Adresse wurde geändert",
    text: "Du meldest dich jetzt mit {{email}} an.",
    undo: "Warst du das nicht? Mach es bis {{until}} rückgängig: Dein Konto bekommt die alte Adresse zurück, alle Geräte werden abgemeldet, du legst ein neues Passwort fest. So lange zahlen wir nichts aus.",
    open: "Änderung rückgängig machen",
    footer:
      "Warst du es, musst du nichts tun. Gib diese Mail nicht weiter: Ihr Link gibt das Konto an diese Adresse zurück.",
  },
  emailRestored: {
    subject: "Dein Konto hat wieder seine alte Adresse",
    text: "Alle Geräte sind abgemeldet, das alte Passwort gilt nicht mehr: Leg ein neues fest.",
    check:
      "Seitdem eingerichtete Auszahlungsdaten, Zwei-Faktor-Anmeldung und Wiederherstellungscodes sind gelöscht. Bitte prüf Name, Profil und Auszahlungen.",
    footer: "Fragen? Antworte auf diese Mail.",
  },
  emailChangeNotice: {
    subject: "Deine E-Mail-Adresse soll sich ändern",
    text: "Jemand hat in deinem Konto verlangt, die Adresse auf {{email}} zu ändern. Das gilt, sobald sie bestätigt ist.",
    footer:
      "Warst du das nicht? Ändere sofort dein Passwort: Das stoppt die Änderung und meldet alle anderen Geräte ab. Dann schreib uns.",
  },
  passwordChanged: {
    subject: "Dein Passwort wurde geändert",
    text: "Geändert am {{at}}. Alle anderen Geräte sind abgemeldet.",
    open: "Das war ich nicht",
    footer: "Warst du es, musst du nichts tun.",
  },
  chainHead: {
    subject: "Kette der Bücher am {{day}}",
    subjectCut: "Alarm: Die Kette der Bücher ist abgeschnitten ({{day}})",
    missing:
      "Der Kopf vom {{day}} mit {{entries}} Einträgen fehlt in der Kette: Die Datenbank wurde geändert oder die Kette abgeschnitten. Zahlt nichts aus, bis ihr wisst, warum. Dieser Kopf war:",
    empty: "Die Kette ist leer.",
    counts:
      "{{entries}} Einträge: {{checkpoints}} Prüfpunkte, {{destinations}} Auszahlungskonten, {{batches}} Sammelaufträge, {{acts}} Handlungen, {{statements}} Kontoauszüge.",
    compare:
      "Der Kopf der Kette: Bewahre ihn außerhalb des Servers auf. „npm run ledger:check -- --head KOPF“ muss ihn auch später finden; sonst wurde davor etwas geändert.",
    footer: "Geht täglich an alle im Betrieb.",
  },
  testMail: {
    subject: "Testmail von {{brand}}",
    text: "Mails von {{brand}} erreichen dich. Lag diese im Spam, prüfe SPF, DKIM und DMARC.",
    open: "Weiter",
    footer: "Du hast sie dir selbst aus dem Betrieb geschickt.",
  },
  operatorInvitation: {
    subject: "Einladung in den Betrieb von {{brand}}",
    text: "Leg ein Passwort fest und richte die Zwei-Faktor-Anmeldung ein. Du brauchst eine Authenticator-App.",
    validity: "Der Link funktioniert einmal, {{rule.operator_link_hours}} Stunden lang.",
    open: "Loslegen",
    footer: "Gib den Link nicht weiter: Er führt in die Verwaltung.",
  },
  creatorInvitation: {
    subject: "Einladung zu {{brand}}",
    text: "Empfang Trinkgeld auf einer eigenen Seite. Halte deinen Ausweis oder Reisepass bereit.",
    validity: "Der Link funktioniert einmal, {{rule.creator_invitation_days}} Tage lang.",
    open: "Registrieren",
    footer: "Kein Interesse? Ignorier diese Mail: Ohne den Link passiert nichts.",
  },
  operatorChanged: {
    subject: {
      created: "Neues Konto im Betrieb",
      joined: "Neu im Betrieb angekommen",
      role: "Andere Rolle im Betrieb",
      removed: "Konto im Betrieb entfernt",
      factor_on: "Zwei-Faktor-Anmeldung im Betrieb eingerichtet",
      factor_off: "Zwei-Faktor-Anmeldung im Betrieb ausgeschaltet",
    },
    text: {
      created: "{{email}} gehört seit {{at}} zum Betrieb.",
      joined: "{{email}} hat seit {{at}} ein Passwort.",
      role: "{{email}} hat seit {{at}} eine andere Rolle.",
      removed: "{{email}} gehört seit {{at}} nicht mehr zum Betrieb.",
      factor_on: "{{email}} hat seit {{at}} einen neuen zweiten Faktor.",
      factor_off: "{{email}} hat seit {{at}} keinen zweiten Faktor mehr.",
    },
    open: "Zum Protokoll",
    footer: "Geht an alle anderen im Betrieb. Unerwartet? Handelt sofort.",
  },
  newDevice: {
    subject: "Neue Anmeldung bei deinem {{brand}}-Konto",
    text: "Am {{at}} mit deinem Passwort, auf einem für uns neuen Gerät.",
    open: "Geräte prüfen, überall abmelden",
    footer: "Warst du es, musst du nichts tun. Sonst melde dich sofort überall ab und ändere dein Passwort.",
  },
  secondFactor: {
    subjectOn: "Zwei-Faktor-Anmeldung eingeschaltet",
    subjectOff: "Zwei-Faktor-Anmeldung ausgeschaltet",
    textOn:
      "Seit {{at}} brauchst du zum Anmelden auch einen Code vom Handy. Heb deine Wiederherstellungscodes gut auf.",
    textOff: "Seit {{at}} reicht zum Anmelden dein Passwort allein.",
    footer: "Warst du das nicht? Ändere sofort dein Passwort, melde dich überall ab und schreib uns.",
  },
  passkey: {
    subjectAdded: "Passkey hinzugefügt",
    subjectRemoved: "Passkey entfernt",
    textAdded: "Seit {{at}} ersetzt der Passkey „{{name}}“ beim Anmelden den Code.",
    textRemoved: "Seit {{at}} funktioniert der Passkey „{{name}}“ nicht mehr.",
  },
  networkLink: {
    linked: {
      subject: "Dein {{brand}}-Konto ist mit {{network}} verknüpft",
      creator: "Seit {{at}} postet {{brand}} für @{{handle}} auf {{network}}, was du auswählst.",
      channel: "Seit {{at}} melden wir neue Trinkgelder auf {{network}}, über den Webhook „{{handle}}“.",
      member: "Seit {{at}} können auf {{network}} alle über das Konto {{handle}} deine Seite finden.",
      unknown: "Warst du das nicht? Löse die Verknüpfung, ändere dein Passwort und melde dich überall ab.",
    },
    subject: "Deine Verknüpfung mit {{network}} ist fehlgeschlagen",
    text: "Seit {{at}} lässt {{network}} uns nicht mehr als @{{handle}} posten. Was noch ausstand, entfällt.",
    again: "Warst du das selbst? Dann musst du nichts tun. Sonst verknüpfe dein Konto neu.",
    channelText:
      "Seit {{at}} nimmt {{network}} keine Meldungen mehr an: Der Webhook „{{handle}}“ ist weg. Was noch ausstand, entfällt.",
    channelAgain: "War das Absicht? Dann musst du nichts tun. Sonst wähle wieder einen Kanal.",
    open: "Einstellungen öffnen",
  },
  voucherBought: {
    subject: "Dein Gutschein über {{amount}}",
    text: "Für Creator, als Guthaben, bis zum {{day}}. Der Link führt zum Code und zum PDF. Gib den Code nur an den weiter, für den er ist.",
    withdrawal:
      "Du kannst den Kauf {{days}} Tage lang ohne Angabe von Gründen widerrufen, solange der Gutschein nicht eingelöst ist: {{- url}}",
    receipt: "Quittung mit Gebühr und Umsatzsteuer: {{- url}}",
    open: "Gutschein ansehen",
    footer: "Heb diese Mail auf: Nur ihr Link führt zum Code.",
  },
  voucherNews: {
    subject: {
      pending: "Dein Gutschein wartet auf deine Verifizierung",
      redeemed: "Gutschein eingelöst: {{amount}}",
      returned: "Dein Gutschein ist wieder offen",
      taken_back: "Ein Gutschein wurde widerrufen",
      withdrawn: "Dein Widerruf: {{amount}} kommen zurück",
    },
    text: {
      pending: "{{amount}} kommen auf dein Guthaben, sobald du verifiziert bist.",
      redeemed: "{{amount}} sind auf deinem Guthaben, ganz verfügbar, sobald der Kauf endgültig ist.",
      returned:
        "Er konnte dir nicht gutgeschrieben werden. Der Code gilt weiter, solange der Gutschein gültig ist.",
      taken_back:
        "Der Kauf wurde widerrufen, bevor du verifiziert warst. {{amount}} gehen zurück, der Code gilt nicht mehr.",
      withdrawn:
        "{{amount}} gehen auf deinem Zahlungsweg zurück; die Bank braucht vielleicht Tage. Der Code gilt nicht mehr.",
    },
    open: {
      pending: "Weiter mit der Verifizierung",
      redeemed: "Zu meinen Trinkgeldern",
      returned: "Gutschein einlösen",
      taken_back: "Weiter mit der Verifizierung",
      withdrawn: "Neuen Gutschein kaufen",
    },
    footer: "Der Code des Gutscheins endet auf {{end}}.",
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
    text: {
      asked:
        "{{person}} hat die Einladung angenommen: {{group}}. Deine Freigabe bringt einen Anteil an den Trinkgeldern.",
      left: "{{person}} hat die Gruppe verlassen: {{group}}. Bisheriges bleibt, von Neuem gibt es keinen Anteil.",
      approved: "Du bist aufgenommen: {{group}}. Ab jetzt bekommst du einen Anteil an den Trinkgeldern.",
      declined: "Du wurdest nicht aufgenommen: {{group}}. Sonst ändert sich nichts.",
      removed:
        "Du gehörst nicht mehr dazu: {{group}}. Bisheriges behältst du, von Neuem gibt es keinen Anteil.",
      deleted: "Geschlossen: {{group}}. Bisheriges behältst du, Neues kommt nicht mehr.",
      group_approved: "Die Seite ist offen, zeigt den Namen und nimmt Trinkgeld an: {{group}}.",
      group_declined:
        "Nicht freigegeben: {{group}}. Ändere, was nicht passt, und speichere: Dann sehen wir noch einmal hin.",
      change_approved: "Die Seite zeigt den neuen Namen oder das neue Bild: {{group}}.",
      change_declined:
        "Neuer Name oder neues Bild nicht freigegeben: {{group}}. Die Seite zeigt weiter das Alte.",
      inherited:
        "Wem die Gruppe gehörte, ist gegangen: {{group}}. Als längstes Mitglied entscheidest du jetzt über Name, Bild und Mitglieder.",
    },
    reason: "Begründung: {{reason}}",
    open: {
      creators: "Mitglieder öffnen",
      edit: "Gruppe bearbeiten",
      page: "Gruppe öffnen",
      list: "Deine Gruppen öffnen",
    },
  },
  newTip: {
    subject: "{{name}} gibt dir {{amount}}",
    heading: "Ein neues Trinkgeld für dich",
    anonymous: "Ein anonymer Fan",
    text: "{{name}} hat dir {{amount}} gegeben.",
    forItem: "{{name}} hat dir {{amount}} für „{{item}}“ gegeben.",
    message: "„{{message}}“",
    open: "Meine Trinkgelder",
    footer: "Du wolltest Mails zu neuen Trinkgeldern. Hier ändern: {{url}}",
  },
  newTips: {
    subject_one: "Ein neues Trinkgeld: {{total}}",
    subject_other: "{{count}} neue Trinkgelder: {{total}}",
    heading: "Deine Trinkgelder seit gestern",
    text_one: "Du hast ein Trinkgeld bekommen: {{total}}.",
    text_other: "Du hast {{count}} Trinkgelder bekommen: {{total}}.",
  },
  series: {
    name: "eine Gruppe",
    started: {
      subject: "Dein monatliches Trinkgeld für {{name}}",
      text: "Du gibst {{name}} jeden Monat {{amount}}, mit Gebühr {{total}}. Das läuft, bis du es beendest.",
      next: "Nächste Abbuchung: {{day}}, {{method}}.",
      consent: "Zugestimmt hast du am {{day}}: „{{consent}}“",
    },
    reminder: {
      subject: "{{total}} für {{name}} am {{day}}",
      text: "Am {{day}} buchen wir {{total}} für dein monatliches Trinkgeld an {{name}} ab: {{method}}.",
      stop: "Keine Erinnerungen mehr",
      still: "Ohne Erinnerungen läuft das Trinkgeld weiter. Beenden kannst du es auf seiner Seite.",
    },
    price: {
      subject: "Dein monatliches Trinkgeld kostet bald {{total}}",
      text: "Gebühr oder Mehrwertsteuer ändern sich: Ab {{day}} kostet dein Trinkgeld von {{amount}} für {{name}} {{total}} im Monat statt {{before}}. Wenn du das nicht willst, beende es vorher.",
    },
    problem: {
      subject: "Dein Trinkgeld für {{name}} ließ sich nicht abbuchen",
      retry:
        "{{total}} ließen sich nicht abbuchen ({{method}}). Wir versuchen es am {{day}} noch einmal. Du kannst auch eine andere Zahlungsart angeben.",
      last: "{{total}} ließen sich nicht abbuchen ({{method}}). Das Trinkgeld pausiert. Gib eine andere Zahlungsart an oder beende es.",
      method:
        "{{method}} lässt sich nicht mehr belasten, das Trinkgeld pausiert. Gib eine andere Zahlungsart an oder beende es.",
      confirm: "Deine Bank möchte, dass du {{total}} bestätigst. Bis dahin pausiert das Trinkgeld.",
      receiver: "{{name}} nimmt gerade kein Trinkgeld an, deines pausiert. Du zahlst nichts.",
      ends: "Ohne dein Zutun endet es nach {{days}} Tagen.",
    },
    changed: {
      subject: "Dein monatliches Trinkgeld für {{name}} wurde geändert",
      amount: "Neuer Betrag: {{amount}}, mit Gebühr {{total}} im Monat.",
      day: "Neuer Tag im Monat: {{date}}.",
      method: "Neue Zahlungsart: {{method}}.",
      paused: "Es pausiert.",
      resumed: "Es läuft weiter.",
      reminders_off: "Keine Erinnerungen mehr. Das Trinkgeld läuft weiter, bis du es beendest.",
      next: "Nächste Abbuchung: {{day}}.",
      notYou: "Das warst du nicht? Öffne das Trinkgeld und beende es.",
    },
    ended: {
      subject: "Dein monatliches Trinkgeld für {{name}} ist beendet",
      fan: "Du hast es am {{at}} beendet. Es wird nichts mehr abgebucht.",
      operator: "Unser Support hat es am {{at}} beendet. Es wird nichts mehr abgebucht.",
      dispute:
        "Deine Bank hat eine Zahlung zurückgefordert, darum endete es am {{at}}. Es wird nichts mehr abgebucht.",
      unpaid: "Es ließ sich {{days}} Tage lang nicht abbuchen und endete am {{at}}.",
      receiver_gone:
        "{{name}} gibt es hier nicht mehr, darum endete es am {{at}}. Es wird nichts mehr abgebucht.",
      receiver_unable: "{{name}} nahm {{days}} Tage lang kein Trinkgeld an, darum endete es am {{at}}.",
      currency: "{{name}} hat die Währung gewechselt, darum endete es am {{at}}. Du kannst neu beginnen.",
      charging: "Eine Abbuchung hatte vorher begonnen und kann noch durchgehen.",
    },
    open: "Ansehen, ändern oder beenden",
    pay: "Bestätigen oder anders zahlen",
  },
  seriesLinks: {
    subject: "Deine monatlichen Trinkgelder",
    text: "Jeder Link öffnet ein Trinkgeld; dort kannst du es ändern oder beenden.",
    line: "{{name}}: {{url}}",
    footer:
      "Du bekommst diese Mail, weil deine Adresse eingegeben wurde. Warst du das nicht, musst du nichts tun.",
  },
  thankYou: {
    subject: "{{name}} sagt Danke",
    message: "„{{message}}“",
    about: "Du hast am {{day}} ein Trinkgeld von {{amount}} gegeben.",
    open: "Zur Seite von {{name}}",
    footer: "Du bekommst diese Mail, weil du deine Adresse angegeben hast. Bitte nicht antworten.",
    stop: "Keine Dankes-Mails mehr",
  },
  refundRequested: {
    subject: "Ein Fan bittet um {{amount}} zurück",
    text: "Ein Trinkgeld von {{amount}}. Bitte antworte bis {{day}}, sonst entscheiden wir.",
    open: "Grund lesen und antworten",
  },
  refundAnswered: {
    subject: "Deine Bitte um Rückerstattung",
    refunded: "Dein Trinkgeld von {{amount}} wird erstattet.",
    declined: "Deine Bitte um {{amount}} wurde abgelehnt. Warum, steht auf der Quittung.",
    open: "Quittung ansehen",
  },
  payoutCode: {
    subject: "Dein Code für neue Auszahlungsdaten",
    text: "Bestätige die neuen Auszahlungsdaten deines Kontos mit diesem Code:",
    minutes: "Er gilt {{rule.payout_code_minutes}} Minuten.",
    open: "Code eingeben",
    footer: "Warst du das nicht? Ändere sofort dein Passwort; ohne den Code ändert sich nichts.",
  },
  payoutData: {
    accepted: "Deine Auszahlungsdaten sind angenommen",
    declined: "Deine Auszahlungsdaten konnten wir nicht annehmen",
    acceptedText: "Ab jetzt geht dein Geld an {{masked_account}}.",
    declinedText: "Wir konnten deine neuen Auszahlungsdaten ({{masked_account}}) nicht annehmen.",
    reason: "Grund: {{reason}}",
    open: "Meine Auszahlungsdaten",
    footer: "Warst du das nicht? Ändere sofort dein Passwort und schreib uns.",
  },
  taxDetails: {
    subject: "Wir brauchen deine Steuerdaten",
    near: "Deine Trinkgelder aus {{year}} sind nah an der Grenze, ab der wir Creator der Steuerbehörde melden müssen.",
    reportable:
      "Deine Trinkgelder aus {{year}} liegen über der Grenze, ab der wir Creator der Steuerbehörde melden müssen.",
    text: "Das Gesetz verlangt dafür deine Steuernummer.",
    open: "Steuerdaten eingeben",
    footer: "Höchstens {{rule.tax_mails}} solche Mails im Jahr, keine mehr, sobald sie da sind.",
  },
  payoutSent: {
    subject: "{{amount}} sind auf dem Weg zu dir",
    text: "{{amount}} an {{masked_account}}. Banken brauchen ein bis drei Werktage.",
    fee: "Gebühr: {{fee}}.",
    statement: "Abrechnung Nr. {{number}} steht bei deinen Auszahlungen.",
    open: "Meine Auszahlungen",
    footer: "Stimmt etwas nicht? Antworte auf diese Mail.",
  },
  payoutFailed: {
    subject: "Deine Auszahlung von {{amount}} ist zurückgekommen",
    text: "Die Bank von {{masked_account}} hat {{amount}} zurückgeschickt. Das Geld ist samt Gebühr wieder auf deinem Guthaben.",
    reason: "Die Bank sagt: {{reason}}",
    cancelled: "Stornobeleg Nr. {{number}} in deinem Verlauf storniert die Abrechnung dieser Auszahlung.",
    next: "Prüf deine Auszahlungsdaten, dann fordere sie neu an.",
    footer: "Stimmt etwas nicht? Antworte auf diese Mail.",
  },
  vatIdRefused: {
    subject: "Deine USt-\u2060IdNr. ist ungültig",
    text: "VIES, das Register der EU, sagt: {{vat_id}} ist ungültig (abgefragt am {{at}}).",
    effect:
      "Reverse-Charge endet: Ab jetzt enthält die Gebühr einer Auszahlung Umsatzsteuer. Für schon angeforderte Auszahlungen ändert sich nichts.",
    next: "Bitte prüf die Nummer. Ganz neu? Wir fragen VIES immer wieder.",
    open: "Zu meinem Profil",
  },
  verificationAccepted: {
    subject: "Du bist verifiziert",
    text: "Deine Seite ist offen: Ab jetzt können dir Fans Trinkgeld geben. Teile sie.",
    open: "Zu meiner Übersicht",
    footer: "Deine Dokumente löschen wir in {{rule.document_days}} Tagen.",
  },
  verificationDeclined: {
    subject: "Bei deiner Verifizierung fehlt noch etwas",
    text: "Das konnten wir noch nicht annehmen:",
    reason: "{{document}}: {{reason}}",
    again: "Lade sie neu hoch und reich noch einmal ein. Alles andere bleibt.",
    open: "Zu meiner Verifizierung",
    footer: "Findest du das falsch? Antworte auf diese Mail.",
  },
  contentNotice: {
    subject: "Deine Meldung ist angekommen",
    text: "Danke. Ein Mensch liest deinen Fall, Nr. {{number}}.",
    next: "Wir schreiben dir, sobald wir entschieden haben. Bis dahin siehst du den Stand auf der Seite.",
    open: "Meinen Fall öffnen",
    footer: "Nichts gemeldet? Ignorier diese Mail.",
  },
  contentDecision: {
    subject: "Entscheidung über einen gemeldeten Inhalt",
    side: {
      REPORTER: "Du hast uns einen Inhalt gemeldet, Fall {{number}}.",
      CREATOR: "Ein Inhalt auf deiner Seite wurde uns gemeldet, Fall {{number}}.",
    },
    complaint: "Nach einer Beschwerde hat ein Mensch noch einmal hingesehen.",
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
  moneyModel: {
    subject: "Das Geld deiner Fans geht einen anderen Weg",
    DIRECT: "Neues Trinkgeld geht direkt auf dein eigenes Konto beim Zahlungsdienst; der zahlt dich aus.",
    HELD: "Neues Trinkgeld kommt wieder zu uns, und wir zahlen dich aus.",
    text: "Laufende Zahlungen enden, wie sie begonnen haben. Was wir für dich verwahren, zahlen wir aus wie bisher.",
    open: "Meine Auszahlungen",
  },
  connectedAccount: {
    connected: "Dein Konto bei {{brand}} ist verbunden",
    connectedText:
      "Fans können direkt darauf zahlen. Warst du das nicht, trenne es und ändere dein Passwort.",
    due: "{{brand}} braucht etwas von dir",
    restricted: "{{brand}} hat dein Konto eingeschränkt",
    disconnected: "Dein Konto bei {{brand}} ist getrennt",
    dueBy: "Bitte reiche es bis zum {{date}} nach. Bis dahin läuft alles weiter.",
    dueSoon: "Bis es da ist, läuft alles weiter.",
    restrictedText: "Bis das geklärt ist, können Fans dich nicht direkt bezahlen.",
    disconnectedText:
      "{{brand}} hat die Verbindung beendet. Sobald du dich wieder verbindest, können Fans dich wieder direkt bezahlen.",
    what: "Worum es geht, steht auf deiner Seite:",
    open: "Meine Auszahlungsdaten",
  },
  directDispute: {
    subject: "Angefochten: Trinkgeld über {{amount}}",
    text: "Die Bank eines Fans ficht das Trinkgeld über {{amount}} vom {{day}} an. Das Geld ist auf deinem eigenen Konto, deshalb fragt der Zahlungsdienst dich.",
    what: "Schick ihm vor Ablauf der Frist, was du hast, etwa die Nachricht des Fans. Gewinnt die Bank, geht das Trinkgeld von deinem Konto ab, und auch unsere Gebühr geht zurück.",
    open: "Meine Auszahlungen",
  },
  webhookOff: {
    subject: "Webhook ausgeschaltet: {{host}}",
    gone: "{{host}} hat geantwortet, dass diese Adresse keine Ereignisse mehr annimmt.",
    failing: "{{host}} hat {{rule.webhook_days}} Tage lang kein Ereignis angenommen.",
    again: "Wir schicken nichts mehr dorthin. Du kannst sie wieder einschalten und Verpasstes erneut senden.",
    open: "Zu den Webhooks",
  },
  exportReady: {
    subject: "Deine Daten liegen bereit",
    text: "Du hast uns schriftlich um deine Daten gebeten.",
    login: "Melde dich an und lade sie herunter. Das geht jederzeit, auch in den Einstellungen.",
    open: "Daten herunterladen",
    footer:
      "Du hast nicht darum gebeten? Dann hat jemand in deinem Namen geschrieben. Deine Daten hat sonst niemand bekommen.",
  },
  deletionAnnounced: {
    subject: "Wir löschen dein Konto",
    text: "Du hast uns schriftlich gebeten, dein Konto zu löschen. Das tun wir bald; es lässt sich nicht rückgängig machen.",
    before: "Wenn du deine Daten behalten willst, lade sie vorher herunter.",
    footer: "Du hast nicht darum gebeten? Ändere dein Passwort und schreib uns sofort.",
  },
  accountDeleted: {
    subject: "Dein Konto ist gelöscht",
    text: "Wir haben dein Konto gelöscht, wie du uns schriftlich gebeten hast.",
    kept: "Wir behalten nur, was das Gesetz verlangt, zum Beispiel Buchungen und Abrechnungen.",
    footer: "Das ist unsere letzte Mail an dich.",
  },
  accountLocked: {
    subject: "Dein Konto ist gesperrt",
    text: "Deine Seite ist geschlossen und nimmt kein Trinkgeld an. Dein Geld bleibt deins: Den Rest zahlen wir dir aus.",
    reason: "Grund: {{reason}}",
    declined: "Grund: Deine Verifizierung wurde {{rule.declines}}-mal abgelehnt.",
    open: "Was ich jetzt tun kann",
    footer: "Findest du das falsch? Beschweren kannst du dich über den Link oben.",
  },
  document: {
    mediafile_pass: "Ausweis, Vorderseite",
    mediafile_passback: "Ausweis, Rückseite",
    mediafile_shootout: "Foto mit dem Ausweis",
    mediafile_invoice: "Adressnachweis",
  },
  security: { open: "Geräte prüfen" },
} satisfies Translation<typeof en>;
