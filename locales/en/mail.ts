export default {
  receipt: {
    subject: "Your tip for {{name}}: {{total}}",
    heading: "Thank you!",
    intro: "{{name}} receives {{amount}} from you, every cent of it.",
    item: "You tipped for: {{item}}",
    message: "Your message",
    tip: "Tip for {{name}}",
    fee: "Service fee",
    vat: "VAT on it, {{rate}}",
    total: "Total, {{method}}",
    charged: "Charged",
    rate: "at the reference rate of {{date}}",
    paidAt: "Paid on {{date}}",
    open: "Open the receipt",
    again: "Visit {{name}}'s page",
    footer: "You get this mail because you gave your address for the receipt. We send no others.",
  },
} as const;
