export default {
  legal: { imprint: "Imprint", privacy: "Privacy", terms: "Terms" },
  receipt: {
    issuer: "Issued by {{issuer}}",
    subject: "Your tip for {{name}}: {{total}}",
    heading: "Thank you!",
    intro: "{{name}} receives the whole {{amount}}.",
    item: "You tipped for: {{item}}",
    message: "Your message",
    tip: "Tip for {{name}}",
    fee: "Service fee {{rate}}",
    vat: "VAT on the fee, {{rate}}",
    total: "Total, {{method}}",
    charged: "Charged",
    rate: "at the reference rate of {{date}}",
    paidAt: "Paid on {{date}}",
    open: "Open the receipt",
    again: "Visit {{name}}'s page",
    footer: "You get this mail because you entered your address for the receipt. We send no others.",
  },
  register: {
    subject: "Confirm your email address",
    heading: "Welcome to Tribute",
    text: "Confirm your email address, then set up your page.",
    validity: "The link works once, for {{rule.register_link_hours}} hours.",
    open: "Confirm my address",
    footer: "You did not sign up? Then somebody entered the wrong address, and you can ignore this mail.",
  },
  passwordReset: {
    subject: "Choose a new password for Tribute",
    heading: "Choose a new password",
    text: "You, or somebody who knows your address, requested a new password.",
    validity:
      "The link works once, for {{rule.password_link_minutes}} minutes. Your old password stays valid until you choose a new one.",
    open: "Choose a new password",
    once: "The link works once, for {{rule.password_link_minutes}} minutes. After that, request a new one under “Forgot your password?”.",
    footer: "This wasn’t you? Then you can ignore this mail: without the link nothing changes.",
  },
  deletion: {
    subject: "Delete your account",
    heading: "Delete your account for good?",
    text: "The link opens the page where you confirm it. Log in first if asked.",
    validity: "The link works once, for {{rule.deletion_link_hours}} hours.",
    open: "Continue to the deletion",
    footer:
      "This wasn’t you? Keep the link to yourself and choose a new password. Nothing is deleted without the link.",
  },
  emailChange: {
    subject: "Confirm your new email address",
    heading: "Your new address",
    text: "You asked to log in to Tribute with this address. Confirm that it is yours.",
    validity:
      "The link works once, for {{rule.email_link_hours}} hours. Your old address stays valid until you open it.",
    open: "Confirm my new address",
    footer:
      "You did not ask for this? Then somebody entered the wrong address, and you can ignore this mail.",
  },
  emailChanged: {
    subject: "Your email address was changed",
    heading: "Your account has a new address",
    text: "You now log in with {{email}}.",
    undo: "If this wasn’t you, undo it until {{until}}. Your account gets its old address back, every device is logged out, and you choose a new password. There are no payouts until then.",
    open: "Undo the change",
    footer:
      "If it was you, there is nothing to do. Keep this mail to yourself: its link gives the account back to this address.",
  },
  emailRestored: {
    subject: "Your account has its old address back",
    heading: "The change of your email address was undone",
    text: "Your account has this address again. Every device is logged out, and the old password no longer works: choose a new one.",
    check:
      "Payout data, two-step login and recovery codes that were set up after the change have been removed. Please check your name, your profile and your payout settings.",
    footer: "Questions? Reply to this mail.",
  },
  emailChangeNotice: {
    subject: "Your email address is about to change",
    heading: "A new address for your account",
    text: "Somebody who is logged in to your account asked to change its address to {{email}}. It changes once the new address is confirmed.",
    footer:
      "This wasn’t you? Choose a new password at once: that stops the change and logs out all other devices. Then write to us.",
  },
  passwordChanged: {
    subject: "Your password was changed",
    heading: "Your password was changed",
    text: "It was changed on {{at}}. All other devices have been logged out.",
    open: "This wasn’t me",
    footer: "If it was you, there is nothing to do.",
  },
  chainHead: {
    subject: "Chain of the books on {{day}}",
    heading: "Chain of the books on {{day}}",
    subjectCut: "Alarm: the chain of the books was cut ({{day}})",
    missing:
      "The chain has the head of {{day}}, with {{entries}} entries, no more. Somebody changed the database or cut the chain; pay nothing out until you know why. That head was:",
    empty: "The chain is empty.",
    counts:
      "{{entries}} entries: {{checkpoints}} checkpoints, {{destinations}} payout accounts, {{batches}} batches, {{acts}} acts, {{statements}} bank statements.",
    compare:
      "This is the head of the chain: keep it away from the server. “npm run ledger:check -- --head HEAD” must find it later, too; if not, something before it was changed or cut off.",
    footer: "Every operator gets this mail once a day.",
  },
  operatorChanged: {
    subject: {
      created: "A new operator",
      factor_on: "An operator set up two-step login",
      factor_off: "An operator's two-step login is off",
    },
    text: {
      created: "{{email}} has been an operator since {{at}}.",
      factor_on: "{{email}} has logged in with a new second factor since {{at}}.",
      factor_off: "{{email}} has had no second factor since {{at}}.",
    },
    open: "Operators' log",
    footer: "All other operators get this mail. If none of you meant this to happen, act at once.",
  },
  newDevice: {
    subject: "New login to your Tribute account",
    heading: "New login to your account",
    text: "Somebody logged in with your password on {{at}}, on a device that is new to us.",
    open: "Check devices, log out everywhere",
    footer:
      "If it was you, there is nothing to do. If not, log out everywhere and choose a new password at once.",
  },
  secondFactor: {
    subjectOn: "Two-step login is on",
    subjectOff: "Two-step login is off",
    textOn:
      "Since {{at}} logging in also needs a code from your phone. Keep your recovery codes in a safe place.",
    textOff: "Since {{at}} your password alone is enough to log in.",
    footer: "This wasn’t you? Choose a new password at once, log out everywhere, and write to us.",
  },
  passkey: {
    subjectAdded: "A passkey was added",
    subjectRemoved: "A passkey was removed",
    textAdded: "Since {{at}} the passkey “{{name}}” can replace the code when you log in.",
    textRemoved: "Since {{at}} the passkey “{{name}}” no longer works.",
  },
  networkLink: {
    linked: {
      subject: "Your Tribute account is linked with {{network}}",
      heading: "Linked with {{network}}",
      creator: "Since {{at}}, Tribute posts for your account @{{handle}} on {{network}} what you choose.",
      channel:
        "Since {{at}}, your new tips are announced in a channel on {{network}}, through the webhook “{{handle}}”.",
      member: "Since {{at}}, everybody on {{network}} can find your page by the account {{handle}}.",
      unknown:
        "This wasn’t you? Then somebody else was signed in as you: remove the link, choose a new password and log out everywhere.",
      footer: "You get this email so that nobody links anything with your account without your knowing.",
    },
    subject: "Your link to {{network}} has failed",
    heading: "We can’t post on {{network}} any more",
    text: "Since {{at}}, {{network}} no longer accepts our access to your account @{{handle}}. What was still waiting won’t be posted.",
    again: "You removed the access yourself? Then there’s nothing to do. Otherwise link your account again.",
    channelText:
      "Since {{at}}, {{network}} no longer takes our messages for your channel: the webhook “{{handle}}” is gone. What was still waiting won’t be announced.",
    channelAgain:
      "Somebody on your server removed it on purpose? Then there’s nothing to do. Otherwise choose a channel again.",
    channelFooter: "You get this email because your new tips were announced in a channel on {{network}}.",
    open: "Open your settings",
    footer: "You get this email because your {{network}} account was linked with your Tribute account.",
  },
  voucherBought: {
    subject: "Your voucher of {{amount}}",
    heading: "Your voucher of {{amount}} is ready",
    text: "The page below shows the code, as a card to print and as a PDF. Whoever has the code can redeem it, until {{day}}: pass it on only to whom it is for.",
    withdrawal:
      "Within {{rule.withdrawal_days}} days you can withdraw from the purchase without giving a reason, as long as nobody has redeemed the voucher: {{- url}}",
    receipt: "The receipt, with the fee and its VAT: {{- url}}",
    open: "Show the voucher",
    footer: "Keep this mail: its link is the way to the code.",
  },
  voucherNews: {
    subject: {
      pending: "Your voucher waits for your verification",
      redeemed: "Your voucher is redeemed: {{amount}}",
      returned: "Your voucher was given back",
      taken_back: "A voucher was withdrawn by its buyer",
      withdrawn: "Your withdrawal: {{amount}} on the way back",
    },
    heading: {
      pending: "Your voucher waits for you",
      redeemed: "Your voucher is redeemed",
      returned: "Your voucher was given back",
      taken_back: "The buyer has withdrawn",
      withdrawn: "Your withdrawal has arrived",
    },
    text: {
      pending:
        "{{amount}} from the voucher ending in {{end}} are kept for you. As soon as your account is verified, they are yours.",
      redeemed:
        "{{amount}} from the voucher ending in {{end}} are yours now. What is not available at once becomes so when the purchase of the voucher is final.",
      returned:
        "The voucher ending in {{end}} could not be credited to your account and is open again: its code works as before, as long as the voucher is valid.",
      taken_back:
        "Whoever bought the voucher ending in {{end}} has withdrawn from the purchase before your account was verified. The {{amount}} go back to them, and the code is no longer valid. A verified account is credited at once.",
      withdrawn:
        "You have withdrawn from the purchase of the voucher ending in {{end}}. {{amount}} go back the way you paid; depending on your bank that takes some days. The code is no longer valid.",
    },
    open: {
      pending: "Go on with the verification",
      redeemed: "To my tips",
      returned: "Redeem a voucher",
      taken_back: "Go on with the verification",
      withdrawn: "Buy another voucher",
    },
    footer: "This is about the voucher whose code ends in {{end}}.",
  },
  grouplistNews: {
    unnamed: "a group without a name",
    subject: {
      asked: "{{person}} wants to join {{group}}",
      left: "{{person}} left {{group}}",
      approved: "You are in: {{group}}",
      declined: "Your request to join {{group}}",
      removed: "You are no longer in {{group}}",
      deleted: "Deleted: {{group}}",
      group_approved: "Approved: {{group}}",
      group_declined: "Not approved yet: {{group}}",
      change_approved: "Your change is live: {{group}}",
      change_declined: "Your change was not approved: {{group}}",
      inherited: "You now run {{group}}",
    },
    heading: {
      asked: "Somebody wants to join",
      left: "A member left",
      approved: "Welcome to the group",
      declined: "Your request was declined",
      removed: "You were taken out of the group",
      deleted: "The group is gone",
      group_approved: "Your group is approved",
      group_declined: "Your group was not approved",
      change_approved: "Your change is live",
      change_declined: "Your change was not approved",
      inherited: "The group is yours now",
    },
    text: {
      asked:
        "{{person}} accepted your invitation to {{group}} and waits for you. Once you approve, they get a share of its tips.",
      left: "{{person}} left {{group}}. They keep what they were tipped and get no share of new tips.",
      approved:
        "The owner of {{group}} approved you. From now on you get a share of its tips, as tips of your own.",
      declined: "The owner of {{group}} did not take you in. Nothing else changes for you.",
      removed:
        "The owner took you out of {{group}}. You keep what you were tipped and get no share of new tips.",
      deleted: "The owner closed {{group}}. You keep what you were tipped; nobody can tip it any more.",
      group_approved: "We looked at {{group}}: its page is open, shows its name and takes tips.",
      group_declined:
        "We looked at {{group}} and did not approve it. Change what is wrong and save: then we look again.",
      change_approved: "We looked at the new name or picture of {{group}}. The page shows it now.",
      change_declined:
        "We looked at the new name or picture of {{group}} and did not approve it. The page goes on showing what it showed.",
      inherited:
        "The owner of {{group}} deleted their account. You have been a member the longest, so the group is yours now: you decide about name, picture and members.",
    },
    reason: "Why: {{reason}}",
    open: {
      creators: "Open the members",
      edit: "Edit the group",
      page: "Open the group",
      list: "Open your groups",
    },
    footer: "You get this mail because you are a creator on Tribute. Questions? Reply to it.",
  },
  newTip: {
    subject: "{{name}} tipped you {{amount}}",
    heading: "A new tip for you",
    anonymous: "An anonymous fan",
    text: "{{name}} has tipped you {{amount}}.",
    forItem: "{{name}} has tipped you {{amount}} for “{{item}}”.",
    message: "“{{message}}”",
    open: "See my tips",
    footer: "You asked us to mail you about new tips. Change that here: {{url}}",
  },
  newTips: {
    subject_one: "One new tip: {{total}}",
    subject_other: "{{count}} new tips: {{total}}",
    heading: "Your tips since yesterday",
    text_one: "You received one tip: {{total}}.",
    text_other: "You received {{count}} tips: {{total}}.",
  },
  thankYou: {
    subject: "{{name}} says thank you",
    heading: "{{name}} thanks you",
    message: "“{{message}}”",
    about: "You tipped {{amount}} on {{day}}.",
    open: "{{name}}'s page",
    footer: "You get this mail because you gave your address with your tip. Please do not reply to it.",
    stop: "No more thank-yous by mail",
  },
  refundRequested: {
    subject: "A fan asks for {{amount}} back",
    heading: "A fan asks for a refund",
    text: "It is about a tip of {{amount}}. Please answer by {{day}}; after that we decide.",
    open: "Read the reason and answer",
    footer: "You get this mail because a fan waits for your answer.",
  },
  refundAnswered: {
    subject: "The answer to your refund request",
    heading: "Your refund request",
    refunded: "Your tip of {{amount}} is being refunded.",
    declined: "Your request for {{amount}} was declined. The receipt says why.",
    open: "Open the receipt",
    footer: "You get this mail because you asked for a refund.",
  },
  payoutCode: {
    subject: "Your code for new payout data",
    heading: "Confirm your payout data",
    text: "New payout data was entered for your account. Enter this code to confirm it:",
    minutes: "It works for {{rule.payout_code_minutes}} minutes.",
    open: "Enter the code",
    footer: "This wasn’t you? Change your password at once. Without the code nothing changes.",
  },
  payoutData: {
    accepted: "Your payout data was accepted",
    declined: "Your payout data could not be accepted",
    acceptedText: "From now on your money goes to {{masked_account}}.",
    declinedText: "We have checked your new payout data ({{masked_account}}) and could not accept it.",
    reason: "Reason: {{reason}}",
    open: "My payout data",
    footer: "This wasn’t you? Change your password at once and write to us.",
  },
  taxDetails: {
    subject: "We need your tax details",
    near: "With your tips of {{year}} you are close to the threshold from which we must report creators to the tax authority.",
    reportable:
      "With your tips of {{year}} you are above the threshold from which we must report creators to the tax authority.",
    text: "For this the law wants your tax number. Entering it takes a minute.",
    open: "Enter my tax details",
    footer: "We send this at most {{rule.tax_mails}} times a year, and not again once you have entered them.",
  },
  payoutSent: {
    subject: "{{amount}} is on its way to you",
    heading: "Your payout is on its way",
    text: "We have sent {{amount}} to {{masked_account}}. Banks take one to three working days.",
    fee: "The fee was {{fee}}.",
    statement: "Your statement has the number {{number}}. You find it next to your payouts.",
    open: "My payouts",
    footer: "Something looks wrong? Reply to this mail.",
  },
  payoutFailed: {
    subject: "Your payout of {{amount}} was returned",
    heading: "Your payout was returned",
    text: "The bank of {{masked_account}} has returned {{amount}}. The money is on your balance again, including the fee.",
    reason: "The bank says: {{reason}}",
    cancelled:
      "The statement of this payout is cancelled by document no. {{number}}, which you find in your history.",
    next: "Check your payout data, then request the payout again.",
    footer: "Something looks wrong? Reply to this mail.",
  },
  vatIdRefused: {
    subject: "Your VAT ID is not valid",
    text: "VIES, the EU's register of VAT IDs, says that {{vat_id}} is not valid (asked on {{at}}).",
    effect:
      "Reverse charge ends with that: from now on the fee of a payout includes VAT. Payouts that you have requested stay as they are.",
    next: "Please check the number. Was it registered only lately? We ask VIES again from time to time.",
    open: "To my profile",
  },
  verificationAccepted: {
    subject: "You are verified",
    heading: "Welcome! You are verified",
    text: "Your page is open: fans can tip you now. Share it wherever they find you.",
    open: "To my dashboard",
    footer: "We delete the documents that you sent us in {{rule.document_days}} days.",
  },
  verificationDeclined: {
    subject: "Something is missing in your verification",
    heading: "Please check your documents",
    text: "We have checked what you submitted and could not accept it yet:",
    reason: "{{document}}: {{reason}}",
    again: "Replace these documents and submit again. Everything else stays as it is.",
    open: "To my verification",
    footer: "You think this is wrong? Reply to this mail, or write to us.",
  },
  contentNotice: {
    subject: "Your notice has arrived",
    heading: "Your notice has arrived",
    text: "Thank you. Your case has the number {{number}}. A person reads it.",
    next: "We write to you once it is decided. Until then, the page of your case shows where it stands.",
    open: "Open my case",
    footer:
      "You did not report anything? Then somebody entered the wrong address, and you can ignore this mail.",
  },
  contentDecision: {
    subject: "Decision about reported content",
    heading: "We have decided",
    side: {
      REPORTER: "You reported content to us, case {{number}}.",
      CREATOR: "Content on your page was reported to us, case {{number}}.",
    },
    complaint: "There was a complaint against our decision. A person looked at it again.",
    decision: {
      NO_ACTION: "We take no action: the content stays.",
      REMOVED: "We removed the content.",
      RESTRICTED: "We restricted the content.",
    },
    reasons: "Reasons: {{reasons}}",
    human: "A person decided, not a machine.",
    until:
      "If you disagree, you can complain until {{date}} on the page of the case: free of charge, and once.",
    open: "Open the case",
    footer: "You can also turn to a dispute settlement body or to the courts. Our complaint policy says how.",
  },
  accountLocked: {
    subject: "Your account is locked",
    heading: "Your account is locked",
    text: "Your page is closed and takes no tips. Your money stays yours: we pay out what is left.",
    reason: "Reason: {{reason}}",
    declined: "Reason: your verification was declined {{rule.declines}} times.",
    open: "What I can do now",
    footer: "You think this is wrong? You can complain; the page linked above says how.",
  },
  document: {
    mediafile_pass: "Identity document, front",
    mediafile_passback: "Identity document, back",
    mediafile_shootout: "Photo with the document",
    mediafile_invoice: "Proof of your address",
  },
  security: { open: "Check your devices" },
} as const;
