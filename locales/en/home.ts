export default {
  title: "Tips for creators",
  description: "{{rule.smallest_preset}} euros and a kind word in under a minute. No account, no app.",
  hero: {
    heading: "Say thank you, and mean it",
    text: "{{rule.smallest_preset}} euros and a kind word for somebody whose work you love. In a minute, without an account.",
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
      text: "You tip {{rule.preselected_tip}} euros, {{rule.preselected_tip}} euros arrive. You see the fee before you pay.",
    },
    light: {
      title: "Fast on any phone",
      text: "On the train and on an old phone, too.",
    },
    proof: {
      title: "Every cent accounted for",
      text: "In a ledger that cannot be changed, checked every {{rule.ledger_check_minutes}} minutes.",
    },
  },
  featured: { heading: "Creators to support" },
  steps: {
    heading: "How it works",
    choose: {
      title: "Choose",
      text: "Pick an amount or an item.",
    },
    say: { title: "Say something", text: "A few words or a picture. With your name, or without." },
    pay: {
      title: "Pay",
      text: "By card, bank transfer or direct debit. Creators are paid out every month, from {{minimum}}.",
    },
  },
  voices: {
    heading: "What people say",
    demo: "Quotes of this demo's creators.",
    creator: "{{name}}, creator",
    fan: "a fan of {{name}}",
  },
} as const;
