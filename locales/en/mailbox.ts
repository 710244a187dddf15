export default {
  title: "Mailbox",
  text: "All mail of this demo ends up here. Nothing leaves this machine.",
  empty: "No mail yet. Send a tip and enter your email address on the payment step.",
  to: "To {{recipient}}",
  back: "All mails",
  asHtml: "This mail as HTML",
  templates: "All kinds of mail",
  templatesText: "Every mail that Tribute sends, with made-up content. Its links lead nowhere.",
  html: "HTML",
  plain: "Text",
  operator: "The code of {{email}} right now:",
  operatorHelp: "It works once. A new one appears every 30 seconds: reload the page.",
};
