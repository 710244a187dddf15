import type en from "../en/result.ts";
import type { Translation } from "../shape.ts";

export default {
  waiting: {
    title: "Einen Moment",
    heading: "Wir warten auf den Zahlungsanbieter",
    text: "Sobald die Zahlung bestätigt ist, siehst du es hier. Die Seite prüft alle paar Sekunden.",
    transferOpen: "Wir warten auf die Bestätigung deiner Überweisung",
    transferHeading: "Deine Überweisung ist unterwegs",
    transferText: "{{name}} bekommt dein Trinkgeld, sobald das Geld da ist.",
    debitOpen: "Wir warten auf die Bestätigung deiner Lastschrift",
    debitHeading: "Deine Lastschrift ist unterwegs",
    debitText:
      "{{name}} bekommt dein Trinkgeld, sobald deine Bank die Lastschrift ausführt. Das dauert meist ein paar Tage.",
    leave: "Du musst hier nicht warten.",
    mail: "Die Quittung geht dann an {{email}}.",
    mailNone:
      "Du hast keine E-\u2060Mail-Adresse angegeben: Heb dir die Adresse dieser Seite auf, wenn du wissen willst, wann es so weit ist.",
    mailOther: "Wenn du eine E-\u2060Mail-Adresse angegeben hast, kommt die Quittung dorthin.",
    again: "Jetzt prüfen",
  },
  late: "Diese Zahlung lief schon, bevor du gedrückt hast: Du zahlst nichts doppelt, und es hat sich nichts mehr geändert.",
  none: {
    title: "Zahlung",
    heading: "Keine Zahlung",
    text: "Nach dem Bezahlen steht auf dieser Seite, ob es geklappt hat. Hast du gerade bezahlt und eine E-\u2060Mail-Adresse angegeben, findest du die Quittung in deinen Mails.",
  },
  stopThankYous: {
    title: "Keine Dankes-Mails mehr",
    text: "Wer Trinkgeld bekommt, kann sich bei dir per E-Mail bedanken. Wenn du das nicht möchtest, schicken wir an diese Adresse keine solchen E-Mails mehr. Belege bekommst du weiterhin.",
    go: "Keine Dankes-Mails mehr",
    doneTitle: "Erledigt",
    done: "Wir schicken an diese Adresse keine Dankes-Mails mehr. Belege für deine Trinkgelder bekommst du weiterhin.",
    failed: "Dieser Link funktioniert nicht",
    failedHelp: "Öffne ihn noch einmal aus der E-Mail und übernimm ihn ganz.",
    home: "Zur Startseite",
  },
  qr: {
    title: "QR-Code für {{name}}",
    alt: "QR-Code zu {{url}}",
    text: "Mit der Handykamera gescannt öffnet er die Seite. Für Sticker, Streams und Plakate.",
    svg: "Als SVG speichern",
    png: "Als PNG speichern",
  },
  success: {
    title: "Danke",
    heading: "{{name}} sagt danke!",
    text: "{{amount}} sind auf dem Weg zu {{name}}.",
    next: "Wie es weitergeht",
    nextMessage: "{{name}} liest deine Nachricht.",
    nextReview:
      "Bilder und Links prüfen wir innerhalb von {{rule.review_hours}} Stunden. Dann sieht {{name}} deine Nachricht.",
    nextMail: "Die Quittung geht an {{email}}.",
    nextNoMail: "Speichere die Quittung jetzt, wir können sie nicht mailen.",
    receipt: "Quittung öffnen",
    otherBrowser:
      "Die Quittung kannst du in dem Browser öffnen, in dem du bezahlt hast. Wenn du eine E-\u2060Mail-Adresse angegeben hast, steht sie auch in der Mail.",
    again: "Noch ein Trinkgeld",
    share: "Seite von {{name}} teilen",
  },
  ended: {
    refundedHeading: "Diese Zahlung wurde erstattet",
    refundedText:
      "Der ganze Betrag geht auf das Konto oder die Karte zurück, mit der du bezahlt hast. Du musst nichts tun.",
    chargebackHeading: "Diese Zahlung wurde zurückgebucht",
    chargebackText: "Deine Bank hat dir das Geld zurückgegeben.",
  },
  failed: {
    title: "Zahlung fehlgeschlagen",
    heading: "Zahlung fehlgeschlagen",
    openHeading: "Wir fragen beim Zahlungsanbieter nach",
    unpaidHeading: "Du hast noch nicht bezahlt",
    cancelledHeading: "Du hast die Zahlung abgebrochen",
    reasons: {
      cancelled: "Du hast die Bezahlseite verlassen, ohne zu bezahlen.",
      declined: "Deine Bank oder dein Kartenanbieter hat sie abgelehnt.",
      expired: "Sie wurde nicht rechtzeitig bezahlt.",
      error: "Beim Zahlungsanbieter ist etwas schiefgegangen.",
      unpaid: "Beim Zahlungsanbieter ist die Zahlung noch offen.",
    },
    money: "Es ist kein Geld geflossen.",
    unknown:
      "Wir wissen nicht, welche Zahlung du meinst. Falls Geld abgebucht wurde, wird es gutgeschrieben oder kommt von selbst zurück.",
    open: "Der Zahlungsanbieter hat uns das Ergebnis noch nicht gemeldet. Wenn du abgebrochen hast, ist kein Geld geflossen.",
    keep: "Alles, was du eingegeben hast, ist noch da.",
    again: "Noch einmal versuchen",
    another: "Anders bezahlen",
    profile: "Zurück zu {{name}}",
  },
  receipt: {
    issuer: "Ausgestellt von {{issuer}}",
    title: "Quittung",
    heading: "Quittung",
    number: "Quittungsnummer",
    email: "E-\u2060Mail",
    date: "Datum",
    to: "Für",
    from: "Von",
    country: "Land",
    sellers:
      "Die Servicegebühr berechnet Tribute. Das Trinkgeld selbst geht ganz an die Mitglieder von „{{name}}“.",
    seller: "Die Servicegebühr berechnet Tribute. Das Trinkgeld selbst geht ganz an {{name}}.",
    onPage:
      "Du hast zugestimmt, dass dein Name und deine Nachricht auf der Seite von {{name}} stehen dürfen.",
    offPage: "Nicht mehr zeigen",
    takenOff: "Erledigt. Dein Name und deine Nachricht stehen nicht mehr auf der Seite von {{name}}.",
    pdf: "Als PDF speichern",
    file: "quittung",
    page: "Seite {{page}} von {{pages}}",
  },
} satisfies Translation<typeof en>;
