/** The demo's stand-ins for X and Discord, and the page that shows what went there. */
export default {
  badge: "Stand-in for {{network}}. Demo only.",
  here: "A stand-in for {{network}}: nothing leaves this machine.",
  guide: "In this demo, a stand-in for Discord has the bot.",
  seePosts: "What was posted",
  askBot: "Ask the bot",
  allow: "Allow",
  cancel: "Cancel",
  x: {
    title: "May {{brand}} post for you?",
    account: "As @{{handle}}, made up for this demo.",
    pinTitle: "Your PIN: {{pin}}",
    pinText: "Enter it at {{brand}}, then close this window.",
    refused: "{{brand}} may not post",
    refusedText: "You can close this window.",
  },
  discord: {
    title: "May {{brand}} post in a channel?",
    text: "In #tips on the demo server, through the webhook “{{brand}}”.",
  },
  networks: {
    title: "X and Discord in this demo",
    text: "Stand-ins take their place. Posts appear a minute or two after the tip.",
    empty: "No posts yet. Link X or choose a Discord channel as a creator, then tip yourself.",
    post: "{{network}} · {{name}} · {{time}}",
  },
  bot: {
    title: "Ask the Discord bot",
    command: "Command",
    creator: "Creator",
    member: "Member",
    amount: "Amount",
    name: "Your name on Discord",
    go: "Send",
    answer: "The bot answers:",
    silent: "The bot did not answer. Try again.",
  },
};
