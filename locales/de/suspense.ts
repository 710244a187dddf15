import type en from "../en/suspense.ts";
import type { Translation } from "../shape.ts";

export default {
  intro:
    "Ungeklärte Zahlungen gehen über den Zahlungsdienst zurück; wo das nicht gelingt, warten sie auf dich. Nach {{rule.suspense_days}} Tagen stoppen sie alle Auszahlungen.",
  payment: "Zahlung",
  reason: {
    second_success: "Dasselbe Trinkgeld wurde zweimal bezahlt",
    receiver_cannot_receive: "Die Seite kann nichts empfangen",
    other_amount: "Anderer Betrag als verlangt",
    unknown_payment: "Die Zahlung steht nicht in unseren Büchern",
  },
  left: "Übrig",
  received: "Eingegangen",
  states: {
    REQUESTED: "Wird vom Zahlungsdienst erstattet",
    FAILED: "Der Zahlungsdienst hat die Erstattung abgelehnt",
    DISPUTED: "Die Bank des Fans fordert es zurück",
    ASKED: "Wartet auf Freigabe",
    OPEN: "Wartet auf dich",
    DONE: "Erledigt",
  },
  provider: "Zahlungsdienst",
  reference: "Referenz dort",
  notKnown: "nicht in unseren Büchern",
  page: "Zur Zahlung",
  firstPage: "Zur Zahlung, die schon bezahlt war",
  case: "Ungeklärte Zahlung über {{amount}}",
  exits: "Was daraus wurde",
  exit: "Weg",
  kind: {
    REFUNDED: "Vom Zahlungsdienst erstattet",
    REFUNDED_ELSEWHERE: "Im Portal des Zahlungsdienstes erstattet",
    RETURNED_BY_PROVIDER: "Im Portal des Zahlungsdienstes erstattet",
    RETURNED_BY_BANK: "Von unserem Bankkonto überwiesen",
    KEPT: "Behalten",
    DISPUTE_LOST: "Von der Bank des Fans zurückgeholt",
    DISPUTE_REVERSED: "Von der Bank des Fans zurückgegeben",
    REFUND_FAILED: "Erstattung später gescheitert",
  },
  beyond: "davon {{amount}} auf unsere Kosten",
  amount: "Betrag",
  by: "Von",
  itself: "automatisch",
  at: "Am",
  noExits: "Noch ist nichts abgeflossen.",
  wait: {
    REQUESTED:
      "Der Zahlungsdienst ist gebeten, das Geld zu erstatten. Sobald er geantwortet hat, kannst du etwas tun.",
    DISPUTED:
      "Die Bank des Fans fordert das Geld zurück. Wie das ausgeht, entscheidet; danach kannst du etwas tun.",
  },
  retry: {
    title: "Noch einmal versuchen",
    text: "Der Zahlungsdienst wird noch einmal gebeten, dem Fan {{amount}} zu erstatten.",
    go: "Zahlungsdienst noch einmal bitten",
  },
  returned: {
    title: "Auf anderem Weg zurückgegeben",
    text: "Erst, wenn das Geld weg ist: von Hand im Portal des Zahlungsdienstes erstattet oder von unserem Bankkonto überwiesen.",
    how: "Wie",
    ways: { PROVIDER: "Im Portal des Zahlungsdienstes", BANK: "Überweisung von unserem Bankkonto" },
    reference: "Referenz der Erstattung oder Überweisung",
    referenceHelp: "Damit andere sie dort finden. Höchstens {{rule.reference_maximum}} Zeichen.",
    note: "Anmerkung",
    noteHelp: "Fürs Protokoll. Höchstens {{rule.reason_maximum}} Zeichen.",
    go: "{{amount}} als zurückgegeben buchen",
  },
  kept: {
    title: "Behalten",
    text: "Nur, wenn es niemandem zurückgegeben werden kann. Es wird zur Einnahme der Plattform.",
    reasonHelp: "Fürs Protokoll. Höchstens {{rule.reason_maximum}} Zeichen.",
    go: "{{amount}} behalten",
  },
} satisfies Translation<typeof en>;
