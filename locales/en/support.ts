export default {
  search: {
    title: "Search",
    term: "What are you looking for?",
    help: "Beginning of a name, username or email; receipt number, payment or provider id, whole voucher code, last {{rule.iban_end}} characters of an IBAN.",
    go: "Search",
    none: "No matches.",
    more: "There are more. Type more of it.",
    deleted: "deleted on {{day}}",
    users: "Users found",
    payments: "Payments found",
    vouchers: "Vouchers found",
    ...{ user: "User", name: "Name", email: "Email", state: "Status", account: "Bank account" },
    ...{ payment: "Payment", amount: "Amount", receiver: "For", payer: "Paid by", at: "When" },
    voucher: "Voucher",
  },
} as const;
