import type en from "../en/stand-ins.ts";
import type { Translation } from "../shape.ts";

export default {
  badge: "Nachbildung von {{network}}. Nur in der Demo.",
  here: "Eine Nachbildung von {{network}}: Nichts verlässt diesen Rechner.",
  guide: "In dieser Demo steckt der Bot in einer Nachbildung von Discord.",
  seePosts: "Was gepostet wurde",
  askBot: "Den Bot fragen",
  allow: "Erlauben",
  cancel: "Abbrechen",
  x: {
    title: "Darf {{brand}} für dich posten?",
    account: "Als @{{handle}}, für diese Demo erfunden.",
    pinTitle: "Deine PIN: {{pin}}",
    pinText: "Gib sie bei {{brand}} ein und schließ dieses Fenster.",
    refused: "{{brand}} darf nicht posten",
    refusedText: "Dieses Fenster kannst du schließen.",
  },
  discord: {
    title: "Darf {{brand}} in einem Kanal posten?",
    text: "In #tips auf dem Demo-Server, über den Webhook „{{brand}}“.",
  },
  networks: {
    title: "X und Discord in dieser Demo",
    text: "Beide sind hier nachgebildet. Posts erscheinen ein bis zwei Minuten nach dem Trinkgeld.",
    empty:
      "Noch keine Posts. Verknüpf X oder wähl einen Discord-Kanal, dann gib Trinkgeld auf der Seite dazu.",
    post: "{{network}} · {{name}} · {{time}}",
  },
  bot: {
    title: "Den Discord-Bot fragen",
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
