export default {
  title: "Statistics",
  currency: "Currency",
  figures: {
    label: "The most important figures",
    thisMonth: "This month",
    average: "Average tip",
    best: "Best day",
    returning: "Fans who came back",
  },
  tips_one: "{{count}} tip",
  tips_other: "{{count}} tips",
  ofFans_one: "of {{count}} with an email address",
  ofFans_other: "of {{count}} with an email address",
  plots: {
    months: { question: "How much, by month?", column: "Month" },
    week: { question: "How much on the days of this week?", column: "Day" },
    types: { question: "How did your fans pay?", column: "Payment method" },
    countries: { question: "Which countries do tips come from?", column: "Country" },
    items: { question: "What were tips given for?", column: "Tribute item" },
  },
  plotTitle: "{{question}} Bars; the table below has the same figures.",
  waiting: "Not available yet",
  noItem: "No tribute item",
  others_one: "{{count}} more",
  others_other: "{{count}} more",
  table: { show: "Show as a table", amount: "Amount", waiting: "Not available yet", tips: "Tips" },
  about:
    "The last twelve months, by the day a tip was paid. Money that went back to the fan is taken off that same day.",
  empty: {
    title: "Nothing to count yet",
    text: "With your first tip you will see here how much comes when, how and from where. This is your page:",
  },
};
