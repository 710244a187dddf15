import type en from "../en/chat-bot.ts";
import type { Translation } from "../shape.ts";

export default {
  guide: {
    title: "Tribute auf deinem Discord-Server",
    description:
      "Trinkgeld, Rangliste und Seiten von Kreativen auf deinem Discord-Server: So fügst du den Bot hinzu.",
    intro:
      "Bei Tribute geben Fans ihren Kreativen Trinkgeld, ganz ohne Konto. Mit einem Befehl öffnen die Mitglieder deines Servers die Trinkgeldseite einer Person, sehen, wer diesen Monat vorn liegt, oder schlagen jemanden nach. Neue Trinkgelder kann Tribute in einem Kanal melden. Das Einrichten dauert etwa eine Minute.",
    notHere: "Auf dieser Plattform ist noch kein Bot eingerichtet. Hier siehst du, wie es funktioniert.",
    invite: "Tribute zum Server hinzufügen",
    inviteHelp: "Du brauchst dort das Recht „Server verwalten“.",
    mine: "Für Kreative: Discord-Konto verknüpfen oder Kanal wählen",
    steps: {
      heading: "So fügst du ihn hinzu",
      open: {
        title: "Server wählen",
        text: "Öffne den Einladungslink. Discord fragt dich, auf welchen Server Tribute soll.",
      },
      allow: {
        title: "Erlauben",
        text: "Discord zeigt, was Tribute darf: Befehle erstellen, sonst nichts. Bestätige das.",
      },
      type: {
        title: "Schrägstrich tippen",
        text: "Tippe in einem Kanal / und wähle einen Befehl von Tribute, zum Beispiel /rangliste.",
      },
      channel: {
        title: "Kanal wählen",
        text: "Kreative wählen hier in ihrem Konto den Kanal, in dem ihre neuen Trinkgelder gemeldet werden.",
      },
    },
    commands: {
      heading: "Die Befehle",
      caption: "Was Mitglieder tippen können",
      command: "Befehl",
      does: "Was er tut",
    },
    permissions: {
      heading: "Was der Bot darf und warum",
      caption: "Berechtigungen",
      permission: "Berechtigung",
      reason: "Warum",
      commands: "Befehle erstellen",
      commandsReason:
        "Damit Mitglieder /{{tip}} und die anderen Befehle tippen können. Das dürfen alle auf dem Server, solange du nichts anderes einstellst.",
      webhook: "Über einen Webhook in einem Kanal posten",
      webhookReason:
        "Nur, wenn Kreative ihre neuen Trinkgelder melden lassen. Sie beginnen damit in ihrem Konto, wählen den Kanal in Discord und brauchen dafür auf deinem Server das Recht „WebHooks verwalten“. In anderen Kanälen kann Tribute nicht posten.",
      nothing:
        "Der Bot hat keine Rechte wie ein Mitglied: Er liest keine Nachrichten, sieht keine Mitgliederliste, erwähnt niemanden und ändert nichts auf deinem Server.",
    },
    changing: {
      heading: "Ändern und entfernen",
      text: "In den Einstellungen deines Servers unter Integrationen → Tribute legst du fest, wer welchen Befehl in welchen Kanälen nutzen darf. Dort entfernst du Tribute auch wieder. Soll in einem Kanal nichts mehr gemeldet werden, lösche dort seinen Webhook. Kreative beenden ihre Meldungen in [ihrem Konto](/account/discord).",
    },
    privacy: {
      heading: "Datenschutz",
      text: "Mit einem Befehl schickt uns Discord, was getippt wurde, den Server und die Kennung und den Namen der Person, die ihn getippt hat. Wir antworten und speichern nichts davon. Nur wer als Kreative oder Kreativer das Discord-Konto verknüpft, hinterlässt uns dessen Kennung und Namen, bis die Verknüpfung aufgehoben wird. Auf Discord zahlt niemand: Jedes Trinkgeld wird auf unserer eigenen Seite gegeben, und Discord erfährt nie, von wem es ist oder was dabeistand. Mehr steht in der [Datenschutzerklärung](/privacy).",
    },
    trouble: {
      heading: "Wenn etwas nicht klappt",
      noCommands: {
        question: "Die Befehle tauchen nicht auf",
        answer:
          "Lade Discord neu (Strg+R, oder schließe die App und öffne sie wieder). Fehlen sie immer noch, öffne den Einladungslink noch einmal und wähle denselben Server. Vielleicht hat auch jemand die Befehle auf Rollen oder Kanäle beschränkt, unter Integrationen → Tribute.",
      },
      noServer: {
        question: "Mein Server steht nicht in der Liste von Discord",
        answer:
          "Dort stehen nur Server, auf denen du das Recht „Server verwalten“ hast. Bitte die Person, die den Server betreibt, den Einladungslink zu öffnen.",
      },
      noAnswer: {
        question: "„Die Anwendung reagiert nicht“",
        answer:
          "Dann hat unsere Antwort länger als drei Sekunden gebraucht. Versuch es in einer Minute noch einmal.",
      },
      noTips: {
        question: "Neue Trinkgelder werden nicht mehr gemeldet",
        answer:
          "Wurde der Webhook oder sein Kanal gelöscht? Dann kam eine E-Mail, und in [deinem Konto](/account/discord) kannst du wieder einen Kanal wählen. Trinkgelder, die noch geprüft werden, werden erst nach der Freigabe gemeldet.",
      },
      wrongPage: {
        question: "Ein Befehl findet niemanden",
        answer:
          "Kreative findest du unter dem Namen in der Adresse ihrer Seite, oder als Mitglied, sobald sie /{{link}} getippt und bestätigt haben. Wer keine öffentliche Seite hat, wird nicht gefunden.",
      },
    },
  },
  commands: {
    tip: {
      name: "trinkgeld",
      description: "Trinkgeldseite einer Person öffnen. Ganz ohne Konto.",
      help: "Öffnet die Trinkgeldseite einer Person, auf Wunsch mit einem Betrag. Ohne Namen sind alle gemeint, deren Trinkgelder auf dem Server gemeldet werden. Die Antwort siehst nur du.",
    },
    leaderboard: {
      name: "rangliste",
      description: "Wer vorn liegt: diesen Monat, in 30 Tagen oder heute.",
      help: "Zeigt allen im Kanal die ersten zehn der Rangliste: diesen Monat, in den letzten 30 Tagen oder heute.",
    },
    profile: {
      name: "profil",
      description: "Seite einer Person zeigen.",
      help: "Zeigt allen im Kanal die Seite einer Person: was sie über sich sagt und ihr Ziel.",
    },
    link: {
      name: "verknüpfen",
      description: "Für Kreative: Discord-Konto mit deiner Seite verknüpfen.",
      help: "Für Kreative: verknüpft dein Discord-Konto mit deiner Seite. Dann finden dich Mitglieder unter deinem Namen auf Discord.",
    },
    options: {
      creator: { name: "name", description: "Der Name bei Tribute, wie in der Adresse der Seite" },
      member: { name: "mitglied", description: "Ein Mitglied dieses Servers mit verknüpfter Seite" },
      amount: { name: "betrag", description: "Ein Betrag, zum Beispiel 5 oder 7,50" },
      range: { name: "zeitraum", description: "Dieser Monat, die letzten 30 Tage oder heute" },
    },
    ranges: { month: "Dieser Monat", days: "Letzte 30 Tage", day: "Heute" },
  },
  replies: {
    tip: "Trinkgeld für {{name}}: ohne Konto, in weniger als einer Minute.",
    tipAmount: "{{amount}} Trinkgeld für {{name}}: ohne Konto, in weniger als einer Minute.",
    tipWhom: "Für wen soll das Trinkgeld sein? Ein Konto brauchst du nicht.",
    tipButton: "Trinkgeld für {{name}}",
    noCreator:
      "Unter diesem Namen gibt es keine Seite. Gib den Namen aus der Adresse der Seite ein: bei {{host}}/ada ist das ada.",
    noMember: "Dieses Mitglied hat keine Seite verknüpft. Das geht mit /{{command}}.",
    sayWhom: "Nenne einen Namen, oder wähle ein Mitglied mit verknüpfter Seite.",
    amount: "Gib einen Betrag in {{currency}} von {{minimum}} bis {{maximum}} ein, zum Beispiel 5 oder 7,50.",
    board: { month: "Rangliste: dieser Monat", days: "Rangliste: letzte 30 Tage", day: "Rangliste: heute" },
    boardRow: "{{rank}}. {{name}}, {{tips}}",
    boardEmpty: "Noch hat niemand ein Trinkgeld bekommen. Gib das erste!",
    boardButton: "Zur ganzen Rangliste",
    online: "Gerade online",
    goal: "Ziel",
    goalText: "{{title}}: {{reached}} von {{amount}}",
    link: "Öffne diese Seite innerhalb von {{rule.chat_link_minutes}} Minuten, melde dich an und bestätige: Dann finden Mitglieder deine Seite unter deinem Namen hier. Gib den Link nicht weiter.",
    linkButton: "Meine Seite verknüpfen",
    many: "Das war viel auf einmal. Versuch es in einer Minute noch einmal.",
    unknown: "Diesen Befehl kenne ich nicht. Vielleicht ist er neu oder weggefallen: Lade Discord neu.",
  },
  account: {
    title: "Discord",
    intro:
      "Mitglieder eines Discord-Servers können deine Seite finden, und wenn du möchtest, melden wir neue Trinkgelder in einem Kanal. [So kommt der Bot auf einen Server](/discord)",
    notHere: "Auf dieser Plattform ist kein Discord-Bot eingerichtet. [So würde es gehen](/discord)",
    linkedTitle: "Dein Discord-Konto",
    linkedAs: "Verknüpft mit {{name}} seit {{day}}. Auf Discord können alle damit deine Seite finden.",
    notLinked:
      "Nicht verknüpft. Tippe /{{command}} auf einem Server mit dem Bot und öffne die Seite, die er dir nennt.",
    unlink: "Verknüpfung aufheben",
    channelTitle: "Neue Trinkgelder in einem Kanal",
    channelText:
      "In Discord wählst du einen Server und einen Kanal. Dafür brauchst du dort das Recht „WebHooks verwalten“. Neue Trinkgelder werden mit deinem Namen und der Adresse deiner Seite gemeldet; nie, von wem sie sind oder was dabeistand.",
    choose: "Kanal wählen",
    chooseOther: "Anderen Kanal wählen",
    announced:
      "Gemeldet wird in deinem Kanal über den Webhook „{{handle}}“, gewählt am {{day}}. Was gemeldet wird, bestimmst du unten.",
    openServer: "Server in Discord öffnen",
    failed:
      "Verknüpfung fehlgeschlagen! Discord nimmt unsere Nachrichten nicht mehr an: Den Webhook „{{handle}}“ gibt es nicht mehr. Wähle wieder einen Kanal, damit es weitergeht.",
    stop: "Nicht mehr melden",
    stopHelp:
      "Beendest du die Meldungen oder wählst du einen anderen Kanal, wird dieser Webhook gelöscht. Was schon im Kanal steht, bleibt dort.",
    settingsTitle: "Was gemeldet wird",
    onNewTip: "Neue Trinkgelder melden",
    onNewTipHelp: "Eine Meldung verrät nie, von wem ein Trinkgeld kommt oder was dabeistand.",
    onAchievement: "Meilensteine melden",
    done: {
      linked: "Dein Discord-Konto ist verknüpft.",
      unlinked: "Die Verknüpfung ist aufgehoben.",
      opened: "Ab jetzt werden neue Trinkgelder in deinem Kanal gemeldet.",
      closed: "Es wird nichts mehr gemeldet.",
    },
    faults: {
      expired:
        "Das ist zu lange her, wurde schon benutzt oder mit einem anderen Konto begonnen. Fang noch einmal an.",
      declined: "Discord sagt, dass du es nicht erlaubt hast. Es hat sich nichts geändert.",
      away: "Discord antwortet gerade nicht. Versuch es in ein paar Minuten noch einmal.",
      many: "Das waren viele Versuche. Warte eine Stunde und fang dann neu an.",
    },
  },
  channel: {
    title: "Kanal wählen",
    text: "Discord fragt dich nach einem Server und einem Kanal. Danach kommst du hierher zurück.",
    open: "Weiter zu Discord",
    back: "Abbrechen",
  },
  arrival: {
    title: "Fast geschafft",
    text: "Du hast in Discord einen Kanal gewählt. Sollen neue Trinkgelder dort gemeldet werden? Los geht es mit deinem nächsten Trinkgeld.",
    go: "Neue Trinkgelder melden",
    back: "Abbrechen",
  },
  link: {
    title: "Discord-Konto verknüpfen",
    text: "„{{name}}“ auf Discord möchte mit deiner Seite {{url}} verknüpft werden. Dann können auf Discord alle über dieses Konto deine Seite finden.",
    warning: "Hast du /{{command}} selbst getippt, und bist du das? Sonst bestätige nicht.",
    go: "Konto verknüpfen",
    back: "Abbrechen",
    replaces: "Hat deine Seite oder dieses Discord-Konto schon eine Verknüpfung, wird sie ersetzt.",
    over: "Dieser Link ist zu alt oder wurde schon benutzt. Tippe auf Discord noch einmal /{{command}}.",
    onward: "Ansehen, was verknüpft ist",
  },
} satisfies Translation<typeof en>;
