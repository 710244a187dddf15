export default {
  preview: "Send a tip. No account needed.",
  badge: "Tip {{name}}",
  title: "Share your page",
  intro:
    "A link, button or badge for your own site.",
  notOpen: "Your page is not open yet. Verify your account first.",
  verification: "Verification",
  link: { title: "Link", code: "Your page's address", copied: "Link copied." },
  previewTitle: "Link preview",
  previewAlt: "Picture with your name",
  badgeCard: { title: "Badge", code: "Code of the badge", copied: "Code copied." },
  markdown: { title: "Badge for READMEs", code: "The badge in Markdown", copied: "Code copied." },
  button: { title: "Button", code: "Code of the button", copied: "Code copied." },
  copy: "Copy",
  qr: "QR code",
  api: {
    title: "API",
    text: "For your own site and tools.",
    link: "Documentation",
  },
} as const;
