/** Questions and answers. A line is a paragraph, one that begins with "- " a point of a list; [text](address) is a link. */
export default {
  title: "Questions and answers",
  intro: "No answer here? Write to [{{contact}}](mailto:{{contact}}).",
  groups: {
    fans: "For fans",
    creators: "For creators",
    money: "Money",
    together: "Groups",
    more: "More",
  },
  account: {
    question: "Do I need an account to tip?",
    answer: "No. Choose an amount, add a message if you like, pay.",
  },
  fees: {
    question: "What does a tip cost?",
    answer:
      "The tip, a {{rule.service_fee}} service fee and VAT on that fee. The creator gets the whole tip. You see the exact price before you pay.",
  },
  limits: {
    question: "How much can I tip?",
    answer:
      "{{rule.message_price_minimum}} to {{rule.message_price_maximum}} in the page's currency. Some creators set a minimum for messages; the page shows it.",
  },
  ways: {
    question: "How can I pay?",
    answer:
      "Credit card, bank transfer or, in euros, SEPA direct debit. You can pay in your own currency; the price shows the rate and its date.",
  },
  anonymous: {
    question: "Who sees my name and email address?",
    answer:
      "The creator sees the name, message and picture you add; without a name you are anonymous. They see your email address only if you tick the box. Your name and message appear on their page only if you both agree. We use the address for receipts and thank-yous.",
  },
  thanks: {
    question: "Can a creator thank me?",
    answer:
      "Yes, by email, if you left a name and address. At most per tip: {{rule.replies}}. Each thank-you has a link to stop them.",
  },
  stop: {
    question: "How do I stop a monthly tip?",
    answer:
      "By the link in its mails: at any time, at once. Without the mail, [have the link sent again](/monthly), or [cancel without a login](/cancel).",
  },
  refund: {
    question: "I tipped by mistake. What now?",
    answer:
      "Ask the creator: they can refund a tip within {{rule.refund_days}} days. If that fails, or you paid twice, write to [{{contact}}](mailto:{{contact}}) with your receipt number. Refunds take a few working days.",
  },
  failed: {
    question: "My payment failed. Was I charged?",
    answer:
      "Only confirmed payments count. If it failed, no money has moved; try again from the same page. A tip unpaid after {{rule.unpaid_hours}} hours expires.",
  },
  review: {
    question: "Why can't the creator see my message yet?",
    answer:
      "We review pictures, links and some words within {{rule.review_hours}} hours. The money is credited anyway.",
  },
  start: {
    question: "How do I become a creator?",
    answer:
      "[Register](/register), confirm your email address, choose a username and submit your documents. Minimum age: {{rule.age}}.",
  },
  verification: {
    question: "What do you need to verify me, and how long does it take?",
    answer:
      "Name, address, date of birth; your identity document, both sides; a photo of you holding it; an invoice or letter, at most {{rule.invoice_months}} months old; an account or link that shows what you do; a profile photo.\nWe decide within {{rule.working_days}} working days. If something is missing, we tell you, and you can submit again. Documents are encrypted and deleted {{rule.document_days}} days after the decision.",
  },
  items: {
    question: "What is an item?",
    answer:
      "Something to tip for, such as a coffee: a name, an amount and, optionally, a picture. It shows on your page after review.",
  },
  payoutDay: {
    question: "When do I get my money?",
    answer:
      "Every month on day {{rule.payout_day}}, from {{rule.payout_minimum}} in your currency. Card payments become available {{rule.hold_card}}, direct debits {{rule.hold_debit}}, bank transfers {{rule.hold_transfer}}. You can also request a payout at any time.",
  },
  payoutFees: {
    question: "What does a payout cost?",
    answer:
      "Monthly payouts are free. Requested ones depend on your bank's country:\n- EU and United Kingdom: {{rule.payout_terms_eu}}.\n- Other SEPA countries: {{rule.payout_terms_special}}.\n- All others: {{rule.payout_terms_default}}.\n- Paxum: {{rule.payout_terms_paxum}}.\nIn the currency of your balance. You see the fee before you confirm.",
  },
  ownAccount: {
    question: "Can you pay to another person's account?",
    answer:
      "No. It has to be in your or your company's name. You confirm changes with a code by mail, and we check them.",
  },
  chargeback: {
    question: "What if a fan's payment is charged back?",
    answer:
      "The tip is on hold during the dispute. If lost, it is taken back; if your balance is too low, your next tips settle the rest. If won, you have it again.",
  },
  tax: {
    question: "Do I have to tax my tips?",
    answer:
      "Usually, yes, depending on your country. You get a statement for every payout and month. We cannot give tax advice.",
  },
  group: {
    question: "What is a group, and how are its tips split?",
    answer:
      "One page for several creators. A tip goes in equal shares to all members or those you choose; spare cents take turns. The summary shows the split before you pay.",
  },
  join: {
    question: "How do I join a group?",
    answer: "By its owner's invite link. You accept, the owner approves. You can leave any time.",
  },
  makeGroup: {
    question: "How do I create a group?",
    answer:
      "Under “Groups” in your menu, once you are verified. We review name and picture within {{rule.review_hours}} hours; then its page opens. Send others the invite link and approve them, at most {{rule.group_members}} members in all.",
  },
  vouchers: {
    question: "How does a voucher work?",
    answer:
      "Anyone can [buy one](/voucher), from {{rule.voucher_minimum}} to {{rule.voucher_maximum}}, and pass the code to a creator, who [redeems it](/voucher/redeem) in full. It costs the same fee as a tip, is valid for {{rule.voucher_years}} years to the end of the last one, and [can be returned](/voucher/withdrawal) within {{rule.withdrawal_days}} days unless redeemed. Unverified creators can redeem it; the money comes with verification.",
  },
  voucherWrong: {
    question: "My voucher's code does not work.",
    answer:
      "Typo? O and I do not occur. After several wrong codes, redeeming is locked for an hour. If it still fails, write to [{{contact}}](mailto:{{contact}}).",
  },
  discord: {
    question: "Is there a bot for Discord?",
    answer:
      "Yes. Members of your server open creators’ tip pages by a command; new tips can be announced in a channel. [How to add it](/discord)",
  },
  api: {
    question: "Is there an API?",
    answer: "Yes: the [API](/api/docs) does everything that fans and creators can do here.",
  },
  deletion: {
    question: "Can I delete my account?",
    answer:
      "Yes, [in your settings](/account/delete), once your money is paid out. What we keep, and how long: [privacy](/privacy#periods).",
  },
  report: {
    question: "I saw something illegal. Where do I report it?",
    answer:
      "With [this form](/report), without an account. How we decide: [complaint policy](/complaint-policy).",
  },
} as const;
