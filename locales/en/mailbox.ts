export default {
  title: "Mailbox",
  text: "All mail of this demo. Nothing leaves this machine.",
  empty: "No mail yet. Send a tip with your email address.",
  to: "To {{recipient}}",
  back: "All mails",
  asHtml: "This mail as HTML",
  templates: "All kinds of mail",
  templatesText: "Every mail of {{brand}}, with made-up content and dead links.",
  html: "HTML",
  plain: "Text",
  operator: "The code of {{email}} right now:",
  operatorHelp: "Works once. A new one every 30 seconds: reload.",
};
