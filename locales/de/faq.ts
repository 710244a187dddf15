export default {
  title: "Fragen und Antworten",
  intro: "Nichts dabei, was hilft? Schreib an [{{contact}}](mailto:{{contact}}).",
  groups: {
    fans: "Für Fans",
    creators: "Für Kreative",
    money: "Geld",
    together: "Gruppen",
    more: "Gutscheine und API",
  },
  account: {
    question: "Brauche ich ein Konto, um Trinkgeld zu geben?",
    answer: "Nein. Du wählst einen Betrag, schreibst etwas dazu, wenn du magst, und bezahlst.",
  },
  fees: {
    question: "Was kostet ein Trinkgeld?",
    answer:
      "Das Trinkgeld, dazu {{rule.service_fee_percent}} % Servicegebühr und die Umsatzsteuer darauf in deinem Land. Das Trinkgeld kommt ganz an. Du siehst den Preis auf den Cent, bevor du bezahlst.",
  },
  limits: {
    question: "Wie viel kann ich geben?",
    answer:
      "Zwischen {{rule.message_price_minimum}} und {{rule.message_price_maximum}} in der Währung der Seite. Manche verlangen mehr, wenn eine Nachricht dabei ist; ab welchem Betrag, steht auf der Seite.",
  },
  ways: {
    question: "Wie kann ich bezahlen?",
    answer:
      "Mit Kreditkarte, per Überweisung oder, in Euro, per SEPA-Lastschrift. Du kannst in deiner eigenen Währung zahlen; Kurs und Tag stehen neben dem Preis.",
  },
  anonymous: {
    question: "Wer sieht meinen Namen und meine E-Mail-Adresse?",
    answer:
      "Wer das Trinkgeld bekommt, sieht Name, Nachricht und Bild, wenn du sie angibst; ohne Namen bleibst du anonym. Deine E-Mail-Adresse geben wir nur weiter, wenn du zustimmst; auf der Seite stehen Name und Nachricht nur, wenn ihr beide zugestimmt habt. Die Adresse brauchen wir für die Quittung und für ein Dankeschön.",
  },
  thanks: {
    question: "Kann man sich bei mir bedanken?",
    answer:
      "Ja, per E-Mail, bis zu {{rule.replies}} Mal für ein Trinkgeld, wenn du Namen und Adresse angegeben hast. In jedem Dankeschön steht ein Link, mit dem du keines mehr bekommst.",
  },
  refund: {
    question: "Ich habe aus Versehen Trinkgeld gegeben. Was nun?",
    answer:
      "Frag die Person, die es bekommen hat: Sie kann es innerhalb von {{rule.refund_days}} Tagen zurückgeben. Klappt das nicht oder hast du doppelt gezahlt, schreib an [{{contact}}](mailto:{{contact}}) und nenne die Nummer deiner Quittung. Eine Erstattung dauert je nach Bank ein paar Arbeitstage.",
  },
  failed: {
    question: "Meine Zahlung ist fehlgeschlagen. Wurde etwas abgebucht?",
    answer:
      "Eine Zahlung zählt erst, wenn der Zahlungsdienst sie bestätigt. Ist sie fehlgeschlagen, ist kein Geld geflossen, und du kannst es von derselben Seite aus noch einmal versuchen. Ein Trinkgeld, das nach {{rule.unpaid_hours}} Stunden nicht bezahlt ist, verfällt von selbst.",
  },
  review: {
    question: "Warum ist meine Nachricht noch nicht zu sehen?",
    answer:
      "Bilder, Links und manche Wörter sieht sich erst jemand von uns an, innerhalb von {{rule.review_hours}} Stunden. Das Geld ist trotzdem schon gutgeschrieben.",
  },
  start: {
    question: "Wie bekomme ich eine eigene Seite?",
    answer:
      "[Registriere dich](/register), bestätige deine E-Mail-Adresse, wähle einen Benutzernamen und reiche deine Nachweise ein. Du musst mindestens {{rule.age}} sein.",
  },
  verification: {
    question: "Was braucht ihr für die Verifizierung, und wie lange dauert sie?",
    answer:
      "Name, Anschrift und Geburtsdatum; deinen Ausweis von beiden Seiten; ein Foto von dir mit dem Ausweis; eine Rechnung oder einen Brief, höchstens {{rule.invoice_months}} Monate alt; ein Profil oder einen Link, der zeigt, was du machst; und ein Profilfoto.\nWir entscheiden innerhalb von {{rule.working_days}} Arbeitstagen. Fehlt etwas, sagen wir dir, was, und du kannst es nachreichen. Nachweise sind verschlüsselt und werden {{rule.document_days}} Tage nach der Entscheidung gelöscht.",
  },
  items: {
    question: "Was ist ein eigener Wunsch?",
    answer:
      "Etwas Eigenes, wofür man dir Trinkgeld geben kann, zum Beispiel ein Kaffee: ein Name, ein Betrag und, wenn du magst, ein Bild. Er steht auf deiner Seite, sobald wir ihn geprüft haben.",
  },
  payoutDay: {
    question: "Wann bekomme ich mein Geld?",
    answer:
      "Am 1. jedes Monats, wenn mindestens {{rule.payout_minimum}} in deiner Währung verfügbar sind. Kartenzahlungen sind nach {{rule.card_days}} Tagen verfügbar, Lastschriften nach {{rule.debit_days}}, Überweisungen sofort. Du kannst auch jederzeit selbst eine Auszahlung anfordern.",
  },
  payoutFees: {
    question: "Was kostet eine Auszahlung?",
    answer:
      "Die monatliche ist kostenlos. Was eine kostet, die du anforderst, hängt vom Land deiner Bank ab:\n- EU und Vereinigtes Königreich: ab {{rule.payout_minimum}} kostenlos, sonst {{rule.payout_fee_eu}}; mindestens {{rule.payout_least_eu}}.\n- Übrige SEPA-Länder: ab {{rule.payout_minimum}} kostenlos, sonst {{rule.payout_fee_special}}; mindestens {{rule.payout_least_special}}.\n- Alle anderen: {{rule.payout_fee_default}}; mindestens {{rule.payout_least_default}}.\n- Paxum: {{rule.payout_fee_paxum}}; mindestens {{rule.payout_least_paxum}}.\nDie Beträge gelten in der Währung deines Guthabens. Die Gebühr steht da, bevor du bestätigst.",
  },
  ownAccount: {
    question: "Könnt ihr auf das Konto von jemand anderem zahlen?",
    answer:
      "Nein. Das Konto muss auf dich oder dein Unternehmen lauten. Eine Änderung bestätigst du mit einem Code, den wir dir mailen, und wir prüfen sie, bevor Geld dorthin geht.",
  },
  chargeback: {
    question: "Was ist, wenn ein Fan die Zahlung zurückbuchen lässt?",
    answer:
      "Solange der Streit läuft, bleibt das Trinkgeld zurückgehalten. Geht er verloren, ziehen wir es ab; reicht dein Guthaben nicht, gleichen deine nächsten Trinkgelder den Rest aus. Geht er gut aus, hast du es wieder.",
  },
  tax: {
    question: "Muss ich Trinkgelder versteuern?",
    answer:
      "Meistens ja; das hängt von deinem Land ab. Zu jeder Auszahlung und jedem Monat bekommst du eine Abrechnung. Steuerlich beraten dürfen wir dich nicht.",
  },
  group: {
    question: "Was ist eine Gruppe, und wie wird ein Trinkgeld an sie geteilt?",
    answer:
      "Eine Gruppe ist eine Seite für mehrere. Ein Trinkgeld geht zu gleichen Teilen an alle Mitglieder oder an die, die du auswählst; was sich nicht teilen lässt, geht Cent für Cent reihum. Die Zusammenfassung zeigt die Aufteilung, bevor du bezahlst.",
  },
  join: {
    question: "Wie trete ich einer Gruppe bei?",
    answer:
      "Mit dem Einladungslink der Person, der die Gruppe gehört. Du nimmst an, dann wirst du bestätigt. Austreten kannst du jederzeit.",
  },
  makeGroup: {
    question: "Wie lege ich eine Gruppe an?",
    answer:
      "Unter „Gruppen“ in deinem Menü, sobald du verifiziert bist. Wir prüfen Name und Bild innerhalb von {{rule.review_hours}} Stunden, dann ist die Seite offen. Anderen schickst du den Einladungslink und nimmst auf, wer annimmt; zusammen höchstens {{rule.group_members}} Personen.",
  },
  vouchers: {
    question: "Wie funktioniert ein Gutschein?",
    answer:
      "Alle können [einen kaufen](/voucher), von {{rule.voucher_minimum}} bis {{rule.voucher_maximum}}, und den Code verschenken; [eingelöst](/voucher/redeem) wird er im Ganzen. Er kostet dieselbe Gebühr wie ein Trinkgeld. Er gilt {{rule.voucher_years}} Jahre, immer bis zum Jahresende, und lässt sich binnen vierzehn Tagen [widerrufen](/voucher/withdrawal), solange ihn niemand eingelöst hat. Einlösen kannst du ihn auch, wenn du noch nicht verifiziert bist; das Geld kommt dann mit der Verifizierung.",
  },
  voucherWrong: {
    question: "Der Code meines Gutscheins geht nicht.",
    answer:
      "Prüfe ihn Zeichen für Zeichen; die Buchstaben O und I kommen nicht vor. Nach mehreren falschen Codes ist das Einlösen eine Stunde lang gesperrt. Geht er dann noch nicht, schreib an [{{contact}}](mailto:{{contact}}).",
  },
  discord: {
    question: "Gibt es einen Bot für Discord?",
    answer:
      "Ja. Auf deinem Server öffnen Mitglieder mit einem Befehl die Seiten von Kreativen, und neue Trinkgelder können in einem Kanal gemeldet werden. [So fügst du ihn hinzu](/discord)",
  },
  api: {
    question: "Kann ich Tribute mit eigenen Programmen nutzen?",
    answer:
      "Ja: Alles, was Fans und Kreative hier tun, geht auch über die [API](/api/docs), von einem Trinkgeld auf deiner eigenen Seite bis zur Liste deiner Trinkgelder.",
  },
  deletion: {
    question: "Kann ich mein Konto löschen?",
    answer:
      "Ja, [in deinen Einstellungen](/account/delete), sobald dein Geld ausgezahlt ist. Was wir wie lange behalten, steht unter [Datenschutz](/privacy#periods).",
  },
  report: {
    question: "Ich habe etwas Rechtswidriges gesehen. Wo melde ich es?",
    answer:
      "Mit [diesem Formular](/report), ohne Konto. Wie wir entscheiden, steht unter [Beschwerden](/complaint-policy).",
  },
} as const;
