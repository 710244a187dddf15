import type en from "../en/stand-ins.ts";
import type { Translation } from "../shape.ts";

export default {
  badge: "Nachbildung von {{network}}. Nur in der Demo.",
  here: "Diese Demo hat eine Nachbildung von {{network}}: Nichts verlässt diesen Rechner.",
  guide: "In dieser Demo antwortet der Bot einer Nachbildung von Discord. Einladen musst du niemanden.",
  seePosts: "Was gepostet wurde",
  askBot: "Den Bot fragen",
  allow: "Erlauben",
  cancel: "Abbrechen",
  x: {
    title: "Darf Tribute für dich posten?",
    account: "Du bist angemeldet als @{{handle}}, ein erfundenes Konto für diese Demo.",
    pinTitle: "Deine PIN: {{pin}}",
    pinText: "Gib sie bei Tribute ein. Dieses Fenster kannst du schließen.",
    refused: "Tribute darf nicht posten",
    refusedText: "Dieses Fenster kannst du schließen.",
  },
  discord: {
    title: "Darf Tribute in einem Kanal posten?",
    text: "In #tips auf dem Demo-Server, über den Webhook „Tribute“.",
  },
  networks: {
    title: "X und Discord in dieser Demo",
    text: "Beide sind hier nachgebildet. Was Tribute dort postet, landet hier, ein bis zwei Minuten nach dem Trinkgeld.",
    empty:
      "Noch keine Posts. Verknüpfe ein Konto mit X oder wähle einen Discord-Kanal, und gib dann Trinkgeld auf der Seite dazu.",
    post: "{{network}} · {{name}} · {{time}}",
  },
  bot: {
    title: "Den Discord-Bot fragen",
    text: "Die Nachbildung schickt deinen Befehl an den Bot, signiert wie von Discord.",
    command: "Befehl",
    creator: "Seite",
    member: "Mitglied",
    amount: "Betrag",
    name: "Dein Name auf Discord",
    go: "Senden",
    answer: "Der Bot antwortet:",
    silent: "Der Bot hat nicht geantwortet. Versuch es noch einmal.",
  },
} satisfies Translation<typeof en>;
