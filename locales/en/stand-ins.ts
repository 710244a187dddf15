/** The demo's stand-ins for X and Discord, and the page that shows what went there. */
export default {
  badge: "Stand-in for {{network}}. Demo only.",
  here: "This demo has a stand-in for {{network}}: nothing leaves this machine.",
  seePosts: "What was posted",
  askBot: "Ask the bot",
  allow: "Allow",
  cancel: "Cancel",
  x: {
    title: "May Tribute post for you?",
    account: "You are signed in as @{{handle}}, an account made up for this demo.",
    pinTitle: "Your PIN: {{pin}}",
    pinText: "Enter it at Tribute. You can close this window.",
    refused: "Tribute may not post",
    refusedText: "You can close this window.",
  },
  discord: {
    title: "May Tribute post in a channel?",
    text: "In #tips on the demo server, through the webhook “Tribute”.",
  },
  networks: {
    title: "X and Discord in this demo",
    text: "Stand-ins take their place. What Tribute posts there ends up here, a minute or two after the tip.",
    empty: "No posts yet. As a creator, link X or choose a Discord channel, then send yourself a tip.",
    post: "{{network}} · {{name}} · {{time}}",
  },
  bot: {
    title: "Ask the Discord bot",
    text: "The stand-in sends your command to the bot, signed as Discord would.",
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
