export default {
  title: "Fragen und Antworten",
  intro: "Keine Antwort dabei? Schreib an [{{contact}}](mailto:{{contact}}).",
  groups: {
    fans: "Für Fans",
    creators: "Für Creator",
    money: "Geld",
    together: "Gruppen",
    more: "Weiteres",
  },
  account: {
    question: "Brauche ich ein Konto, um Trinkgeld zu geben?",
    answer: "Nein. Betrag wählen, auf Wunsch etwas dazuschreiben, bezahlen.",
  },
  fees: {
    question: "Was kostet ein Trinkgeld?",
    answer:
      "Das Trinkgeld, {{rule.service_fee}} Servicegebühr und Umsatzsteuer darauf. Das Trinkgeld kommt ganz an. Du siehst den genauen Preis, bevor du bezahlst.",
  },
  limits: {
    question: "Wie viel kann ich geben?",
    answer:
      "{{rule.message_price_minimum}} bis {{rule.message_price_maximum}} in der Währung der Seite. Manche verlangen für eine Nachricht einen Mindestbetrag; er steht auf der Seite.",
  },
  ways: {
    question: "Wie kann ich bezahlen?",
    answer:
      "Mit Kreditkarte, Überweisung oder, in Euro, SEPA-Lastschrift. Du kannst in deiner Währung zahlen; Kurs und Tag stehen beim Preis.",
  },
  anonymous: {
    question: "Wer sieht meinen Namen und meine E-Mail-Adresse?",
    answer:
      "Wer das Trinkgeld bekommt, sieht Name, Nachricht und Bild, falls angegeben; ohne Namen bleibst du anonym. Deine E-Mail-Adresse geben wir nur mit deiner Zustimmung weiter. Auf der Seite stehen Name und Nachricht nur, wenn ihr beide zustimmt. Wir nutzen die Adresse für Quittung und Dankeschön.",
  },
  thanks: {
    question: "Kann man sich bei mir bedanken?",
    answer:
      "Ja, per E-Mail, wenn du Namen und Adresse angegeben hast. Pro Trinkgeld höchstens: {{rule.replies}}. Jedes Dankeschön hat einen Link zum Abstellen.",
  },
  stop: {
    question: "Wie beende ich ein monatliches Trinkgeld?",
    answer:
      "Über den Link in seinen Mails: jederzeit, es endet sofort. Ist die Mail weg, [schicken wir den Link neu](/monthly), oder du [kündigst](/cancel) ohne Anmeldung.",
  },
  refund: {
    question: "Ich habe aus Versehen Trinkgeld gegeben. Was nun?",
    answer:
      "Frag den Creator: Eine Erstattung geht innerhalb von {{rule.refund_days}} Tagen. Klappt das nicht oder hast du doppelt gezahlt, schreib an [{{contact}}](mailto:{{contact}}) mit deiner Quittungsnummer. Erstattungen dauern ein paar Arbeitstage.",
  },
  failed: {
    question: "Meine Zahlung ist fehlgeschlagen. Wurde etwas abgebucht?",
    answer:
      "Nur bestätigte Zahlungen zählen. Ist sie fehlgeschlagen, ist kein Geld geflossen; versuch es von derselben Seite noch einmal. Nach {{rule.unpaid_hours}} Stunden ohne Zahlung verfällt das Trinkgeld.",
  },
  review: {
    question: "Warum ist meine Nachricht noch nicht zu sehen?",
    answer:
      "Bilder, Links und manche Wörter prüfen wir innerhalb von {{rule.review_hours}} Stunden. Das Geld ist trotzdem gutgeschrieben.",
  },
  start: {
    question: "Wie bekomme ich eine eigene Seite?",
    answer:
      "[Registriere dich](/register), bestätige deine E-Mail-Adresse, wähle einen Benutzernamen und reiche deine Nachweise ein. Mindestalter: {{rule.age}}.",
  },
  verification: {
    question: "Was braucht ihr für die Verifizierung, und wie lange dauert sie?",
    answer:
      "Name, Anschrift, Geburtsdatum; deinen Ausweis, beide Seiten; ein Foto von dir mit dem Ausweis; eine Rechnung oder einen Brief, höchstens {{rule.invoice_months}} Monate alt; ein Profil oder einen Link, der zeigt, was du machst; ein Profilfoto.\nWir entscheiden innerhalb von {{rule.working_days}} Arbeitstagen. Fehlt etwas, sagen wir es, und du reichst es nach. Nachweise sind verschlüsselt und werden {{rule.document_days}} Tage nach der Entscheidung gelöscht.",
  },
  items: {
    question: "Was ist ein Item?",
    answer:
      "Etwas, wofür es Trinkgeld gibt, etwa ein Kaffee: Name, Betrag und auf Wunsch ein Bild. Es steht nach der Prüfung auf deiner Seite.",
  },
  payoutDay: {
    question: "Wann bekomme ich mein Geld?",
    answer:
      "Am {{rule.payout_day}}. jedes Monats, ab {{rule.payout_minimum}} in deiner Währung. Kartenzahlungen sind {{rule.hold_card}} verfügbar, Lastschriften {{rule.hold_debit}}, Überweisungen {{rule.hold_transfer}}. Du kannst auch jederzeit eine Auszahlung anfordern.",
  },
  payoutFees: {
    question: "Was kostet eine Auszahlung?",
    answer:
      "Monatliche sind kostenlos. Angeforderte hängen vom Land deiner Bank ab:\n- EU und Vereinigtes Königreich: {{rule.payout_terms_eu}}.\n- Übrige SEPA-Länder: {{rule.payout_terms_special}}.\n- Alle anderen: {{rule.payout_terms_default}}.\n- Paxum: {{rule.payout_terms_paxum}}.\nIn der Währung deines Guthabens. Du siehst die Gebühr, bevor du bestätigst.",
  },
  ownAccount: {
    question: "Könnt ihr auf ein fremdes Konto zahlen?",
    answer:
      "Nein. Es muss auf dich oder deine Firma lauten. Änderungen bestätigst du mit einem Code per Mail, und wir prüfen sie.",
  },
  chargeback: {
    question: "Was ist, wenn ein Fan die Zahlung zurückbuchen lässt?",
    answer:
      "Während des Streits ist das Trinkgeld zurückgehalten. Geht er verloren, ziehen wir es ab; reicht dein Guthaben nicht, gleichen deine nächsten Trinkgelder den Rest aus. Geht er gut aus, hast du es wieder.",
  },
  tax: {
    question: "Muss ich Trinkgelder versteuern?",
    answer:
      "Meistens ja, je nach Land. Zu jeder Auszahlung und jedem Monat bekommst du eine Abrechnung. Steuerlich beraten dürfen wir dich nicht.",
  },
  group: {
    question: "Was ist eine Gruppe, und wie wird geteilt?",
    answer:
      "Eine Seite für mehrere Creator. Trinkgeld geht zu gleichen Teilen an alle Mitglieder oder die, die du auswählst; übrige Cent gehen reihum. Die Zusammenfassung zeigt die Aufteilung, bevor du bezahlst.",
  },
  join: {
    question: "Wie trete ich einer Gruppe bei?",
    answer: "Mit ihrem Einladungslink. Du nimmst an, die Gruppe entscheidet. Gehen kannst du jederzeit.",
  },
  makeGroup: {
    question: "Wie lege ich eine Gruppe an?",
    answer:
      "Unter „Gruppen“ in deinem Menü, sobald du verifiziert bist. Wir prüfen Name und Bild innerhalb von {{rule.review_hours}} Stunden, dann ist die Seite offen. Schick anderen den Einladungslink und nimm sie auf; höchstens {{rule.group_members}} Mitglieder.",
  },
  vouchers: {
    question: "Wie funktioniert ein Gutschein?",
    answer:
      "Alle können [einen kaufen](/voucher), von {{rule.voucher_minimum}} bis {{rule.voucher_maximum}}, und den Code an Creator verschenken, die ihn ganz [einlösen](/voucher/redeem). Er kostet dieselbe Gebühr wie ein Trinkgeld, gilt {{rule.voucher_years}} Jahre bis Jahresende und lässt sich binnen {{rule.withdrawal_days}} Tagen [widerrufen](/voucher/withdrawal), solange er nicht eingelöst ist. Einlösen geht auch unverifiziert; das Geld kommt mit der Verifizierung.",
  },
  voucherWrong: {
    question: "Der Code meines Gutscheins geht nicht.",
    answer:
      "Vertippt? O und I kommen nicht vor. Nach mehreren falschen Codes ist das Einlösen eine Stunde gesperrt. Geht er dann noch nicht, schreib an [{{contact}}](mailto:{{contact}}).",
  },
  discord: {
    question: "Gibt es einen Bot für Discord?",
    answer:
      "Ja. Mitglieder deines Servers öffnen mit einem Befehl Creator-Seiten; neue Trinkgelder können in einem Kanal gemeldet werden. [So fügst du ihn hinzu](/discord)",
  },
  api: {
    question: "Gibt es eine API?",
    answer: "Ja: Die [API](/api/docs) kann alles, was Fans und Creator hier tun.",
  },
  deletion: {
    question: "Kann ich mein Konto löschen?",
    answer:
      "Ja, [in deinen Einstellungen](/account/delete), sobald dein Geld ausgezahlt ist. Was wir wie lange behalten: [Datenschutz](/privacy#periods).",
  },
  report: {
    question: "Ich habe etwas Rechtswidriges gesehen. Wo melde ich es?",
    answer:
      "Mit [diesem Formular](/report), ohne Konto. Wie wir entscheiden: [Beschwerden](/complaint-policy).",
  },
} as const;
