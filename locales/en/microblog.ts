/** The page of the microblogging service, and what is posted there. */
export default {
  title: "Posts on {{network}}",
  intro:
    "Tribute posts to your {{network}} account, only what you choose.",
  notHere: "Not set up on this platform.",
  linkFailed:
    "Link failed! {{network}} no longer accepts our access to @{{handle}}. Link your account again.",
  unlinked: "Link your account",
  unlinkedText:
    "Allow Tribute at {{network}}, then enter its PIN here.",
  connect: "Link {{network}}",
  connectAgain: "Link {{network}} again",
  linkedAs: "Linked as @{{handle}}",
  linkedSince: "since {{day}}",
  unlink: "Remove link",
  unlinkHelp:
    "Waiting posts are dropped; past ones stay on {{network}}.",
  done: { linked: "Linked. Now choose what is posted.", unlinked: "The link is removed." },
  pin: {
    title: "Enter your PIN",
    open: "Open {{network}}",
    step: "Log in at {{network}} and allow Tribute. It then shows a PIN.",
    label: "PIN",
    help: "Digits, valid for {{rule.pin_minutes}} minutes.",
    go: "Link account",
    again: "Start again",
  },
  settings: {
    title: "What is posted",
    onNewTip: "Post new tips",
    onNewTipHelp: "Never says who tipped or what they wrote.",
    showAmount: "Show amounts",
    tipFrequency: "How often",
    advertFrequency: "Post a link to your page",
    onAchievement: "Post achievements",
    onAchievementHelp: "At round numbers of tips, and round sums if amounts are shown.",
    tips: { ALL: "Every tip", HOURLY: "Hourly" },
    adverts: { OFF: "Never", DAILY: "Once a day", WEEKLY: "Once a week" },
  },
  /** What is said in a channel about a creator. */
  channel: {
    tip: "💛 {{name}} has received a tip. Thank you! {{- url}}",
    tipWithAmount: "💛 {{name}} has received a tip of {{amount}}. Thank you! {{- url}}",
    hour: "💛 {{name}}, {{day}} from {{from}} to {{until}}: new tips: {{count}}. Thank you! {{- url}}",
    hourWithAmount:
      "💛 {{name}}, {{day}} from {{from}} to {{until}}: new tips: {{count}}, {{amount}} in all. Thank you! {{- url}}",
    sum: "🎉 {{name}} has reached {{amount}} in tips. Thank you all! {{- url}}",
    count: "🎉 {{name}} has received {{count}} tips so far. Thank you all! {{- url}}",
  },
  posts: {
    tip: "{{day}}: tip no. {{number}} of the day. Thank you! 💛",
    tipWithAmount: "{{day}}: tip no. {{number}} of the day, {{amount}}. Thank you! 💛",
    hour: "{{day}}, {{from}} to {{until}}: tips received: {{count}}. Thank you! 💛",
    hourWithAmount:
      "{{day}}, {{from}} to {{until}}: tips received: {{count}}, {{amount}} in all. Thank you! 💛",
    sum: "I’ve reached {{amount}} in tips. Thank you all! 🎉",
    count: "I’ve received {{count}} tips so far. Thank you all! 🎉",
    adverts: {
      first: "Like what I do? You can leave me a tip here: {{- url}}",
      second: "A small tip makes a big difference to me: {{- url}}",
      third: "Want to support my work? This is my page: {{- url}}",
      fourth: "Every tip helps me make more: {{- url}}",
      fifth: "If I made you smile today, here’s my tip jar: {{- url}}",
      sixth: "My tip page is open, any amount helps: {{- url}}",
      seventh: "Thanks to everyone who supports me! Join in here: {{- url}}",
    },
  },
};
