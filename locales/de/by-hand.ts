import type en from "../en/by-hand.ts";
import type { Translation } from "../shape.ts";

export default {
  intro:
    "Diese Zahlungsdienste erstatten nichts auf unsere Bitte. Erstatte jeden Betrag in ihrem Portal und trag die Referenz auf der Seite der Zahlung ein. Das Geld ist schon zurückgelegt.",
  state: "Von Hand zu erstatten",
  referenceHelp: "Damit andere sie dort finden. Höchstens {{rule.reference_maximum}} Zeichen.",
  note: "Anmerkung",
  noteHelp: "Fürs Protokoll. Höchstens {{rule.reason_maximum}} Zeichen.",
  refund: {
    title: "{{amount}} von Hand erstatten",
    text: "{{provider}} lässt sich nicht um Erstattungen bitten. Erstatte den Betrag in seinem Portal und trag dann hier ein, wie es ausging; lässt er sich nicht erstatten, bleibt die Referenz leer. Das wartet seit {{since}}.",
    reference: "Referenz der Erstattung",
    done: "{{amount}} ist erstattet",
    failed: "Lässt sich nicht erstatten",
  },
  report: {
    title: "Was {{provider}} zu dieser Zahlung zeigt",
    text: "Der Zahlungsdienst lässt sich nicht fragen und meldet nicht alles von sich aus. Was du einträgst, wird gebucht, als hätte er es gemeldet.",
    what: "Was passiert ist",
    choose: "Bitte wählen",
    reference: "Referenz dafür beim Zahlungsdienst",
    amount: "Betrag",
    amountHelp: "In der Währung, in der der Fan bezahlt hat. Leer heißt: alles, was noch übrig ist.",
    go: "Buchen",
  },
  told: {
    PAID: "Sie wurde bezahlt",
    REFUNDED: "Sie wurde dort erstattet, ohne unsere Bitte",
    DISPUTE_OPENED: "Die Bank des Fans fordert sie zurück",
    DISPUTE_LOST: "Die Bank des Fans hat sie zurückgeholt",
    DISPUTE_WON: "Die Rückforderung ist abgewehrt",
    REFUND_DONE: "Sie wurde von Hand erstattet",
    REFUND_FAILED: "Sie lässt sich nicht erstatten",
  },
  done: {
    refunded:
      "Die Erstattung ist gebucht. Mach sie jetzt im Portal des Zahlungsdienstes; gleich kannst du hier eintragen, wie es ausging.",
    reported: "Gebucht.",
    gone: "Nichts gebucht: Es steht schon in den Büchern oder passt nicht mehr zur Zahlung.",
    under_way:
      "Nichts gebucht: Eine Erstattung dieser Zahlung ist noch offen. Trag erst ein, wie sie ausging.",
    other_waits:
      "Nichts gebucht: Zu dieser Zahlung wartet schon eine andere Meldung auf Freigabe. Entscheidet zuerst darüber.",
    can_be_asked: "Nichts gebucht: Diesen Zahlungsdienst fragen wir selbst.",
    amount: "Nichts gebucht: Das ist mehr, als von der Zahlung des Fans noch übrig ist.",
  },
} satisfies Translation<typeof en>;
