/** Buying a voucher, and the voucher itself. */
export default {
  buy: {
    title: "Buy a voucher",
    description:
      "A voucher for a creator, from {{minimum}} to {{maximum}}, by mail at once. No account needed.",
    question: "Give a voucher",
    intro: "For creators, as balance",
    amounts: "Amount",
    own: "Other amount",
    ownHelp: "{{minimum}} to {{maximum}}",
    capped: "At most {{maximum}}, so that is selected.",
    currency: "Currency",
    message: "Your message",
    messageHelp: "On the voucher. Up to {{characters}} characters.",
    name: "Your name",
    nameHelp: "On the voucher.",
    email: "Your email",
    emailHelp: "For code and receipt.",
    choose: "Please choose",
    next: "Continue to payment",
    redeem: "Got a voucher?",
    redeemLink: "Redeem it",
  },
  steps: {
    backTo: { form: "Change the voucher", payment: "Change the payment" },
    of: "Voucher of {{amount}}",
  },
  payment: { next: "Review your voucher" },
  summary: {
    title: "Summary",
    question: "Check your voucher",
    email: "The code goes to {{email}}",
    note: "For creators, as balance, until {{day}}. You can withdraw from the purchase for {{days}} days, as long as the voucher is not redeemed.",
    press_button:
      "Many people are paying right now. Press the button again in {{rule.start_button_seconds}} seconds.",
    wait: "Many people are paying right now. Your voucher is saved: press the button again in {{rule.start_again_seconds}} seconds, {{until}} at the latest.",
    blocked:
      "Too many payments from your connection failed. Your voucher is saved: try again at {{until}}, or over another connection.",
    tried_too_often:
      "Several payments failed. Your voucher is saved: try again at {{until}}, and ask your bank for the reason.",
    changed: "The price has changed. Please check it.",
    unavailable: "The payment provider is not answering, and no money has moved. Try again in a moment.",
  },
  bought: {
    heading: "Your voucher is ready",
    shown: "The code is also in your mail to {{email}}.",
    mailed: "The code is in your mail to {{email}}.",
    otherBrowser: "The code is in your mail.",
    another: "Buy another voucher",
    transferText: "The voucher is valid as soon as the money arrives.",
    debitText: "The voucher is valid once your bank has carried out the direct debit, usually in a few days.",
    mail: "The code will then go to {{email}}.",
    mailOther: "The code then comes by mail.",
    back: "Back to vouchers",
  },
  card: {
    title: "Voucher",
    heading: "Voucher of {{amount}}",
    from: "From {{name}}",
    code: "Code",
    copy: "Copy the code",
    copied: "Code copied.",
    qr: "QR code to redeem it",
    redeem: "For creators, as balance. Redeem at {{address}}",
    until: "Valid until {{day}}",
    bought: "Bought on {{day}}",
    pdf: "Save as PDF",
    file: "voucher",
    help: "Any creator with the code can redeem it: pass it on only to the one it is for.",
    withdrawal:
      "You can withdraw from the purchase for {{days}} days, as long as the voucher is not redeemed:",
    withdrawalLink: "Return a voucher",
    states: {
      PENDING:
        "Redeemed, waits for the creator's verification. Until then you can withdraw from the purchase.",
      REDEEMED: "Redeemed.",
      EXPIRED: "Expired.",
      REFUNDED: "Withdrawn or refunded, worth nothing any more.",
      VOID: "Payment charged back, worth nothing any more.",
      LOCKED: "Locked. Write to us: [{{contact}}](mailto:{{contact}})",
    },
  },
  receipt: {
    what: "Voucher",
    seller:
      "{{brand}} charges the service fee. The voucher is worth its whole amount, as balance for a creator.",
    ended: {
      REFUNDED: "The voucher was withdrawn or refunded, and is worth nothing any more.",
      VOID: "The voucher's payment was charged back, and it is worth nothing any more.",
    },
  },
} as const;
