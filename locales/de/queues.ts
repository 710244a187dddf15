import type en from "../en/queues.ts";
import type { Translation } from "../shape.ts";

export default {
  kinds: "Arten",
  all: "Alle ({{count}})",
  name: {
    verifications: "Verifizierungen",
    tips: "Trinkgelder",
    items: "Items",
    words: "Seitentexte",
    groups: "Gruppen",
    reports: "Gemeldete Inhalte",
    payoutData: "Auszahlungs\u00ADdaten",
    payouts: "Auszahlungen zu senden",
    freeze: "Auszahlungen angehalten",
    leavers: "Guthaben gelöschter Konten",
    approvals: "Freigaben",
    suspense: "Ungeklärte Zahlungen",
    "by-hand": "Erstattungen von Hand",
    "failed-refunds": "Später gescheiterte Erstattungen",
    shares: "Nicht weitergeleitete Anteile",
    "refund-requests": "Unbeantwortete Rückerstattungen",
    unhandled: "Unverarbeitete Zahlungs\u00ADmeldungen",
    bookings: "Buchungen der Bank",
    gaps: "Fehlende Auszüge",
    settlements: "Offenes aus Abrechnungen",
    rates: "Angehaltene Referenzkurse",
    mails: "Nicht gesendete Mails",
  },
} satisfies Translation<typeof en>;
