import type en from "../en/verification.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Verifizierung",
  intro:
    "Bevor Fans dir Trinkgeld geben können, müssen wir wissen, wer du bist und dass du mindestens {{rule.age}} bist. Dokumente werden verschlüsselt gespeichert, nur von unserem Prüfteam gesehen und {{rule.document_days}} Tage nach der Entscheidung gelöscht.",
  needs: {
    title: "Was wir brauchen",
    open: "offen",
    declined: "abgelehnt",
    done: "erledigt",
    names: "Vor- und Nachname",
    address: "Adresse, Postleitzahl, Ort und Land",
    date_of_birth: "Geburtsdatum, mindestens {{rule.age}} Jahre",
    social_link: "Eine Seite in einem sozialen Netzwerk",
    terms: "Die Bedingungen der Verifizierung",
    mediafile_pass: "Ausweis, Vorderseite",
    mediafile_passback: "Ausweis, Rückseite",
    mediafile_shootout: "Foto mit dem Ausweis",
    mediafile_invoice: "Adressnachweis",
    photo: "Ein Profilfoto",
  },
  documents: {
    progress: "Wird gesendet: %s",
    failed: "Die Verbindung ist abgebrochen. Versuch es noch einmal.",
    choose: "Datei auswählen",
    replace: "Andere Datei auswählen",
    drop: "Datei hierher ziehen oder auswählen",
    upload: "Hochladen",
    remove: "Entfernen",
    uploaded: "hochgeladen am {{day}}",
    look: "Ansehen",
    mediafile_pass: {
      name: "Ausweis, Vorderseite",
      help: "Personalausweis oder Reisepass. JPG, PNG, GIF oder PDF, höchstens {{rule.upload_megabytes}} MB; alles muss lesbar sein.",
    },
    mediafile_passback: {
      name: "Ausweis, Rückseite",
      help: "Die Rückseite desselben Ausweises; beim Reisepass die Seite neben deinem Foto.",
    },
    mediafile_shootout: {
      name: "Foto mit dem Ausweis",
      help: "Du hältst den Ausweis neben dein Gesicht. Beides muss scharf sein.",
    },
    mediafile_invoice: {
      name: "Adressnachweis",
      help: "Eine Rechnung oder ein Behördenbrief an dich, höchstens {{rule.invoice_months}} Monate alt.",
    },
  },
  declined: {
    title: "Bitte schick uns etwas noch einmal",
    text: "Wir konnten nicht alles annehmen. Lade diese Dokumente neu hoch und reiche noch einmal ein; beim dritten Mal wird das Konto gesperrt.",
    replaced: "Du hast alles ersetzt, was wir nicht annehmen konnten. Reiche jetzt noch einmal ein.",
    reason: "Abgelehnt:",
  },
  handIn: {
    title: "Einreichen",
    text: "Wir prüfen es innerhalb von {{rule.working_days}} Werktagen. Bis dahin kannst du nichts mehr ändern.",
    skipPhoto:
      "Ich reiche ohne Profilfoto ein. Ich weiß: Einem Gesicht geben Fans lieber Trinkgeld als zwei Buchstaben.",
    go: "Verifizierung einreichen",
    again: "Noch einmal einreichen",
  },
  processing: {
    title: "In Prüfung",
    text: "Du hast am {{day}} eingereicht. Sobald wir durch sind, bekommst du eine Mail.",
    label: "Wie weit die Prüfung ist",
    daysLeft_one: "höchstens noch ein Werktag",
    daysLeft_other: "höchstens noch {{count}} Werktage",
    late: "Es dauert etwas länger als sonst. Wir sind dran.",
    percent: "{{percent}} %",
    documents: "Was du eingereicht hast",
  },
  done: {
    title: "Du bist verifiziert",
    text: "Hier ist nichts mehr zu tun. Deine Dokumente werden {{rule.document_days}} Tage nach der Entscheidung gelöscht.",
    go: "Zu meiner Übersicht",
  },
} satisfies Translation<typeof en>;
