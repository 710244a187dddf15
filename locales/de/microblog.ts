/** Die Seite zum Microblogging-Dienst und was dort gepostet wird. */
export default {
  title: "Posts auf {{network}}",
  intro:
    "Verknüpfe dein {{network}}-Konto, dann postet Tribute dort für dich. Was, bestimmst du; sonst wird nichts gepostet.",
  notHere: "Auf dieser Plattform ist das Posten in anderen Netzwerken nicht eingerichtet.",
  linkFailed:
    "Verknüpfung fehlgeschlagen! {{network}} erlaubt uns den Zugriff auf @{{handle}} nicht mehr. Verknüpfe dein Konto neu, damit es weitergeht.",
  unlinked: "Konto verknüpfen",
  unlinkedText:
    "{{network}} fragt dich, ob Tribute für dich posten darf, und zeigt dir dann eine PIN, die du hier eingibst.",
  connect: "Mit {{network}} verknüpfen",
  connectAgain: "Neu mit {{network}} verknüpfen",
  linkedAs: "Verknüpft als @{{handle}}",
  linkedSince: "seit {{day}}",
  unlink: "Verknüpfung aufheben",
  unlinkHelp:
    "Hebst du sie auf, wird Ausstehendes nicht mehr gepostet. Bereits Gepostetes bleibt auf {{network}} stehen.",
  done: {
    linked: "Dein Konto ist verknüpft. Wähle jetzt, was gepostet wird.",
    unlinked: "Die Verknüpfung ist aufgehoben.",
  },
  pin: {
    title: "PIN eingeben",
    open: "{{network}} öffnen",
    step: "Melde dich bei {{network}} an und erlaube Tribute, für dich zu posten. Danach zeigt {{network}} dir eine PIN.",
    label: "PIN",
    help: "Nur Ziffern, {{rule.pin_minutes}} Minuten gültig.",
    go: "Konto verknüpfen",
    again: "Noch einmal von vorn",
  },
  settings: {
    title: "Was gepostet wird",
    onNewTip: "Neue Trinkgelder posten",
    onNewTipHelp: "Ein Post verrät nie, von wem ein Trinkgeld kommt oder was dabeistand.",
    showAmount: "Beträge zeigen",
    tipFrequency: "Wie oft",
    advertFrequency: "Link zu deiner Seite posten",
    onAchievement: "Meilensteine posten",
    onAchievementHelp:
      "Immer wenn du eine runde Zahl von Trinkgeldern erreichst, und eine runde Summe, falls Beträge gezeigt werden.",
    tips: { ALL: "Jedes Trinkgeld", HOURLY: "Stündlich, alle zusammen" },
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
