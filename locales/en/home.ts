export default {
  title: "Tips for creators",
  description: "Send a creator 5 euros with a kind word, in under a minute. No account, no app, no fuss.",
  hero: {
    heading: "Say thank you, and mean it",
    text: "Send somebody whose work you love 5 euros and a kind word. It takes less than a minute, no account, on any phone.",
    create: "Start your own page",
    browse: "Find somebody to thank",
  },
  try: {
    label: "Try it here",
    question: "How much would you like to give {{name}}?",
    other: "Another amount",
    next: "On to your message",
  },
  values: {
    heading: "What we hold ourselves to",
    whole: {
      title: "The whole tip arrives",
      text: "You tip 10 euros, your creator gets 10 euros. The fee comes on top, and you see it before you pay.",
    },
    light: {
      title: "Quick on a bad phone",
      text: "Pages as light as a letter. They work on the train, on an old phone and without a line of script.",
    },
    proof: {
      title: "Every cent in the books",
      text: "Each payment stands in a ledger that cannot be changed and is checked every ten minutes.",
    },
  },
  featured: { heading: "People who would be glad to hear from you" },
  steps: {
    heading: "How it works",
    choose: {
      title: "Choose",
      text: "Open a creator’s page and pick an amount, or something they wish for.",
    },
    say: { title: "Say something", text: "Add a few words or a picture. With your name, or without." },
    pay: {
      title: "Pay",
      text: "By card, bank transfer or direct debit. Your words arrive at once. Creators are paid out on the first of the month, from {{minimum}}.",
    },
  },
  voices: {
    heading: "Heard on Tribute",
    demo: "These voices belong to the creators of this demo.",
    creator: "{{name}}, creator",
    fan: "a fan of {{name}}",
  },
} as const;
