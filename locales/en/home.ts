export default {
  title: "Tips for creators",
  description:
    "Send a creator {{rule.smallest_preset}} euros with a kind word in under a minute. No account, no app.",
  hero: {
    heading: "Say thank you, and mean it",
    text: "Send somebody whose work you love {{rule.smallest_preset}} euros and a kind word. It takes less than a minute, on any phone, without an account.",
    create: "Start your own page",
    browse: "Find a creator",
  },
  try: {
    label: "Try it here",
    question: "How much would you like to tip {{name}}?",
    other: "Other amount",
    next: "Continue to message",
  },
  values: {
    heading: "Our promises",
    whole: {
      title: "The whole tip arrives",
      text: "You tip {{rule.preselected_tip}} euros, your creator gets {{rule.preselected_tip}} euros. The fee comes on top, and you see it before you pay.",
    },
    light: {
      title: "Fast on any phone",
      text: "Pages of a few kilobytes. They work on the train, on an old phone and without JavaScript.",
    },
    proof: {
      title: "Every cent accounted for",
      text: "Every payment is booked in a ledger that cannot be changed and is checked every {{rule.ledger_check_minutes}} minutes.",
    },
  },
  featured: { heading: "Creators to support" },
  steps: {
    heading: "How it works",
    choose: {
      title: "Choose",
      text: "Open a creator’s page and pick an amount, or something from their wish list.",
    },
    say: { title: "Say something", text: "Add a few words or a picture. With your name, or without." },
    pay: {
      title: "Pay",
      text: "By card, bank transfer or direct debit. Your words arrive at once. Creators are paid out on the first of the month, from {{minimum}}.",
    },
  },
  voices: {
    heading: "What people say",
    demo: "These quotes belong to the creators of this demo.",
    creator: "{{name}}, creator",
    fan: "a fan of {{name}}",
  },
} as const;
