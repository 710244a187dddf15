/** Questions and answers. A line is a paragraph, one that begins with "- " a point of a list; [text](address) is a link. */
export default {
  title: "Questions and answers",
  intro: "Nothing here that helps? Write to [{{contact}}](mailto:{{contact}}).",
  groups: {
    fans: "For fans",
    creators: "For creators",
    money: "Money",
    together: "Groups",
    more: "Vouchers and the API",
  },
  account: {
    question: "Do I need an account to tip?",
    answer: "No. You choose an amount, write a message if you like, and pay.",
  },
  fees: {
    question: "What does a tip cost?",
    answer:
      "The tip, a service fee of {{rule.service_fee_percent}} % on top, and the VAT on that fee in your country. The creator gets the whole tip. You see the price before you pay, to the cent.",
  },
  limits: {
    question: "How much can I tip?",
    answer:
      "Between {{rule.message_price_minimum}} and {{rule.message_price_maximum}} in the currency of the page. Some creators ask for more when a message comes along; the page says from what amount.",
  },
  ways: {
    question: "How can I pay?",
    answer:
      "By credit card, bank transfer or, in euros, SEPA direct debit. You can pay in your own currency; the rate and its date stand beside the price.",
  },
  anonymous: {
    question: "Who sees my name and my email address?",
    answer:
      "The creator sees the name, the message and the picture that you add; without a name you are anonymous. They see your email address only if you tick the box, and your name and message appear on their page only if you both agreed. We need the address for the receipt and for a thank-you.",
  },
  thanks: {
    question: "Can a creator thank me?",
    answer:
      "Yes, by email, up to {{rule.replies}} times for a tip, if you left a name and an address. Each thank-you has a link that ends them for good.",
  },
  refund: {
    question: "I tipped by mistake. What now?",
    answer:
      "Ask the creator: they can give a tip back within {{rule.refund_days}} days. If that does not work, or you paid twice, write to [{{contact}}](mailto:{{contact}}) with the number of your receipt. A refund takes a few working days, depending on your bank.",
  },
  failed: {
    question: "My payment failed. Was I charged?",
    answer:
      "A payment counts only once the provider confirms it. If it failed, no money has moved, and you can try again from the same page. A tip that is not paid within {{rule.unpaid_hours}} hours ends by itself.",
  },
  review: {
    question: "Why does the creator not see my message yet?",
    answer:
      "A person looks at pictures, links and some words first, within {{rule.review_hours}} hours. The money is credited anyway.",
  },
  start: {
    question: "How do I become a creator?",
    answer:
      "[Register](/register), confirm your email address, choose a username and submit your documents. You have to be {{rule.age}} or older.",
  },
  verification: {
    question: "What do you need to verify me, and how long does it take?",
    answer:
      "Name, address and date of birth; your identity document from both sides; a photo of you holding it; an invoice or letter that is at most {{rule.invoice_months}} months old; one account or link that shows what you do; and a profile photo.\nWe decide within {{rule.working_days}} working days. If something is missing, we tell you what, and you can submit it again. Documents are encrypted and deleted {{rule.document_days}} days after the decision.",
  },
  items: {
    question: "What is a tribute item?",
    answer:
      "Something of your own to tip for, such as a coffee: a name, an amount and, if you like, a picture. It shows on your page once it is reviewed.",
  },
  payoutDay: {
    question: "When do I get my money?",
    answer:
      "On the 1st of each month, if at least {{rule.payout_minimum}} is available in your currency. Card payments become available after {{rule.card_days}} days, direct debits after {{rule.debit_days}}, bank transfers at once. You can also ask for a payout whenever you like.",
  },
  payoutFees: {
    question: "What does a payout cost?",
    answer:
      "The monthly payout is free. One that you ask for depends on where your bank is:\n- EU and United Kingdom: free from {{rule.payout_minimum}}, otherwise {{rule.payout_fee_eu}}; at least {{rule.payout_least_eu}}.\n- Other SEPA countries: free from {{rule.payout_minimum}}, otherwise {{rule.payout_fee_special}}; at least {{rule.payout_least_special}}.\n- All others: {{rule.payout_fee_default}}; at least {{rule.payout_least_default}}.\n- Paxum: {{rule.payout_fee_paxum}}; at least {{rule.payout_least_paxum}}.\nAmounts are in the currency of your balance. The fee is shown before you confirm.",
  },
  ownAccount: {
    question: "Can you pay to somebody else's account?",
    answer:
      "No. The account has to be in your own name or that of your company. A change is confirmed by a code that we mail, and checked by us before money goes there.",
  },
  chargeback: {
    question: "What if a fan's payment is charged back?",
    answer:
      "While the dispute is open, the tip is on hold. If it is lost, the tip is taken back; if your balance is not enough, your next tips settle the rest. If it is won, you have it again.",
  },
  tax: {
    question: "Do I have to tax my tips?",
    answer:
      "Usually, yes; that depends on your country. You get a statement for every payout and every month. We cannot give tax advice.",
  },
  group: {
    question: "What is a group, and how is a tip to it split?",
    answer:
      "A group is one page for several creators. A tip goes to all of its members or to those you choose, in equal shares; the rest that cannot be divided goes round by the cent. The summary shows the split before you pay.",
  },
  join: {
    question: "How do I join a group?",
    answer:
      "With the invite link of its owner. You accept, then the owner approves you. You can leave at any time.",
  },
  makeGroup: {
    question: "How do I make a group?",
    answer:
      "Under “Groups” in your menu, once you are verified. We look at its name and picture within {{rule.review_hours}} hours; then its page opens. You send others the invite link and approve who accepts, at most {{rule.group_members}} creators in all.",
  },
  vouchers: {
    question: "How does a voucher work?",
    answer:
      "Anyone can [buy one](/voucher), from {{rule.voucher_minimum}} to {{rule.voucher_maximum}}, and pass its code on to a creator, who [redeems it](/voucher/redeem) for its whole amount. It costs the same fee as a tip. It is valid for {{rule.voucher_years}} years, to the end of the last one, and [can be given back](/voucher/withdrawal) within fourteen days as long as nobody has redeemed it. A creator who is not verified yet can redeem it; the money comes with the verification.",
  },
  voucherWrong: {
    question: "My voucher's code does not work.",
    answer:
      "Check it letter by letter; the letters O and I do not occur. After several wrong codes, redeeming is locked for an hour. If it still does not work, write to [{{contact}}](mailto:{{contact}}).",
  },
  discord: {
    question: "Is there a bot for Discord?",
    answer:
      "Yes. On your server, members open creators’ tip pages by a command, and new tips can be announced in a channel. [How to add it](/discord)",
  },
  api: {
    question: "Can I use Tribute from programs of my own?",
    answer:
      "Yes: all that fans and creators do here goes through the [API](/api/docs) too, from a tip on your own site to the list of the tips that you received.",
  },
  deletion: {
    question: "Can I delete my account?",
    answer:
      "Yes, [in your settings](/account/delete), once your money is paid out. The [privacy page](/privacy#periods) says what we keep, and for how long.",
  },
  report: {
    question: "I saw something illegal. Where do I report it?",
    answer:
      "With [this form](/report), without an account. How we decide: [complaint policy](/complaint-policy).",
  },
} as const;
