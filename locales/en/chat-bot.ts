/** The chat server's bot: its guide, what it says, and the page on which a creator links it. */
export default {
  guide: {
    title: "Tribute on your Discord server",
    description: "Tips, a leaderboard and creators’ pages on your Discord server: how to add the bot.",
    intro:
      "Tribute is where fans tip creators, without an account. With a command, members of your server open a creator’s tip page, see who leads this month, or look somebody up. New tips can be announced in a channel. Adding it takes about a minute.",
    notHere: "No bot is set up on this platform yet. This page shows how it works.",
    invite: "Add Tribute to your server",
    inviteHelp: "You need the right “Manage Server” there.",
    mine: "For creators: link your Discord account, or choose a channel",
    steps: {
      heading: "How to add it",
      open: {
        title: "Choose your server",
        text: "Open the invite link. Discord asks you which server Tribute joins.",
      },
      allow: {
        title: "Allow it",
        text: "Discord shows what Tribute may do: create commands, nothing else. Confirm.",
      },
      type: {
        title: "Type a slash",
        text: "In any channel, type / and choose a command from Tribute, such as /leaderboard.",
      },
      channel: {
        title: "Choose a channel",
        text: "Creators choose the channel in which their new tips are announced, on their account page here.",
      },
    },
    commands: {
      heading: "The commands",
      caption: "What members can type",
      command: "Command",
      does: "What it does",
    },
    permissions: {
      heading: "What it may do, and why",
      caption: "Permissions",
      permission: "Permission",
      reason: "Why",
      commands: "Create commands",
      commandsReason:
        "So that members can type /{{tip}} and the others. Everybody on the server may use them, unless you say otherwise.",
      webhook: "Post in one channel, through a webhook",
      webhookReason:
        "Only if a creator has new tips announced. They begin it on their account page, and choose the channel in Discord. For that they need the right “Manage Webhooks” on your server. Tribute can post in no other channel.",
      nothing:
        "It joins without a member’s rights: it reads no messages, sees no list of members, mentions nobody and changes nothing on your server.",
    },
    changing: {
      heading: "Changing and removing it",
      text: "In your server’s settings under Integrations → Tribute you choose who may use which command, and in which channels. There you also remove Tribute. To end the announcements in a channel, delete its webhook there. Creators end their announcements on [their account page](/account/discord).",
    },
    privacy: {
      heading: "Privacy",
      text: "With a command, Discord sends us what was typed, the server, and the id and name of who typed it. We answer and keep none of it. Only creators who link their Discord account leave us its id and name, until they remove the link. Nobody pays on Discord: every tip is made on our own page, and Discord never learns who gave one or what they wrote. More in our [privacy policy](/privacy).",
    },
    trouble: {
      heading: "If something doesn’t work",
      noCommands: {
        question: "The commands don’t show up",
        answer:
          "Reload Discord (Ctrl+R, or close the app and open it again). If they’re still missing, open the invite link once more and choose the same server. Somebody may also have limited the commands to some roles or channels, under Integrations → Tribute.",
      },
      noServer: {
        question: "My server isn’t in Discord’s list",
        answer:
          "The list has only servers on which you have the right “Manage Server”. Ask whoever runs it to open the invite link.",
      },
      noAnswer: {
        question: "“The application did not respond”",
        answer: "Then our answer took longer than three seconds. Try again in a minute.",
      },
      noTips: {
        question: "New tips are no longer announced",
        answer:
          "Was the webhook or its channel deleted? Then the creator got an email, and can choose a channel again on [their account page](/account/discord). Tips that wait for a review are announced once it lets them through.",
      },
      wrongPage: {
        question: "A command says it finds nobody",
        answer:
          "Creators are found by the name in their page’s address, or as a member once they have typed /{{link}} and confirmed it. Creators without a public page aren’t found.",
      },
    },
  },
  /** Names are lower-case letters, as Discord wants them; at most 32 of them. */
  commands: {
    tip: {
      name: "tip",
      description: "Open a creator’s tip page. No account needed.",
      help: "Opens the tip page of a creator, with an amount if you like. Without a name, those are meant whose tips are announced on the server. Only you see the answer.",
    },
    leaderboard: {
      name: "leaderboard",
      description: "Who leads this month, in 30 days, or today.",
      help: "Shows everybody in the channel the first ten of the leaderboard: this month, the last 30 days, or today.",
    },
    profile: {
      name: "profile",
      description: "Show a creator’s page.",
      help: "Shows everybody in the channel a creator’s page: what they say about themselves, and their goal.",
    },
    link: {
      name: "link",
      description: "Creators: link your Discord account with your page.",
      help: "For creators: links your Discord account with your page, so that members find it by your name on Discord.",
    },
    options: {
      creator: { name: "creator", description: "Their name at Tribute, as in the address of their page" },
      member: { name: "member", description: "A member of this server who has linked their page" },
      amount: { name: "amount", description: "An amount, such as 5 or 7.50" },
      range: { name: "range", description: "This month, the last 30 days, or today" },
    },
    ranges: { month: "This month", days: "Last 30 days", day: "Today" },
  },
  replies: {
    tip: "Tip {{name}}: no account needed, done in under a minute.",
    tipAmount: "Tip {{name}} {{amount}}: no account needed, done in under a minute.",
    tipWhom: "Whom do you want to tip? No account needed.",
    tipButton: "Tip {{name}}",
    noCreator:
      "There’s no page for this name. Enter the name from the page’s address: for {{host}}/ada, that’s ada.",
    noMember: "This member hasn’t linked a page. They can do it with /{{command}}.",
    sayWhom: "Name a creator, or choose a member who has linked their page.",
    amount: "Enter an amount in {{currency}}, from {{minimum}} to {{maximum}}, such as 5 or 7.50.",
    board: { month: "Leaderboard: this month", days: "Leaderboard: last 30 days", day: "Leaderboard: today" },
    boardRow: "{{rank}}. {{name}}, {{tips}}",
    boardEmpty: "Nobody has received a tip yet. Be the first to give one!",
    boardButton: "Full leaderboard",
    online: "Online now",
    goal: "Goal",
    goalText: "{{title}}: {{reached}} of {{amount}}",
    link: "Open this page within {{rule.chat_link_minutes}} minutes, sign in and confirm: then members find your page by your name here. Don’t share the link.",
    linkButton: "Link my page",
    many: "That was a lot at once. Try again in a minute.",
    unknown: "I don’t know this command. Maybe it’s new or gone: reload Discord.",
  },
  account: {
    title: "Discord",
    intro:
      "Let members of a Discord server find your page, and have new tips announced in a channel. [How the bot gets onto a server](/discord)",
    notHere: "No Discord bot is set up on this platform. [How it would work](/discord)",
    linkedTitle: "Your Discord account",
    linkedAs: "Linked with {{name}} since {{day}}. On Discord, everybody can find your page by it.",
    notLinked: "Not linked. Type /{{command}} on a server that has the bot, and open the page it gives you.",
    unlink: "Remove link",
    channelTitle: "New tips in a channel",
    channelText:
      "In Discord you choose a server and a channel, for which you need the right “Manage Webhooks”. New tips are announced there with your name and the address of your page; never who they are from, or what they wrote.",
    choose: "Choose a channel",
    chooseOther: "Choose another channel",
    announced:
      "Announcements go to your channel through the webhook “{{handle}}”, chosen on {{day}}. What is announced, you choose below.",
    openServer: "Open server in Discord",
    failed:
      "Link failed! Discord no longer takes our messages: the webhook “{{handle}}” is gone. Choose a channel again to go on.",
    stop: "Stop announcing",
    stopHelp:
      "If you stop, or choose another channel, this webhook is deleted. What was announced stays in the channel.",
    settingsTitle: "What is announced",
    onNewTip: "Announce new tips",
    onNewTipHelp: "An announcement never says who a tip is from, or what they wrote.",
    onAchievement: "Announce achievements",
    done: {
      linked: "Your Discord account is linked.",
      unlinked: "The link is removed.",
      opened: "From now on, new tips are announced in your channel.",
      closed: "Nothing more is announced.",
    },
    faults: {
      expired: "That is too old, was used already, or was begun with another account. Start again.",
      declined: "Discord says that you didn’t allow it. Nothing has changed.",
      away: "Discord isn’t answering at the moment. Try again in a few minutes.",
      many: "That was a lot of tries. Wait an hour, then start again.",
    },
  },
  channel: {
    title: "Choose a channel",
    text: "Discord asks you for a server and a channel. Then it leads you back here.",
    open: "Go on to Discord",
    back: "Cancel",
  },
  arrival: {
    title: "Almost done",
    text: "Discord has let you choose a channel. Shall new tips be announced there? It begins with your next tip.",
    go: "Announce new tips",
    back: "Cancel",
  },
  link: {
    title: "Link your Discord account",
    text: "“{{name}}” on Discord wants to be linked with your page {{url}}. Then everybody on Discord can find your page by this account.",
    warning: "Did you type /{{command}} yourself, and is this you? Otherwise don’t confirm.",
    go: "Link account",
    back: "Cancel",
    replaces: "A link that your page or this Discord account already has is replaced.",
    over: "This link is too old, or was used already. Type /{{command}} on Discord once more.",
    onward: "See what is linked",
  },
};
