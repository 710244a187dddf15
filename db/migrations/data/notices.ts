export const NOTICES = [
  {
    id: "7f7a1c0e-0a3e-4c55-8a53-3f0d5a1e0001",
    starts_at: "2025-04-22T00:00+02",
    ends_at: "2025-05-01T00:00+02",
    texts: {
      en: "We are moving to a new platform: the last payouts leave on 29 April 2025 at 16:00 UTC and resume on 1 May.",
      de: "Wir ziehen auf eine neue Plattform um: Die letzten Auszahlungen gehen am 29. April 2025 um 16:00 Uhr UTC raus, ab dem 1. Mai geht es weiter.",
    },
  },
  {
    id: "7f7a1c0e-0a3e-4c55-8a53-3f0d5a1e0002",
    starts_at: "2025-10-06T00:00+02",
    ends_at: "2025-10-13T00:00+02",
    texts: {
      en: "SEPA direct debits may take longer from 9 to 12 October 2025.",
      de: "SEPA-Lastschriften können vom 9. bis 12. Oktober 2025 länger dauern.",
    },
  },
];
