export default {
  preview: "Send a tip with a kind word. No account needed.",
  badge: "Tip {{name}}",
  title: "Share your page",
  intro:
    "Put a button or a badge on your own page, or share the link. None of it needs script or sets a cookie.",
  notOpen: "Your page is not open yet. Once it is, you find a button and a badge for your own pages here.",
  verification: "To verification",
  link: { title: "Link", code: "Address of your page", copied: "Link copied." },
  previewTitle: "What others see when you share the link",
  previewAlt: "Preview picture with your name and picture",
  badgeCard: { title: "Badge", code: "Code of the badge", copied: "Code copied." },
  markdown: { title: "Badge for READMEs", code: "The badge in Markdown", copied: "Code copied." },
  button: { title: "Button", code: "Code of the button", copied: "Code copied." },
  copy: "Copy",
  qr: "QR code",
  api: {
    title: "For programs of your own",
    text: "Tips on your own site, or your tips in your own tools.",
    link: "The API",
  },
} as const;
