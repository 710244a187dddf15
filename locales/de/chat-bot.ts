import type en from "../en/chat-bot.ts";
import type { Translation } from "../shape.ts";

export default {
  guide: {
    title: "Tribute auf deinem Discord-Server",
    description: "Trinkgeld, Rangliste und Creator-Seiten auf deinem Discord-Server.",
    intro:
      "Bei Tribute geben Fans Trinkgeld an Creator, ohne Konto. Befehle öffnen ihre Trinkgeldseite, zeigen, wer diesen Monat vorn liegt, oder finden einen Creator. Neue Trinkgelder kann Tribute in einem Kanal melden. Das Einrichten dauert etwa eine Minute.",
    notHere: "Auf dieser Plattform noch nicht eingerichtet. So funktioniert es.",
    invite: "Tribute zum Server hinzufügen",
    inviteHelp: "Braucht das Recht „Server verwalten“.",
    mine: "Für Creator: Konto verknüpfen oder Kanal wählen",
    steps: {
      heading: "So fügst du ihn hinzu",
      open: {
        title: "Server wählen",
        text: "Öffne den Einladungslink und wähle den Server.",
      },
      allow: {
        title: "Erlauben",
        text: "Tribute darf Befehle erstellen, sonst nichts. Bestätige das.",
      },
      type: {
        title: "Schrägstrich tippen",
        text: "Tippe in einem Kanal / und wähle einen Befehl, etwa /rangliste.",
      },
      channel: {
        title: "Kanal wählen",
        text: "Creator wählen in ihrem Konto den Kanal für neue Trinkgelder.",
      },
    },
    commands: {
      heading: "Die Befehle",
      caption: "Befehle der Mitglieder",
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
        "Für /{{tip}} und die anderen. Alle auf dem Server dürfen sie nutzen, solange du sie nicht beschränkst.",
      webhook: "Über einen Webhook in einem Kanal posten",
      webhookReason:
        "Nur, wenn Creator neue Trinkgelder melden lassen. Sie beginnen in ihrem Konto, wählen den Kanal in Discord und brauchen auf deinem Server „WebHooks verwalten“. In anderen Kanälen kann Tribute nicht posten.",
      nothing:
        "Er liest keine Nachrichten, sieht keine Mitgliederliste, erwähnt niemanden und ändert nichts auf deinem Server.",
    },
    changing: {
      heading: "Ändern und entfernen",
      text: "In den Servereinstellungen unter Integrationen → Tribute beschränkst du Befehle auf Rollen oder Kanäle oder entfernst Tribute. Lösche einen Webhook, um seine Meldungen zu beenden. Creator beenden ihre in [ihrem Konto](/account/discord).",
    },
    privacy: {
      heading: "Datenschutz",
      text: "Ein Befehl schickt uns, was getippt wurde, den Server und Kennung und Namen des Mitglieds. Wir antworten und speichern nichts davon. Nur Creator, die ihr Discord-Konto verknüpfen, hinterlassen uns Kennung und Namen, bis sie die Verknüpfung aufheben. Trinkgeld gibt es auf unserer Seite; Discord erfährt nie, von wem es ist oder was dabeistand. Mehr: [Datenschutzerklärung](/privacy).",
    },
    trouble: {
      heading: "Wenn etwas nicht klappt",
      noCommands: {
        question: "Die Befehle tauchen nicht auf",
        answer:
          "Lade Discord neu (Strg+R, oder starte die App neu). Fehlen sie noch? Öffne den Einladungslink erneut und wähle denselben Server. Oder sie sind unter Integrationen → Tribute auf Rollen oder Kanäle beschränkt.",
      },
      noServer: {
        question: "Mein Server steht nicht in der Liste von Discord",
        answer:
          "Dort stehen Server, auf denen du „Server verwalten“ darfst. Bitte die Serverleitung, den Einladungslink zu öffnen.",
      },
      noAnswer: {
        question: "„Die Anwendung reagiert nicht“",
        answer: "Unsere Antwort dauerte länger als drei Sekunden. Versuch es in einer Minute noch einmal.",
      },
      noTips: {
        question: "Neue Trinkgelder werden nicht mehr gemeldet",
        answer:
          "Wurde der Webhook oder Kanal gelöscht, kam eine E-Mail; in [deinem Konto](/account/discord) kannst du neu wählen. Trinkgelder in Prüfung werden nach der Freigabe gemeldet.",
      },
      wrongPage: {
        question: "Ein Befehl findet niemanden",
        answer:
          "Nimm den Namen aus der Adresse der Seite oder ein Mitglied, das /{{link}} bestätigt hat. Ohne öffentliche Seite wird niemand gefunden.",
      },
    },
  },
  commands: {
    tip: {
      name: "trinkgeld",
      description: "Trinkgeldseite öffnen. Ohne Konto.",
      help: "Öffnet eine Trinkgeldseite, auf Wunsch mit Betrag. Ohne Namen: die auf dem Server gemeldeten Creator. Die Antwort siehst nur du.",
    },
    leaderboard: {
      name: "rangliste",
      description: "Wer vorn liegt: diesen Monat, in 30 Tagen oder heute.",
      help: "Zeigt dem Kanal die ersten zehn: diesen Monat, in 30 Tagen oder heute.",
    },
    profile: {
      name: "profil",
      description: "Seite eines Creators zeigen.",
      help: "Zeigt dem Kanal die Seite eines Creators: Text und Ziel.",
    },
    link: {
      name: "verknüpfen",
      description: "Für Creator: Discord-Konto mit deiner Seite verknüpfen.",
      help: "Für Creator: verknüpft dein Discord-Konto mit deiner Seite. Mitglieder finden sie dann unter deinem Discord-Namen.",
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
    tip: "Trinkgeld für {{name}}: ohne Konto.",
    tipAmount: "{{amount}} Trinkgeld für {{name}}: ohne Konto.",
    tipWhom: "Für wen ist das Trinkgeld? Ohne Konto.",
    tipButton: "Trinkgeld für {{name}}",
    noCreator:
      "Keine Seite mit diesem Namen. Gib den Namen aus der Adresse ein: bei {{host}}/ada ist das ada.",
    noMember: "Keine Seite verknüpft. Das geht mit /{{command}}.",
    sayWhom: "Nenne einen Creator oder ein Mitglied mit verknüpfter Seite.",
    amount: "Gib einen Betrag in {{currency}} von {{minimum}} bis {{maximum}} ein, zum Beispiel 5 oder 7,50.",
    board: { month: "Rangliste: dieser Monat", days: "Rangliste: letzte 30 Tage", day: "Rangliste: heute" },
    boardRow: "{{rank}}. {{name}}, {{tips}}",
    boardEmpty: "Noch kein Trinkgeld. Gib das erste!",
    boardButton: "Zur ganzen Rangliste",
    online: "Gerade online",
    goal: "Ziel",
    goalText: "{{title}}: {{reached}} von {{amount}}",
    link: "Öffne diese Seite innerhalb von {{rule.chat_link_minutes}} Minuten, melde dich an und bestätige. Mitglieder finden sie dann unter deinem Namen hier. Gib den Link nicht weiter.",
    linkButton: "Meine Seite verknüpfen",
    many: "Zu viel auf einmal. Versuch es in einer Minute noch einmal.",
    unknown: "Unbekannter Befehl. Lade Discord neu.",
  },
  account: {
    title: "Discord",
    intro:
      "Mitglieder eines Discord-Servers finden deine Seite, und neue Trinkgelder werden in einem Kanal gemeldet. [Bot zu einem Server hinzufügen](/discord)",
    notHere: "Auf dieser Plattform nicht eingerichtet. [So würde es gehen](/discord)",
    linkedTitle: "Dein Discord-Konto",
    linkedAs: "Verknüpft mit {{name}} seit {{day}}. Alle auf Discord können damit deine Seite finden.",
    notLinked: "Nicht verknüpft. Tippe /{{command}} auf einem Server mit dem Bot und öffne seinen Link.",
    unlink: "Verknüpfung aufheben",
    channelTitle: "Neue Trinkgelder in einem Kanal",
    channelText:
      "Wähle in Discord Server und Kanal; du brauchst dort „WebHooks verwalten“. Meldungen nennen deinen Namen und deine Seite, nie den Fan oder die Nachricht.",
    choose: "Kanal wählen",
    chooseOther: "Anderen Kanal wählen",
    announced: "Gemeldet wird über den Webhook „{{handle}}“, gewählt am {{day}}.",
    openServer: "Server in Discord öffnen",
    failed:
      "Verknüpfung fehlgeschlagen! Den Webhook „{{handle}}“ gibt es nicht mehr. Wähle wieder einen Kanal.",
    stop: "Nicht mehr melden",
    stopHelp: "Beim Beenden oder Wechseln wird dieser Webhook gelöscht. Bisherige Meldungen bleiben.",
    settingsTitle: "Was gemeldet wird",
    onNewTip: "Neue Trinkgelder melden",
    onNewTipHelp: "Verrät nie, von wem es kommt oder was dabeistand.",
    onAchievement: "Meilensteine melden",
    done: {
      linked: "Dein Discord-Konto ist verknüpft.",
      unlinked: "Die Verknüpfung ist aufgehoben.",
      opened: "Neue Trinkgelder werden in deinem Kanal gemeldet.",
      closed: "Nichts wird mehr gemeldet.",
    },
    faults: {
      expired: "Abgelaufen, schon benutzt oder mit anderem Konto begonnen. Fang noch einmal an.",
      declined: "In Discord nicht erlaubt. Nichts hat sich geändert.",
      away: "Discord antwortet nicht. Versuch es in ein paar Minuten.",
      many: "Zu viele Versuche. Versuch es in einer Stunde.",
    },
  },
  channel: {
    title: "Kanal wählen",
    text: "Wähle in Discord Server und Kanal; danach geht es hier weiter.",
    open: "Weiter zu Discord",
    back: "Abbrechen",
  },
  arrival: {
    title: "Fast geschafft",
    text: "Neue Trinkgelder dort melden, ab dem nächsten?",
    go: "Neue Trinkgelder melden",
    back: "Abbrechen",
  },
  link: {
    title: "Discord-Konto verknüpfen",
    text: "„{{name}}“ auf Discord möchte mit deiner Seite {{url}} verknüpft werden. Alle auf Discord können sie dann über dieses Konto finden.",
    warning: "Bestätige nur, wenn du /{{command}} selbst getippt hast und das du bist.",
    go: "Konto verknüpfen",
    back: "Abbrechen",
    replaces: "Ersetzt frühere Verknüpfungen deiner Seite oder dieses Kontos.",
    over: "Link abgelaufen oder benutzt. Tippe auf Discord noch einmal /{{command}}.",
    onward: "Verknüpfung zeigen",
  },
} satisfies Translation<typeof en>;
