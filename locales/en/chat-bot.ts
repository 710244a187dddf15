/** The chat server's bot: its guide, what it says, and the page on which a creator links it. */
export default {
  guide: {
    title: "{{brand}} on your Discord server",
    description: "Tips, leaderboard and creators’ pages on your Discord server.",
    intro:
      "Fans tip creators on {{brand}}, without an account. Commands open tip pages, show the leaderboard or find a creator; new tips can be announced in a channel.",
    notHere: "Not set up on this platform yet.",
    invite: "Add {{brand}} to your server",
    inviteHelp: "Needs “Manage Server”.",
    mine: "Creators: link account or choose channel",
    steps: {
      heading: "How to add it",
      open: {
        title: "Choose your server",
        text: "Open the invite link.",
      },
      allow: {
        title: "Allow it",
        text: "{{brand}} may only create commands.",
      },
      type: {
        title: "Type a slash",
        text: "In any channel, such as /leaderboard.",
      },
      channel: {
        title: "Choose a channel",
        text: "Creators choose it on their account page here.",
      },
    },
    commands: {
      heading: "The commands",
      caption: "Commands of members",
      command: "Command",
      does: "What it does",
    },
    permissions: {
      heading: "What it may do",
      caption: "Permissions",
      permission: "Permission",
      reason: "Why",
      commands: "Create commands",
      commandsReason: "For /{{tip}} and the others, for everybody on the server unless you limit them.",
      webhook: "Post in one channel, through a webhook",
      webhookReason:
        "Only if a creator has new tips announced, and only in the chosen channel; they need “Manage Webhooks” there.",
      nothing: "It reads no messages, sees no member list, mentions nobody and changes nothing.",
    },
    changing: {
      heading: "Change and remove it",
      text: "Server settings → Integrations → {{brand}}: limit commands to roles or channels, or remove {{brand}}. Deleting a webhook ends its announcements. Creators end theirs on [their account page](/account/discord).",
    },
    privacy: {
      heading: "Privacy",
      text: "A command sends us what was typed, the server, and the member's id and name. We keep none of it. Creators who link their Discord account leave us its id and name until they unlink. Discord never learns who tipped or what they wrote. More: [privacy policy](/privacy).",
    },
    trouble: {
      heading: "Something doesn’t work?",
      noCommands: {
        question: "The commands don’t show up",
        answer:
          "Reload Discord (Ctrl+R). Still missing? Open the invite link again, with the same server. Or they are limited under Integrations → {{brand}}.",
      },
      noServer: {
        question: "My server isn’t in the list",
        answer: "You need “Manage Server” there. Ask an administrator to open the invite link.",
      },
      noTips: {
        question: "New tips are no longer announced",
        answer:
          "If the webhook or channel was deleted, choose one again on [their account page](/account/discord). Tips under review come after approval.",
      },
      wrongPage: {
        question: "A command says it finds nobody",
        answer:
          "Use the name in the page’s address, or a member after /{{link}}. Only public pages are found.",
      },
    },
  },
  /** Names are lower-case letters, as Discord wants them; at most 32 of them. */
  commands: {
    tip: {
      name: "tip",
      description: "Open a creator’s tip page. No account needed.",
      help: "Opens a tip page, optionally with an amount. Without a name: the creators announced on the server. Only you see the answer.",
    },
    leaderboard: {
      name: "leaderboard",
      description: "Who leads this month, in 30 days, or today.",
      help: "Shows the channel the top ten: this month, 30 days, or today.",
    },
    profile: {
      name: "profile",
      description: "Show a creator’s page.",
      help: "Shows the channel a creator’s text and goal.",
    },
    link: {
      name: "link",
      description: "Creators: link your Discord account with your page.",
      help: "Creators: links your Discord account with your page, so that members find it.",
    },
    options: {
      creator: { name: "creator", description: "Their name at {{brand}}, as in their page’s address" },
      member: { name: "member", description: "A member with a linked page" },
      amount: { name: "amount", description: "An amount, such as 5 or 7.50" },
      range: { name: "range", description: "This month, the last 30 days, or today" },
    },
    ranges: { month: "This month", days: "Last 30 days", day: "Today" },
  },
  replies: {
    tip: "Tip {{name}}: no account needed.",
    tipAmount: "Tip {{name}} {{amount}}: no account needed.",
    tipWhom: "Whom do you want to tip? No account needed.",
    tipButton: "Tip {{name}}",
    noCreator: "No such page. Enter the name from its address: for {{host}}/ada, that’s ada.",
    noMember: "No page linked. They can link it with /{{command}}.",
    sayWhom: "Name a creator or a member with a linked page.",
    amount: "Enter an amount in {{currency}}, from {{minimum}} to {{maximum}}, such as 5 or 7.50.",
    board: { month: "Leaderboard: this month", days: "Leaderboard: last 30 days", day: "Leaderboard: today" },
    boardRow: "{{rank}}. {{name}}, {{tips}}",
    boardEmpty: "No tips yet. Be the first!",
    boardButton: "Full leaderboard",
    online: "Online now",
    goal: "Goal",
    goalText: "{{title}}: {{reached}} of {{amount}}",
    goalMonthly: "{{title}}: {{reached}} of {{amount}} a month",
    link: "Open this page within {{rule.chat_link_minutes}} minutes, log in and confirm. Don’t share the link.",
    linkButton: "Link my page",
    many: "Too many at once. Try again in a minute.",
    unknown: "Unknown command. Reload Discord.",
  },
  account: {
    title: "Discord",
    intro:
      "Members of a Discord server find your page; new tips are announced in a channel. [Add the bot](/discord)",
    notHere: "Not set up on this platform. [How it would work](/discord)",
    linkedTitle: "Your Discord account",
    linkedAs: "Linked with {{name}} since {{day}}. All on Discord can find your page by it.",
    notLinked: "Not linked. Type /{{command}} where the bot is and open its link.",
    unlink: "Remove link",
    channelTitle: "New tips in a channel",
    channelText:
      "You need “Manage Webhooks” there. Announcements give your name and page, never the fan or the message.",
    choose: "Choose a channel",
    chooseOther: "Choose another channel",
    announced: "Through the webhook “{{handle}}”, chosen on {{day}}.",
    openServer: "Open server in Discord",
    failed: "Link failed! The webhook “{{handle}}” is gone. Choose a channel again.",
    stop: "Stop announcing",
    stopHelp: "Deletes this webhook, as does choosing another channel. Past announcements stay.",
    settingsTitle: "What is announced",
    onNewTip: "Announce new tips",
    onNewTipHelp: "Never the fan or the message.",
    onAchievement: "Announce achievements",
    done: {
      linked: "Your Discord account is linked.",
      unlinked: "The link is removed.",
      opened: "New tips are announced in your channel.",
      closed: "Nothing more is announced.",
    },
    faults: {
      expired: "Expired, used, or begun with another account. Start again.",
      declined: "Not allowed in Discord. Nothing has changed.",
      away: "Discord isn’t answering. Try again in a few minutes.",
      many: "Too many tries. Try again in an hour.",
    },
  },
  channel: {
    title: "Choose a channel",
    text: "Pick a server and channel in Discord; then you return here.",
    open: "Continue to Discord",
    back: "Cancel",
  },
  arrival: {
    title: "Almost done",
    text: "Announce new tips there, starting with the next?",
    go: "Announce new tips",
    back: "Cancel",
  },
  link: {
    title: "Link your Discord account",
    text: "“{{name}}” on Discord wants to be linked with your page {{url}}. Everybody on Discord can then find it.",
    warning: "Confirm only if you typed /{{command}} yourself.",
    go: "Link account",
    back: "Cancel",
    replaces: "Replaces earlier links of your page or this account.",
    over: "Link expired or used. Type /{{command}} on Discord again.",
    onward: "Show link",
  },
};
