export default {
  titles: {
    terms: "Nutzungsbedingungen",
    privacy: "Datenschutz",
    imprint: "Impressum",
    imprint2: "Impressum unserer weiteren Seiten",
    complaints: "Beschwerden",
    accessibility: "Barrierefreiheit",
  },
  intros: {
    terms:
      "Worauf du und wir uns verlassen können. Mit Absicht in kurzen Sätzen: Ist etwas unklar, frag uns, bevor du zustimmst.",
    privacy:
      "Wir speichern, was eine Zahlung, eine Seite oder das Gesetz braucht, und nichts, um mehr über dich zu erfahren. Es gibt keine Werbung und keine Auswertung durch andere.",
    imprint: "Wer {{brand}} betreibt und wie du uns erreichst.",
    imprint2:
      "Unsere Seiten bei anderen Diensten gehören demselben Betreiber. Dieses Impressum gilt auch für sie.",
    complaints: "Wie du Inhalte meldest, was wir damit tun und was du gegen unsere Entscheidung tun kannst.",
    accessibility:
      "{{brand}} soll für alle funktionieren: mit der Tastatur, mit einem Screenreader, auf einem alten Handy.",
  },
  changed: "Stand: {{date}}",
  contents: "Auf dieser Seite",
  newTerms: {
    notice: "Neue Nutzungsbedingungen ab {{from}}.",
    look: "Lesen und annehmen",
  },
  holdTerms: { none: "sofort", one: "nach einem Tag", more: "nach {{days}} Tagen" },
  payoutTerms: {
    below: "ab {{free}} kostenlos, sonst {{fee}}; mindestens {{least}}",
    always: "{{fee}}; mindestens {{least}}",
    free: "kostenlos; mindestens {{least}}",
  },
  version: {
    facts: "Fassung {{version}}, gültig ab {{from}}, veröffentlicht am {{published}}",
    replacedFacts: "Fassung {{version}}, geplant ab {{from}}, veröffentlicht am {{published}}",
    coming: "Diese Fassung gilt noch nicht.",
    earlier: "Diese Fassung gilt nicht mehr.",
    never: "Diese Fassung wurde ersetzt, bevor sie galt.",
    current: "Heute gültige Fassung",
    template: "Vorlage, vom Betreiber noch nicht übernommen",
    all: "Fassungen",
    comingFrom: "Fassung {{version}}, ab {{from}}",
    inForceFrom: "Fassung {{version}}, gültig seit {{from}}",
    earlierFrom: "Fassung {{version}}, galt ab {{from}}",
    neverFrom: "Fassung {{version}}, geplant ab {{from}}, galt nie",
  },
  terms: {
    parties: {
      title: "Wer mit wem einen Vertrag hat",
      text: "{{brand}} wird betrieben von {{operator}}. Creator haben mit uns einen Vertrag über ihre Seite, die Zahlungen und die Auszahlungen. Fans, die Trinkgeld geben, geben es dem Creator; mit uns haben sie einen Vertrag darüber, dass wir diese Zahlung gegen eine Servicegebühr abwickeln.\nEin Trinkgeld ist eine Schenkung. Du kaufst damit nichts, weder von Creatorn noch von uns, auch wenn auf einer Seite von einem Kaffee oder einer neuen Saite die Rede ist.",
    },
    fans: {
      title: "Für Fans",
      text: "Du brauchst kein Konto. Du musst die Karte oder das Bankkonto, mit dem du zahlst, benutzen dürfen.\nEin Trinkgeld liegt zwischen {{rule.message_price_minimum}} und {{rule.message_price_maximum}} in der Währung der Seite. Dazu kommen eine Servicegebühr von {{rule.service_fee}} und die Umsatzsteuer darauf; der ganze Preis steht vor dem Bezahlen auf der Seite. Zahlst du in einer anderen Währung, zeigen wir dir den Kurs und seinen Tag.\nNachrichten, Namen und Bilder müssen rechtmäßig und anständig sein. Bilder und Links prüfen wir innerhalb von {{rule.review_hours}} Stunden; wir können sie ausblenden.",
    },
    withdrawal: {
      title: "Widerruf und Erstattung",
      text: "Unsere Dienstleistung kannst du binnen vierzehn Tagen widerrufen. Du verlangst, dass wir das Trinkgeld sofort weitergeben; ist es beim Creator angekommen, haben wir unsere Leistung vollständig erbracht, und das Widerrufsrecht erlischt. Was aus deiner Zahlung wurde, steht auf der Seite deiner Quittung.\nEin monatliches Trinkgeld läuft, bis du es beendest: jederzeit und sofort, über den Link in seinen Mails oder [ohne Anmeldung](/cancel). Auch ein [Widerruf](/withdraw) beendet es; was du in den vierzehn Tagen davor bezahlt hast, erbitten wir dann beim Creator zurück. Ohne Antwort binnen {{rule.refund_request_days}} Tagen entscheiden wir.\nCreator können ein Trinkgeld innerhalb von {{rule.refund_days}} Tagen zurückgeben. Ist etwas schiefgegangen, schreib an [{{contact}}](mailto:{{contact}}): Was doppelt, versehentlich oder unberechtigt gezahlt wurde, erstatten wir.\nEinen nicht eingelösten Gutschein kannst du [hier](/voucher/withdrawal) binnen {{rule.withdrawal_days}} Tagen zurückgeben, ohne Grund und ohne Anmeldung.",
    },
    creators: {
      title: "Für Creator",
      text: "Du musst mindestens {{rule.age}} sein und für dich selbst oder dein Unternehmen handeln. Was du zur Verifizierung einreichst, muss stimmen. Deine Seite gehört einer Person oder einem Unternehmen; du darfst sie nicht verkaufen und dir selbst kein Trinkgeld geben.\nDeinen Benutzernamen kannst du alle {{rule.username_change_days}} Tage ändern.\nWas du einnimmst, versteuerst du selbst. Zu jeder Auszahlung und jedem Monat bekommst du eine Abrechnung von uns.",
    },
    payouts: {
      title: "Das Geld der Creator",
      text: "Dir wird das ganze Trinkgeld gutgeschrieben. Kartenzahlungen sind {{rule.hold_card}} verfügbar, Lastschriften {{rule.hold_debit}}, Überweisungen {{rule.hold_transfer}}.\nWir zahlen jeden Monat aus, sobald {{rule.payout_minimum}} in deiner Währung verfügbar sind. Du kannst eine Auszahlung auch früher anfordern; was das kostet, hängt vom Land deiner Bank ab und steht da, bevor du bestätigst. Siehe [die Gebühren](/faq#answer-payoutFees).\nWird eine Zahlung zurückgebucht, ziehen wir das Trinkgeld wieder ab. Reicht dein Guthaben nicht, schuldest du den Rest, und deine nächsten Trinkgelder gleichen ihn aus.\nWirst du direkt bezahlt, zahlen Fans auf dein eigenes Konto beim Zahlungsdienst. Er hat einen eigenen Vertrag mit dir, zahlt dich aus und bucht Erstattungen und Rückbuchungen von diesem Konto ab; wir bekommen nur unsere Gebühr.",
    },
    unwanted: {
      title: "Was hier keinen Platz hat",
      text: "Inhalte, die gegen Gesetze oder die Rechte anderer verstoßen: Hass und Drohungen, Darstellungen von Missbrauch, fremde Bilder und Texte, erfundene Identitäten, Betrug, Geldwäsche, Zahlungen für Waren oder Leistungen, die nicht verkauft werden dürfen.\nAlle können [Inhalte melden](/report). Was automatisch auffällt (gesperrte Wörter, Links, Telefon- und Kontonummern), sieht sich ein Mensch an: Keine Maschine entscheidet. Wie wir vorgehen, steht unter [Beschwerden](/complaint-policy).",
    },
    locking: {
      title: "Wann wir einschränken oder sperren",
      text: "Wir können Inhalte ausblenden, Funktionen einschränken oder ein Konto sperren: bei schweren oder wiederholten Verstößen gegen diese Bedingungen, bei Nachweisen, die zum {{rule.declines}}. Mal abgelehnt werden, und wo das Gesetz es verlangt. Du erfährst den Grund und wie du dich beschweren kannst.\nEin gesperrtes Konto lässt sich weiter lesen, herunterladen und löschen, und was dir gehört, wird ausgezahlt. Wer häufig offensichtlich unbegründet meldet oder sich beschwert, kann nach einer Warnung eine Zeit lang davon ausgeschlossen werden.",
    },
    liability: {
      title: "Haftung",
      text: "Bei Vorsatz und grober Fahrlässigkeit sowie bei Verletzung von Leben, Körper oder Gesundheit haften wir unbeschränkt. Bei leichter Fahrlässigkeit haften wir nur, wenn wir eine Pflicht verletzen, auf der der Vertrag beruht, und dann für den typischen, vorhersehbaren Schaden. Das Produkthaftungsgesetz bleibt unberührt.",
    },
    ending: {
      title: "Ende und Änderungen",
      text: "Dein Konto kannst du jederzeit löschen; vorher zahlen wir dein Geld aus. Wir können den Vertrag mit einer Frist von einem Monat kündigen und aus wichtigem Grund sofort.\nÄndern wir diese Bedingungen, weisen wir dich mindestens einen Monat vorher darauf hin, sobald du angemeldet bist. Ohne deine Zustimmung gelten nur Änderungen, die das Gesetz verlangt oder die für dich von Vorteil sind.",
    },
    law: {
      title: "Recht und Streit",
      text: "Es gilt deutsches Recht. Als Verbraucherin oder Verbraucher behältst du den Schutz des Landes, in dem du lebst. An Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle nehmen wir nicht teil und sind dazu nicht verpflichtet; ausgenommen sind die Stellen, die unter [Beschwerden](/complaint-policy) genannt sind.",
    },
  },
  privacy: {
    controller: {
      title: "Wer verantwortlich ist",
      text: "{{operator}}, {{address}}. Du erreichst uns unter [{{contact}}](mailto:{{contact}}).\nKontakt für Datenschutz: {{dataProtection}}.",
    },
    visit: {
      title: "Wenn du uns besuchst",
      text: "Deine Adresse (IP) brauchen wir, um dir zu antworten, und als verschlüsselte Prüfsumme, um Ausprobieren und Überfluten zu bremsen (Art. 6 Abs. 1 lit. f DSGVO). Wo du ein Land angibst, ist schon eins ausgewählt, das zu deiner Adresse passt: Das sieht unser Server in einer eigenen Liste nach, fragt dafür niemanden und speichert es nicht. Das Protokoll des Servers nennt die Seite und eine Nummer der Anfrage, keine Inhalte und keine Schlüssel.\nDie Seiten laden nichts von anderen Unternehmen: keine Schriften, keine Skripte, keine Zähler. Wir zählen selbst, welche Seiten aufgerufen werden, in welcher Sprache und von welcher Website aus (Art. 6 Abs. 1 lit. f DSGVO): ohne Cookie, und nicht, wenn dein Browser darum bittet, nicht verfolgt zu werden.",
    },
    tip: {
      title: "Wenn du Trinkgeld gibst",
      text: "Wir speichern Betrag, Land, Währung und Zahlungsart und das, was du selbst dazugibst: Name, Nachricht, Bild, E-\u2060Mail-Adresse für die Quittung (Art. 6 Abs. 1 lit. b DSGVO). Der Creator sieht deinen Namen, deine Nachricht und dein Bild, deine E-\u2060Mail-Adresse nur, wenn du zustimmst. Was er sieht, kann er sich an eigene Programme schicken lassen. Auf der Seite stehen dein Name und deine Nachricht nur, wenn ihr beide zugestimmt habt; auf deiner Quittung nimmst du das zurück.\nDie Daten deiner Karte oder deines Bankkontos gibst du beim Zahlungsdienst ein. Wir bekommen sie nicht.",
    },
    creator: {
      title: "Wenn du eine eigene Seite hast",
      text: "Wir speichern dein Konto, deine Seite, was du bekommst und wohin es ausgezahlt wird (Art. 6 Abs. 1 lit. b DSGVO). Nachweise zur Verifizierung sind verschlüsselt; wir öffnen sie, um sie mit deinem Konto zu vergleichen, und jeder Blick wird protokolliert (Art. 6 Abs. 1 lit. c und f DSGVO). Bankkonten sind verschlüsselt und werden nur teilweise gezeigt.",
    },
    notices: {
      title: "Wenn du Inhalte meldest",
      text: "Wir speichern, was du uns schreibst und wie wir entschieden haben (Art. 6 Abs. 1 lit. c DSGVO mit Art. 16 bis 20 DSA). Wessen Inhalt es ist, erfährt von uns nicht, wer ihn gemeldet hat. Ein Link in unserer Mail öffnet deinen Fall; von ihm speichern wir nur eine Prüfsumme.",
    },
    recipients: {
      title: "Wer Daten bekommt",
      text: "Die Unternehmen, die in unserem Auftrag arbeiten, und die, die Zahlungen ausführen. Behörden bekommen Daten, wo das Gesetz es verlangt. Wird ein Creator direkt bezahlt, liegt die Zahlung auf dessen eigenem Konto beim Zahlungsdienst; der zeigt ihm, was du dort eingibst.",
    },
    cookies: {
      title: "Cookies",
      text: "Wir setzen nur Cookies, die etwas braucht, das du willst (§ 25 Abs. 2 TDDDG). Deshalb gibt es nichts, dem du zustimmen müsstest.",
    },
    periods: {
      title: "Wie lange wir was speichern",
      text: "Stündlich wird gelöscht, was fällig ist. Von einem gelöschten Konto bleibt nur, was unter „Nach dem Löschen des Kontos“ steht.",
    },
    rights: {
      title: "Deine Rechte",
      text: "Du kannst fragen, was wir über dich speichern, und es berichtigen, löschen, einschränken oder dir geben lassen; du kannst dem widersprechen, was auf unserem berechtigten Interesse beruht, und eine Einwilligung zurücknehmen (Art. 15 bis 22 DSGVO). Creator laden ihre Daten selbst herunter und löschen sie selbst: [deine Datenschutz-Seite](/account/privacy).\nDu kannst dich bei einer Datenschutzbehörde beschweren, auch bei der an deinem Wohnort. Für uns zuständig ist: {{authority}}.\nKeine Maschine entscheidet allein über dich.",
    },
  },
  recipients: {
    caption: "Empfänger von Daten",
    who: "Wer",
    purpose: "Wofür",
    provider:
      "Zahlungen: Betrag, Währung, Sprache, deine E-Mail, falls angegeben, und eine Kennung; dazu, was du auf seinen Seiten eingibst",
    providerOurs: "der eingebaute Testdienst dieser Installation: kein Geld, keine Daten der Zahlenden",
    mail: "E-\u2060Mail-Versand: deine Adresse und was in der Mail steht",
    mailHere: "keine Mail verlässt diese Installation: Sie stehen unter /dev/mail",
    storage: "Ablage von Bildern und, verschlüsselt, von Nachweisen",
    network: "Posten für Creator, die ihr Konto dort verknüpfen: was sie ausgewählt haben, nichts von Fans",
    vies: "Europäische Kommission (VIES)",
    viesPurpose: "Prüfen der USt-IdNrn. von Creatorn: die USt-IdNr.",
    storageHere: "Bilder und Nachweise bleiben auf unserem eigenen Server",
    here: "diese Installation",
    bank: "Unsere Bank und die der Creator",
    bankPurpose: "Auszahlungen: Name, Kontonummer, Betrag und Verwendungszweck",
  },
  cookies: {
    caption: "Cookies von {{brand}}",
    name: "Name",
    purpose: "Wofür",
    time: "Wie lange",
    purposes: {
      session: "Du bleibst angemeldet.",
      second_step: "Zwischen Passwort und Code der Zwei-Faktor-Anmeldung.",
      logging_out: "Die Anmeldeseite weiß, dass du dich gerade abgemeldet hast.",
      device: "Wer dein Passwort errät, sperrt dich auf diesem Gerät nicht aus.",
      registration: "Was an einer Registrierung stimmte, musst du nicht noch einmal eingeben.",
      locale: "Die Sprache, die du gewählt hast.",
      theme: "Hell oder dunkel, wie du gewählt hast.",
      notice: "Du hast den Hinweis auf Cookies weggeklickt.",
      keys: "Im Backoffice sind die Tasten abgeschaltet.",
      shared: "Das Menü weiß, dass du deine Seite geteilt hast.",
      done: "Die nächste Seite sagt, was gerade geschehen ist.",
      fan: "Wenn du es beim Bezahlen ankreuzt: Zahlungsart, Land, Währung, Name und E-\u2060Mail sind beim nächsten Trinkgeld ausgefüllt. Verschlüsselt, und dort mit einem Druck gelöscht.",
      paying: "Dein Browser kommt zur Quittung dessen, was er bezahlt hat, und zum Code eines Gutscheins.",
      held_voucher:
        "Einen Gutschein, den du geprüft hast, findest du nach dem Anmelden oder Registrieren wieder.",
    },
    times: {
      session: "{{rule.session_days}} Tage",
      second_step: "{{rule.second_factor_minutes}} Minuten",
      logging_out: "eine Minute",
      device: "{{rule.known_device_days}} Tage",
      registration: "{{rule.pending_registration_minutes}} Minuten",
      locale: "{{rule.choice_cookie_days}} Tage",
      theme: "{{rule.choice_cookie_days}} Tage",
      notice: "{{rule.choice_cookie_days}} Tage",
      keys: "{{rule.choice_cookie_days}} Tage",
      shared: "{{rule.shared_days}} Tag",
      done: "eine Minute",
      fan: "{{rule.remembered_days}} Tage, oder bis du es löschst",
      paying: "{{rule.paying_browser_hours}} Stunden, oder bis du dich abmeldest",
      held_voucher: "{{rule.voucher_held_hours}} Stunden, oder bis er eingelöst ist oder du dich abmeldest",
    },
  },
  periods: {
    caption: "Was wir wie lange speichern",
    what: "Was",
    until: "Wie lange",
    after: "Nach dem Löschen des Kontos",
    account: {
      what: "Konto, Seite und was Creator anbieten",
      until:
        "Bis du es löschst. Eine Adresse, die niemand bestätigt hat: {{rule.unconfirmed_days}} Tage. Ein früherer Benutzername: {{rule.username_redirect_days}} Tage. Notizen unseres Supports: {{rule.support_note_days}} Tage.",
      after: "Eine leere Zeile für die Bücher, der Verlauf des Status und der Grund einer Sperre.",
    },
    pictures: {
      what: "Bilder",
      until: "Solange etwas sie zeigt, danach {{rule.unused_hours}} Stunden.",
      after: "Nichts.",
    },
    documents: {
      what: "Nachweise zur Verifizierung und die Entscheidungen darüber",
      until:
        "Nachweise: {{rule.document_days}} Tage nach der Entscheidung, {{rule.unsubmitted_document_days}} Tage, wenn sie nie eingereicht wurden. Entscheidungen: so lange wie das Konto.",
      after: "Wer von uns welchen Nachweis angesehen hat, ohne den Nachweis.",
    },
    signIn: {
      what: "Anmelden: Sitzungen, Links in Mails, bekannte Geräte, Zwei-Faktor-Anmeldung, unfertige Formulare",
      until:
        "Sitzungen und Links: bis sie ablaufen. Geräte und Netze: {{rule.known_device_days}} Tage nach der letzten Anmeldung. Eine halb eingerichtete Zwei-Faktor-Anmeldung: {{rule.second_factor_setup_days}} Tag. Eine geänderte Adresse: {{rule.email_undo_days}} Tage. Eine Einladung: {{rule.creator_invitation_days}} Tage. Registrierungen mit Fehlern: {{rule.pending_registration_minutes}} Minuten, benutzte Passkey-Anfragen {{rule.passkey_challenge_minutes}}.",
      after: "Nichts.",
    },
    limits: {
      what: "Zähler gegen Missbrauch, als verschlüsselte Prüfsummen",
      until:
        "Bis sie ablaufen; bei Zahlungen {{rule.payment_start_hours}} Stunden, bei falschen Gutscheincodes {{rule.voucher_lockout_minutes}} Minuten, bei Aufrufen von Programmen {{rule.idempotency_hours}} Stunden.",
      after: "Nichts, was dich nennt.",
    },
    tips: {
      what: "Worte, Adresse und Bild eines Fans und was Creator geantwortet haben",
      until:
        "Keine Zahlung begonnen: {{rule.draft_days}} Tage. Begonnen und nicht bezahlt: die Worte {{rule.unpaid_words_days}} Tage, der Rest {{rule.unpaid_days}}. Bezahlt: so lange wie das Konto der Creator. Von einem monatlichen Trinkgeld Name, Adresse und Zahlungsart: {{rule.ended_series_years}} Jahre nach seinem Ende; deine Zustimmung bleibt. Der Wunsch, keinen Dank mehr zu bekommen: auf Dauer, als Prüfsumme.",
      after: "Beträge und Zeiten.",
    },
    vouchers: {
      what: "Gutscheine: wer sie gekauft hat, und die Worte dazu",
      until:
        "Keine Zahlung begonnen: {{rule.draft_days}} Tage. Begonnen und nicht bezahlt: Adresse und Worte {{rule.unpaid_words_days}} Tage, der Rest {{rule.unpaid_days}}. Bezahlt: Adresse und Worte bis {{rule.voucher_words_days}} Tage, nachdem der Gutschein eingelöst, abgelaufen oder erstattet ist; der Betrag bleibt in den Büchern.",
      after: "Kennungen und Beträge.",
    },
    payments: {
      what: "Zahlungen und die Bücher",
      until:
        "Kein Geld geflossen: {{rule.unpaid_days}} Tage. Nachrichten der Zahlungsdienste und Prüfungen der Bücher: {{rule.provider_notice_days}} Tage. Eine Datei eines Zahlungsdienstes vor dem Einlesen: {{rule.preview_hours}} Stunden. Geflossenes Geld: Es bleibt in den Büchern.",
      after: "Kennungen und Beträge.",
    },
    payouts: {
      what: "Auszahlungsdaten, Steuerdaten, Auszahlungen und Abrechnungen",
      until:
        "Nie dorthin gezahlt: {{rule.payout_data_unused_days}} Tage. Dorthin gezahlt: {{rule.payout_data_years}} Jahre nach der letzten Auszahlung, verschlüsselt. Abrechnungen sind Rechnungen: Sie bleiben. Steuernummern, verschlüsselt: bis das Konto gelöscht ist, oder {{rule.tax_details_years}} Jahre nach einem gemeldeten Jahr; was ein Jahr eingebracht hat: {{rule.seller_notice_days}} Tage, oder ebenso lange.",
      after: "Dasselbe.",
    },
    notices: {
      what: "Meldungen von Inhalten, Entscheidungen und Beschwerden",
      until:
        "Wer geschrieben hat und was: {{rule.notice_words_days}} Tage nach der letzten Entscheidung. Was entschieden wurde und warum: Es bleibt, ohne Namen.",
      after: "Die Entscheidung und ihre Gründe; was andere geschrieben haben, bis seine Zeit um ist.",
    },
    microblog: {
      what: "Posts in Netzwerken, die Creator verknüpfen: dein Konto dort, unser Zugriff (verschlüsselt) und was gepostet wird",
      until:
        "Eine Verknüpfung, die auf ihre PIN wartet: {{rule.pin_minutes}} Minuten. Die Verknüpfung: bis du sie aufhebst. Posts: {{rule.microblog_days}} Tage. Was im Netzwerk steht, löschst du dort selbst.",
      after: "Hier nichts.",
    },
    chatBot: {
      what: "Creator, die ihr Discord-Konto verknüpfen: dessen Kennung und Namen",
      until:
        "Bis du die Verknüpfung aufhebst. Eine, die auf dich wartet: {{rule.chat_link_minutes}} Minuten.",
      after: "Nichts.",
    },
    overlay: {
      what: "Stream-Overlays von Creators: Einstellungen, Töne, und welche Trinkgelder gezeigt wurden; nie noch einmal die Worte",
      until: "Solange das Konto besteht. Gezeigtes: {{rule.overlay_kept_days}} Tage.",
      after: "Nichts.",
    },
    webhooks: {
      what: "Eigene Adressen von Creators für Ereignisse, und welche Ereignisse dorthin gingen; nie die Inhalte",
      until: "Bis du die Adresse entfernst. Vom Gesendeten: die letzten {{rule.webhook_deliveries_kept}}.",
      after: "Nichts.",
    },
    traffic: {
      what: "Aufrufe von Seiten, als Zahlen",
      until:
        "Wer an einem Tag da war, als Prüfsumme: bis der Tag vorbei ist. Zahlen nach Tagen: {{rule.traffic_kept_days}} Tage.",
      after: "Keine Zahlen zu deiner Seite.",
    },
    mails: {
      what: "Mails",
      until:
        "Was darin steht: bis sie versandt sind. Dass sie versandt wurden: {{rule.mail_days}} Tage; {{rule.mail_failed_days}}, wenn es nicht gelang.",
      after: "Nichts.",
    },
    sandbox: {
      what: "Der eingebaute Testdienst, ohne Daten der Zahlenden",
      until:
        "Nachrichten: {{rule.sandbox_notice_days}} Tage. Kein Geld genommen: {{rule.sandbox_unpaid_days}} Tage. Sonst bleibt es.",
      after: "Beträge.",
    },
  },
  imprint: {
    provider: "Betreiber",
    address: "Anschrift",
    email: "E-\u2060Mail",
    register: "Register",
    vatId: "USt-IdNr.",
    responsible: "Verantwortlich für den Inhalt",
    authority: "Aufsichtsbehörde",
    dataProtection: "Datenschutz",
    pages: "Die Seiten, für die dieses Impressum gilt",
    noPages: "Wir haben keine Seiten bei anderen Diensten.",
    demo: "Das ist eine Demo: Das Unternehmen auf dieser Seite ist erfunden.",
    contacts: {
      title: "Kontaktstellen nach dem Digital Services Act",
      text: "Nutzerinnen und Nutzer (Art. 12) und Behörden (Art. 11) erreichen uns unter [{{contact}}](mailto:{{contact}}), auf Deutsch und Englisch. Für rechtswidrige Inhalte gibt es [ein Formular](/report) und die Adresse [{{removal}}](mailto:{{removal}}).\nUnsere Seiten bei anderen Diensten haben [ein eigenes Impressum](/imprint2).",
    },
    social: {
      title: "Hinweise zu unseren weiteren Seiten",
      text: "Stimmt auf einer dieser Seiten etwas nicht? Schreib an [{{contact}}](mailto:{{contact}}). Was Creator anderswo veröffentlichen, ist ihre eigene Sache.",
    },
  },
  complaints: {
    report: {
      title: "Inhalte melden",
      text: "Nimm [das Formular](/report) oder schreib an [{{removal}}](mailto:{{removal}}). Ein Konto brauchst du nicht. Sag uns, wo der Inhalt steht, warum du ihn für rechtswidrig hältst, und wie du heißt und erreichbar bist. Bei Darstellungen sexuellen Missbrauchs von Kindern musst du deinen Namen und deine Adresse nicht nennen.\nDu bekommst sofort eine Fallnummer und einen Link zu deinem Fall.",
    },
    deciding: {
      title: "Wie wir entscheiden",
      text: "Jede Meldung liest ein Mensch. Wir können nichts unternehmen, den Inhalt entfernen oder ihn einschränken. Wir entscheiden unverzüglich; was offensichtlich rechtswidrig ist, kommt zuerst.\nWer gemeldet hat, erfährt die Entscheidung mit ihrer Begründung: was entschieden wurde, aufgrund welcher Tatsachen und welcher Regel, und wie man sich beschwert. Wessen Inhalt es ist, erfährt sie auch, wenn wir etwas unternehmen, aber nicht, wer gemeldet hat.",
    },
    complaining: {
      title: "Gegen eine Entscheidung",
      text: "Beide Seiten können sich innerhalb von {{rule.complaint_months}} Monaten kostenlos beschweren, auf der Seite des Falls. Darüber entscheidet jemand, der die erste Entscheidung nicht getroffen hat, wann immer wir mehrere sind. Ist die Beschwerde berechtigt, ändern wir die Entscheidung.\nDasselbe gilt für ein gesperrtes Konto oder eine abgelehnte Verifizierung: Schreib an [{{contact}}](mailto:{{contact}}).",
    },
    outside: {
      title: "Außerhalb von {{brand}}",
      text: "Du kannst dich an eine nach Art. 21 DSA zugelassene außergerichtliche Streitbeilegungsstelle wenden, an die Koordinierungsstelle für digitale Dienste deines Landes (in Deutschland die Bundesnetzagentur) und jederzeit an die Gerichte.",
    },
    payments: {
      title: "Beschwerden über Zahlungen",
      text: "Schreib an [{{contact}}](mailto:{{contact}}) und nenne die Nummer der Quittung. Wir antworten innerhalb von fünfzehn Arbeitstagen.",
    },
  },
  accessibility: {
    state: {
      title: "Wie barrierefrei {{brand}} ist",
      text: "Unser Maßstab sind die WCAG 2.2, Stufe AA, und die EN 301 549. Ein Programm prüft jede Seite darauf, hell und dunkel, in der Breite eines Handys und eines Computers.\n- Alles funktioniert ohne Skript, allein mit der Tastatur und bei doppelter Schriftgröße.\n- Kontraste betragen mindestens 4,5 zu 1; nichts wird nur durch Farbe gesagt.\n- Fehler stehen neben ihrem Feld und noch einmal über dem Formular, mit Links.\n- Nichts bewegt sich, wenn dein Gerät um weniger Bewegung bittet.",
    },
    gaps: {
      title: "Was noch nicht gut ist",
      text: "Bilder, die Creator und Fans hochladen, haben keine eigenen Beschreibungen. PDFs von Quittungen und Abrechnungen sind nicht ausgezeichnet; dieselben Zahlen stehen auf Seiten. Die Seiten der Zahlungsdienste sind deren eigene.",
    },
    feedback: {
      title: "Sag es uns",
      text: "Etwas funktioniert für dich nicht? Schreib an [{{contact}}](mailto:{{contact}}). Wir antworten innerhalb von zwei Wochen. Bist du mit der Antwort nicht zufrieden, wende dich an die Marktüberwachung: {{supervision}}.",
    },
  },
} as const;
