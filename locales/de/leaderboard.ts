import type en from "../en/leaderboard.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "Rangliste",
  titleOf: {
    creators: "Rangliste: Kreative",
    grouplists: "Rangliste: Gruppen",
    history: "Rangliste: Rückblick",
  },
  description:
    "Wer die meisten Trinkgelder bekommt: heute, in diesem Monat und in den letzten {{rule.leaderboard_days}} Tagen.",
  intro: {
    creators: "Wem Fans am meisten geben. Mitmachen ist freiwillig; Summen zeigen wir nie.",
    grouplists:
      "Welchen Gruppen Fans am meisten geben. Ob eine Gruppe mitmacht, entscheidet, wem sie gehört.",
  },
  kinds: { label: "Kreative oder Gruppen", creators: "Kreative", grouplists: "Gruppen" },
  ranges: {
    label: "Zeitraum",
    month: "Dieser Monat",
    "30days": "{{rule.leaderboard_days}} Tage",
    day: "Heute",
  },
  intervals: { label: "Rückblick", day: "Tage", week: "Wochen", month: "Monate" },
  rank: "Rang {{rank}}",
  podium: "Die ersten drei",
  list: "Alle anderen",
  tips_one: "{{number}}\u00a0Trinkgeld",
  tips_other: "{{number}}\u00a0Trinkgelder",
  members_one: "{{count}} Mitglied",
  members_other: "{{count}} Mitglieder",
  online: "gerade online",
  move: {
    up_one: "{{count}} Platz besser als gestern",
    up_other: "{{count}} Plätze besser als gestern",
    down_one: "{{count}} Platz schlechter als gestern",
    down_other: "{{count}} Plätze schlechter als gestern",
    same: "gleicher Rang wie gestern",
    new: "neu",
    newLong: "gestern noch ohne Rang",
  },
  empty: {
    month: "In diesem Monat hat noch niemand einen Rang.",
    "30days": "In diesen {{rule.leaderboard_days}} Tagen hat noch niemand einen Rang.",
    day: "Heute hat noch niemand einen Rang.",
    history: "Für einen Rückblick ist es noch zu früh.",
  },
  pages: { label: "Seiten", before: "Vorige Seite", after: "Nächste Seite", current: "Seite {{page}}" },
  history: {
    title: "Rückblick",
    text: "Wer an früheren Tagen, in früheren Wochen und Monaten vorn war.",
    back: "Zurück zur Rangliste",
    week: "Woche ab {{day}}",
  },
  own: {
    label: "Dein Platz",
    rank: "Dein Rang: {{rank}}",
    none: "In diesem Zeitraum hast du noch keinen Rang.",
    off: "Du bist nicht in der Rangliste.",
    notActive: "Einen Rang bekommst du, sobald dein Konto verifiziert ist.",
    owing: "Einen Rang bekommst du wieder, sobald die Rückbuchung ausgeglichen ist.",
    change: "Land und Teilnahme",
  },
  settings: {
    title: "Du in der Rangliste",
    text: "Alle sehen deinen Rang, deinen Namen, dein Land und die Zahl deiner Trinkgelder, aber keine Summen. Was du dir selbst gibst, zählt nicht.",
    switch: "Mich in der Rangliste zeigen",
    on: "An",
    off: "Aus",
    country: "Land",
    noCountry: "Land aussuchen",
    save: "Land speichern",
    groups: "Ob eine Gruppe teilnimmt, stellst du auf ihrer eigenen Seite ein:",
    groupsLink: "deine Gruppen",
  },
  done: {
    country_saved: "Land gespeichert.",
    ranking_on: "Du bist jetzt in der Rangliste.",
    ranking_off: "Du bist nicht mehr in der Rangliste.",
  },
} satisfies Translation<typeof en>;
