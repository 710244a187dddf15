/** Buying a voucher, and the voucher itself. */
export default {
  buy: {
    title: "Buy a voucher",
    description:
      "A voucher for a creator, from {{rule.voucher_minimum}} to {{rule.voucher_maximum}}, by mail at once. No account needed.",
    question: "Give a voucher",
    intro: "Whoever has its code redeems it for the whole amount. One-time, no account.",
    amounts: "Amount",
    own: "Other amount",
    ownHelp: "{{minimum}} to {{maximum}}",
    capped: "The largest voucher is {{maximum}}, so we chose that.",
    currency: "Currency",
    message: "Your message",
    messageHelp: "It stands on the voucher. Up to {{count}} characters.",
    name: "Your name",
    nameHelp: "It stands on the voucher.",
    email: "Your email",
    emailHelp: "The code and the receipt go there, to nobody else.",
    choose: "Please choose",
    next: "Continue to payment",
    redeem: "You have a voucher?",
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
    note: "You continue on the provider's secure payment page. The voucher is valid until {{day}}. You can withdraw from the purchase within {{rule.withdrawal_days}} days, as long as nobody has redeemed it.",
    press_button:
      "Many payments are being started here right now. One step is left: press the button again in {{rule.start_button_seconds}} seconds.",
    wait: "Many payments are being started right now. Your voucher is saved: press the button again in {{rule.start_again_seconds}} seconds. You can pay at {{until}} at the latest.",
    blocked:
      "Too many payments from your connection failed. Your voucher is saved: try again at {{until}}, or over another connection.",
    tried_too_often:
      "Several payments for this voucher failed. It is saved: you can try again at {{until}}. Ask your bank why the card is declined.",
    changed: "The price is not the one it was before. Please check it again.",
    unavailable:
      "The payment provider is not answering right now. No money has moved. Please try again in a moment.",
  },
  bought: {
    heading: "Your voucher is ready",
    shown: "The code stands here for an hour. It is also behind the link in the mail to {{email}}.",
    mailed: "The code is behind the link in the mail to {{email}}.",
    otherBrowser:
      "For an hour the code stands here in the browser that you paid with; and it is behind the link in the mail.",
    another: "Buy another voucher",
    transferText: "The voucher is valid as soon as the money arrives.",
    debitText:
      "The voucher is valid once your bank has carried out the direct debit. That usually takes a few days.",
    mail: "The code will then go to {{email}}.",
    mailOther: "The code will then go to the buyer's email address.",
    back: "Back to vouchers",
  },
  card: {
    title: "Voucher",
    heading: "Voucher of {{amount}}",
    from: "From {{name}}",
    code: "Code",
    copy: "Copy the code",
    copied: "Code copied.",
    qr: "QR code that leads to the page where the voucher is redeemed",
    redeem: "To be redeemed at {{address}}, in one amount.",
    until: "Valid until {{day}}",
    bought: "Bought on {{day}}",
    pdf: "Save as PDF",
    file: "voucher",
    help: "Whoever has the code can redeem the voucher: pass it on only to whom it is for. This page prints on half a sheet.",
    withdrawal:
      "You can withdraw from the purchase within {{rule.withdrawal_days}} days, as long as nobody has redeemed the voucher:",
    withdrawalLink: "Withdraw",
    states: {
      PENDING:
        "It is being redeemed: it waits until the creator is verified. Until then the purchase can be withdrawn from.",
      REDEEMED: "It has been redeemed.",
      EXPIRED: "It has expired.",
      REFUNDED: "It was withdrawn or refunded, and is worth nothing any more.",
      VOID: "Its payment was charged back, and it is worth nothing any more.",
      LOCKED: "It is locked at the moment. Please write to us: [{{contact}}](mailto:{{contact}})",
    },
  },
  receipt: {
    what: "Voucher",
    seller: "Tribute charges the service fee. The voucher is worth its whole amount.",
    ended: {
      REFUNDED: "The voucher was withdrawn or refunded, and is worth nothing any more.",
      VOID: "The voucher's payment was charged back, and it is worth nothing any more.",
    },
  },
} as const;
