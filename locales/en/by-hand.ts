export default {
  intro:
    "These providers give nothing back on our request. Make each refund in the provider's back office and enter its reference on the payment's page. The money is set aside already.",
  state: "To be made by hand",
  referenceHelp: "By which others find it there. At most {{rule.reference_maximum}} characters.",
  note: "Note",
  noteHelp: "For the audit log. At most {{rule.reason_maximum}} characters.",
  refund: {
    title: "Refund {{amount}} by hand",
    text: "{{provider}} cannot be asked for refunds. Make this one in its back office, then enter here how it went; if it cannot be made, the reference stays empty. It has been waiting since {{since}}.",
    reference: "Reference of the refund",
    done: "{{amount}} has been refunded",
    failed: "It cannot be refunded",
  },
  report: {
    title: "What {{provider}} shows of this payment",
    text: "It cannot be asked, and does not tell everything by itself. What you enter is booked as if it had told us.",
    what: "What happened",
    choose: "Please choose",
    reference: "The provider's reference for it",
    amount: "Amount",
    amountHelp: "In the currency the fan was charged in. Leave it empty for all that is left.",
    go: "Book it",
  },
  told: {
    PAID: "It was paid",
    REFUNDED: "It was refunded there, without our request",
    DISPUTE_OPENED: "The fan's bank asks for it back",
    DISPUTE_LOST: "The fan's bank has taken it back",
    DISPUTE_WON: "The dispute is won",
    REFUND_DONE: "It was refunded by hand",
    REFUND_FAILED: "It cannot be refunded",
  },
  done: {
    refunded:
      "The refund is booked. Make it in the provider's back office now; in a moment you can enter here how it ended.",
    reported: "Booked.",
    gone: "Nothing booked: this is in the books already, or does not fit the payment any more.",
    under_way: "Nothing booked: a refund of this payment is not done yet. Enter first how that went.",
    other_waits: "Nothing booked: another report of this payment waits for approval. Decide that one first.",
    can_be_asked: "Nothing booked: this provider is asked itself.",
    amount: "Nothing booked: that is more than is left of what the fan was charged.",
  },
};
