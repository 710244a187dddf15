/** Die Seite zum Microblogging-Dienst und was dort gepostet wird. */
export default {
  title: "Posts auf {{network}}",
  intro:
    "Tribute postet auf deinem {{network}}-Konto, nur was du auswählst.",
  notHere: "Auf dieser Plattform nicht eingerichtet.",
  linkFailed:
    "Verknüpfung fehlgeschlagen! {{network}} erlaubt uns den Zugriff auf @{{handle}} nicht mehr. Verknüpfe dein Konto neu.",
  unlinked: "Konto verknüpfen",
  unlinkedText:
    "Erlaube es bei {{network}} und gib die PIN hier ein.",
  connect: "Mit {{network}} verknüpfen",
  connectAgain: "Neu mit {{network}} verknüpfen",
  linkedAs: "Verknüpft als @{{handle}}",
  linkedSince: "seit {{day}}",
  unlink: "Verknüpfung aufheben",
  unlinkHelp:
    "Ausstehendes entfällt; Gepostetes bleibt auf {{network}}.",
  done: {
    linked: "Verknüpft. Wähle jetzt, was gepostet wird.",
    unlinked: "Die Verknüpfung ist aufgehoben.",
  },
  pin: {
    title: "PIN eingeben",
    open: "{{network}} öffnen",
    step: "Melde dich bei {{network}} an und erlaube Tribute. Danach siehst du eine PIN.",
    label: "PIN",
    help: "Ziffern, {{rule.pin_minutes}} Minuten gültig.",
    go: "Konto verknüpfen",
    again: "Noch einmal von vorn",
  },
  settings: {
    title: "Was gepostet wird",
    onNewTip: "Neue Trinkgelder posten",
    onNewTipHelp: "Verrät nie, von wem es kommt oder was dabeistand.",
    showAmount: "Beträge zeigen",
    tipFrequency: "Wie oft",
    advertFrequency: "Link zu deiner Seite posten",
    onAchievement: "Meilensteine posten",
    onAchievementHelp:
      "Bei runder Zahl von Trinkgeldern, und runder Summe, falls Beträge gezeigt werden.",
    tips: { ALL: "Jedes Trinkgeld", HOURLY: "Stündlich" },
    adverts: { OFF: "Nie", DAILY: "Einmal am Tag", WEEKLY: "Einmal pro Woche" },
  },
  channel: {
    tip: "💛 {{name}} hat ein Trinkgeld bekommen. Danke! {{- url}}",
    tipWithAmount: "💛 {{name}} hat {{amount}} Trinkgeld bekommen. Danke! {{- url}}",
    hour: "💛 {{name}}, {{day}} von {{from}} bis {{until}} Uhr: neue Trinkgelder: {{count}}. Danke! {{- url}}",
    hourWithAmount:
      "💛 {{name}}, {{day}} von {{from}} bis {{until}} Uhr: neue Trinkgelder: {{count}}, zusammen {{amount}}. Danke! {{- url}}",
    sum: "🎉 Bei {{name}} sind {{amount}} Trinkgeld zusammengekommen. Danke euch allen! {{- url}}",
    count: "🎉 Bei {{name}} sind schon {{count}} Trinkgelder angekommen. Danke euch allen! {{- url}}",
  },
  posts: {
    tip: "{{day}}: Trinkgeld Nr. {{number}} heute. Danke! 💛",
    tipWithAmount: "{{day}}: Trinkgeld Nr. {{number}} heute, {{amount}}. Danke! 💛",
    hour: "{{day}}, {{from}} bis {{until}} Uhr: Trinkgelder: {{count}}. Danke! 💛",
    hourWithAmount:
      "{{day}}, {{from}} bis {{until}} Uhr: Trinkgelder: {{count}}, zusammen {{amount}}. Danke! 💛",
    sum: "{{amount}} Trinkgeld sind zusammengekommen. Danke euch allen! 🎉",
    count: "Schon {{count}} Trinkgelder sind bei mir angekommen. Danke euch allen! 🎉",
    adverts: {
      first: "Dir gefällt, was ich mache? Hier kannst du mir ein Trinkgeld geben: {{- url}}",
      second: "Schon ein kleines Trinkgeld hilft mir sehr: {{- url}}",
      third: "Du willst meine Arbeit unterstützen? Das ist meine Seite: {{- url}}",
      fourth: "Mit jedem Trinkgeld kann ich mehr machen: {{- url}}",
      fifth: "Hast du heute wegen mir gelächelt? Hier steht mein Trinkgeldglas: {{- url}}",
      sixth: "Meine Trinkgeldseite ist offen, jeder Betrag zählt: {{- url}}",
      seventh: "Danke an alle, die mich unterstützen! Mach mit: {{- url}}",
    },
  },
};
