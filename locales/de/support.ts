import type en from "../en/support.ts";
import type { Translation } from "../shape.ts";

export default {
  search: {
    title: "Suche",
    term: "Was suchst du?",
    help: "Anfang von Name, Benutzername oder E-⁠Mail; Quittungsnummer, ID der Zahlung oder des Anbieters, ganzer Gutscheincode, letzte {{rule.iban_end}} Zeichen einer IBAN.",
    go: "Suchen",
    none: "Keine Treffer.",
    more: "Es gibt mehr. Gib mehr davon ein.",
    deleted: "gelöscht am {{day}}",
    users: "Gefundene Konten",
    payments: "Gefundene Zahlungen",
    vouchers: "Gefundene Gutscheine",
    ...{ user: "Konto", name: "Name", email: "E-⁠Mail", state: "Status", account: "Bankkonto" },
    ...{ payment: "Zahlung", amount: "Betrag", receiver: "Für", payer: "Von", at: "Wann" },
    voucher: "Gutschein",
  },
} satisfies Translation<typeof en>;
