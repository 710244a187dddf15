import type en from "../en/chat-bot.ts";
import type { Translation } from "../shape.ts";

export default {
  guide: {
    title: "{{brand}} auf deinem Discord-Server",
    description: "Trinkgeld, Rangliste und Creator-Seiten auf deinem Discord-Server.",
    intro:
      "Fans geben Creatorn Trinkgeld, ohne Konto. Befehle öffnen Trinkgeldseiten, zeigen die Rangliste oder finden einen Creator; neue Trinkgelder kann {{brand}} in einem Kanal melden.",
    notHere: "Auf dieser Plattform noch nicht eingerichtet.",
    invite: "{{brand}} zum Server hinzufügen",
    inviteHelp: "Braucht „Server verwalten“.",
    mine: "Für Creator: Konto verknüpfen oder Kanal wählen",
    steps: {
      heading: "So fügst du ihn hinzu",
      open: {
        title: "Server wählen",
        text: "Öffne den Einladungslink.",
      },
      allow: {
        title: "Erlauben",
        text: "{{brand}} darf nur Befehle erstellen.",
      },
      type: {
        title: "Schrägstrich tippen",
        text: "In jedem Kanal, etwa /rangliste.",
      },
      channel: {
        title: "Kanal wählen",
        text: "Creator wählen ihn hier in ihrem Konto.",
      },
    },
    commands: {
      heading: "Die Befehle",
      caption: "Befehle der Mitglieder",
      command: "Befehl",
      does: "Was er tut",
    },
    permissions: {
      heading: "Was der Bot darf",
      caption: "Berechtigungen",
      permission: "Berechtigung",
      reason: "Warum",
      commands: "Befehle erstellen",
      commandsReason: "Für /{{tip}} und die anderen, für alle auf dem Server, wenn du sie nicht beschränkst.",
      webhook: "Über einen Webhook in einem Kanal posten",
      webhookReason:
        "Nur, wenn Creator neue Trinkgelder melden lassen, und nur im gewählten Kanal; sie brauchen dort „WebHooks verwalten“.",
      nothing:
        "Er liest keine Nachrichten, sieht keine Mitgliederliste, erwähnt niemanden und ändert nichts.",
    },
    changing: {
      heading: "Ändern und entfernen",
      text: "Servereinstellungen → Integrationen → {{brand}}: Befehle auf Rollen oder Kanäle beschränken oder {{brand}} entfernen. Einen Webhook löschen beendet seine Meldungen. Creator beenden ihre in [ihrem Konto](/account/discord).",
    },
    privacy: {
      heading: "Datenschutz",
      text: "Ein Befehl schickt uns, was getippt wurde, den Server und Kennung und Namen des Mitglieds. Wir speichern nichts davon. Creator, die ihr Discord-Konto verknüpfen, hinterlassen uns Kennung und Namen, bis sie die Verknüpfung aufheben. Discord erfährt nie, von wem Trinkgeld ist oder was dabeistand. Mehr: [Datenschutzerklärung](/privacy).",
    },
    trouble: {
      heading: "Etwas klappt nicht?",
      noCommands: {
        question: "Die Befehle tauchen nicht auf",
        answer:
          "Lade Discord neu (Strg+R). Fehlen sie noch? Öffne den Einladungslink erneut, für denselben Server. Oder sie sind unter Integrationen → {{brand}} beschränkt.",
      },
      noServer: {
        question: "Mein Server steht nicht in der Liste",
        answer: "Du brauchst dort „Server verwalten“. Bitte die Serverleitung, den Einladungslink zu öffnen.",
      },
      noTips: {
        question: "Neue Trinkgelder werden nicht mehr gemeldet",
        answer:
          "Wurde der Webhook oder Kanal gelöscht, wähl in [deinem Konto](/account/discord) neu. Trinkgelder in Prüfung kommen nach der Freigabe.",
      },
      wrongPage: {
        question: "Ein Befehl findet niemanden",
        answer:
          "Nimm den Namen aus der Adresse der Seite oder ein Mitglied nach /{{link}}. Nur öffentliche Seiten werden gefunden.",
      },
    },
  },
  commands: {
    tip: {
      name: "trinkgeld",
      description: "Trinkgeldseite öffnen. Ohne Konto.",
      help: "Öffnet eine Trinkgeldseite, auf Wunsch mit Betrag. Ohne Namen: die hier gemeldeten Creator. Die Antwort siehst nur du.",
    },
    leaderboard: {
      name: "rangliste",
      description: "Wer vorn liegt: diesen Monat, in 30 Tagen oder heute.",
      help: "Zeigt dem Kanal die ersten zehn: diesen Monat, 30 Tage oder heute.",
    },
    profile: {
      name: "profil",
      description: "Seite eines Creators zeigen.",
      help: "Zeigt dem Kanal Text und Ziel eines Creators.",
    },
    link: {
      name: "verknüpfen",
      description: "Für Creator: Discord-Konto mit deiner Seite verknüpfen.",
      help: "Für Creator: verknüpft dein Discord-Konto mit deiner Seite, damit Mitglieder sie finden.",
    },
    options: {
      creator: { name: "name", description: "Der Name bei {{brand}}, wie in der Adresse" },
      member: { name: "mitglied", description: "Ein Mitglied mit verknüpfter Seite" },
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
    noCreator: "Keine solche Seite. Gib den Namen aus der Adresse ein: bei {{host}}/ada ist das ada.",
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
    goalMonthly: "{{title}}: {{reached}} von {{amount}} im Monat",
    link: "Öffne diese Seite binnen {{rule.chat_link_minutes}} Minuten, melde dich an und bestätige. Gib den Link nicht weiter.",
    linkButton: "Meine Seite verknüpfen",
    many: "Zu viel auf einmal. Versuch es in einer Minute noch einmal.",
    unknown: "Unbekannter Befehl. Lade Discord neu.",
  },
  account: {
    title: "Discord",
    intro:
      "Mitglieder eines Discord-Servers finden deine Seite; neue Trinkgelder werden in einem Kanal gemeldet. [Bot hinzufügen](/discord)",
    notHere: "Auf dieser Plattform nicht eingerichtet. [So würde es gehen](/discord)",
    linkedTitle: "Dein Discord-Konto",
    linkedAs: "Verknüpft mit {{name}} seit {{day}}. Alle auf Discord finden damit deine Seite.",
    notLinked: "Nicht verknüpft. Tippe /{{command}}, wo der Bot ist, und öffne seinen Link.",
    unlink: "Verknüpfung aufheben",
    channelTitle: "Neue Trinkgelder in einem Kanal",
    channelText:
      "Du brauchst dort „WebHooks verwalten“. Meldungen nennen deinen Namen und deine Seite, nie den Fan oder die Nachricht.",
    choose: "Kanal wählen",
    chooseOther: "Anderen Kanal wählen",
    announced: "Über den Webhook „{{handle}}“, gewählt am {{day}}.",
    openServer: "Server in Discord öffnen",
    failed:
      "Verknüpfung fehlgeschlagen! Den Webhook „{{handle}}“ gibt es nicht mehr. Wähle wieder einen Kanal.",
    stop: "Nicht mehr melden",
    stopHelp: "Löscht diesen Webhook, wie auch ein Kanalwechsel. Bisherige Meldungen bleiben.",
    settingsTitle: "Was gemeldet wird",
    onNewTip: "Neue Trinkgelder melden",
    onNewTipHelp: "Nie der Fan oder die Nachricht.",
    onAchievement: "Meilensteine melden",
    done: {
      linked: "Dein Discord-Konto ist verknüpft.",
      unlinked: "Die Verknüpfung ist aufgehoben.",
      opened: "Neue Trinkgelder werden in deinem Kanal gemeldet.",
      closed: "Nichts wird mehr gemeldet.",
    },
    faults: {
      expired: "Abgelaufen, benutzt oder mit anderem Konto begonnen. Fang noch einmal an.",
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
    text: "„{{name}}“ auf Discord möchte mit deiner Seite {{url}} verknüpft werden. Alle auf Discord können sie dann finden.",
    warning: "Bestätige nur, wenn du selbst /{{command}} getippt hast.",
    go: "Konto verknüpfen",
    back: "Abbrechen",
    replaces: "Ersetzt frühere Verknüpfungen deiner Seite oder dieses Kontos.",
    over: "Link abgelaufen oder benutzt. Tippe auf Discord noch einmal /{{command}}.",
    onward: "Verknüpfung zeigen",
  },
} satisfies Translation<typeof en>;
