import type en from "../en/checks.ts";
import type { Translation } from "../shape.ts";

export default {
  "01-transfers-stay-in-a-currency":
    "Jede Buchung hat ihre Zeilen, lückenlos nummeriert und jede zwischen Konten ihrer Währung.",
  "02-cached-balance-equals-sum": "Der gespeicherte Saldo jedes Kontos ist die Summe seiner Buchungen.",
  "03-no-creator-account-below-zero": "Kein Konto von Creatorn ist im Minus.",
  "04-rows-are-posted": "Alles, was Geld bewegt hat, ist verbucht.",
  "05-reversals-mirror":
    "Eine zurückgenommene Erstattung oder Auszahlung hebt ihre Buchung Zeile für Zeile auf.",
  "06-allocations-add-up":
    "Was Creator von einer Zahlung bekommen, ist das ganze Trinkgeld, und die richtigen bekommen es.",
  "07-pending-is-what-waits":
    "Das noch nicht verfügbare Guthaben von Creatorn ist genau das, was noch nicht frei wurde.",
  "08-hold-is-what-disputes-hold":
    "Zurückgehalten wird von Creatorn genau das, worum offene Streitfälle gehen.",
  "09-chargeback-means-owing": "Den Status CHARGEBACK hat genau, wer Geld schuldet und nicht gesperrt ist.",
  "10-nothing-matured-waits":
    "Nichts bleibt länger als eine Stunde liegen, nachdem es verfügbar sein müsste.",
  "11-suspense-empties": "Geld, das zu nichts passt, ist nach {{rule.suspense_days}} Tagen geklärt.",
  "12-owed-is-held":
    "Bei Bank und Zahlungsdienst liegt mindestens, was Creatorn, Gutscheinen und dem Finanzamt zusteht und was ungeklärt ist.",
  "13-transit-is-open-payouts":
    "Unterwegs zu den Banken ist genau die Summe der offenen Auszahlungen, je Konto.",
  "14-payouts-as-posted": "Auszahlungen sind so verbucht, wie sie und ihr Status es sagen.",
  "15-tips-as-posted": "Bezahlte Trinkgelder sind so verbucht, wie Zahlung und Anteile es sagen.",
  "16-refund-parts-add-up":
    "Die Teile jeder Erstattung gehen auf, und keine Zahlung gibt mehr zurück, als sie brachte.",
  "17-suspense-has-entries": "Das ungeklärte Geld ist genau das, was von seinen Einträgen übrig ist.",
  "18-releases-as-posted": "Was verfügbar wurde, ist so verbucht, wie die Anteile es sagen.",
  "19-refunds-as-posted":
    "Erstattungen sind so verbucht, wie ihre Teile es sagen, und nur bei Fehlschlag aufgehoben.",
  "20-disputes-as-posted": "Jeder Schritt eines Streitfalls ist so verbucht, wie er geschah.",
  "22-suspense-as-posted": "Geklärtes Geld ist so verbucht, wie darüber entschieden wurde.",
  "23-losses-as-posted":
    "Abgeschriebene Schulden und verfallene Guthaben sind so verbucht, wie sie vermerkt sind.",
  "24-repayments-fit":
    "Eine Schuld wird nur aus dem Guthaben desselben Kontos getilgt, höchstens mit dem, was verfügbar wurde.",
  "25-causes-are-known": "Jede Buchung ist von bekannter Art und hat einen passenden Anlass.",
  "26-accounts-as-charted": "Jedes Konto gehört zum Kontenplan und dem Richtigen.",
  "27-documents-are-whole": "Belege sind lückenlos nummeriert, vollständig und sagen, was ausgezahlt wurde.",
  "28-payments-add-up": "Jede Zahlung ist das Trinkgeld plus unsere Gebühr und die Umsatzsteuer darauf.",
  "29-disputes-as-acted":
    "Jeder Streitfall steht so da, wie sein letzter Schritt ihn ließ, und seine Beträge gehen auf.",
  "30-write-offs-add-up":
    "Abgeschrieben sind nur Schulden des jeweiligen Kontos, und nie mehr, als sie betrugen.",
  "38-settlements-are-posted":
    "Was die Abrechnung eines Zahlungsdienstes bewegt, ist verbucht, nicht mehr und nicht weniger.",
  "39-event-acts-are-posted":
    "Was von einer Abrechnung nachträglich verbucht oder storniert wurde, ist genau so verbucht.",
  "40-moved-balances-equal-sums":
    "Der Saldo jedes seit dem letzten Prüfpunkt bebuchten Kontos ist der von damals plus die Buchungen seither.",
  "41-checkpoints-hold": "Die Prüfpunkte schließen aneinander an, und davor wurde nichts geändert.",
  "42-checkpoint-sums": "Die Summen des letzten Prüfpunkts sind die der Buchungen bis zu ihm.",
  "43-settlement-exceptions":
    "Jeder Vorgang einer Abrechnung passt zu unseren Büchern oder steht bei den Abweichungen.",
  "50-every-transaction-is-numbered": "Jede Buchung hat ihre Belegnummer, im richtigen Monat.",
  "51-document-numbers-have-no-gaps":
    "Die Belegnummern jedes Monats sind lückenlos, und abgeschlossene Monate blieben unverändert.",
  "52-paid-tips-are-counted":
    "Die Übersicht zählt die bezahlten Trinkgelder jedes Tages, nicht mehr und nicht weniger.",
  "53-group-tips-are-split":
    "Jedes Trinkgeld an eine Gruppe ist gleichmäßig auf alle verteilt, die es teilen sollten, und der Cent mehr geht reihum.",
  "54-vouchers-as-posted":
    "Gekaufte, eingelöste, zurückgegebene und abgelaufene Gutscheine sind gebucht, wie sie es sagen.",
  "55-vouchers-stand":
    "Jeder Gutschein steht so da wie seine Zahlung und seine Einlösung, und wird nur einmal eingelöst.",
  "56-vouchers-are-owed": "Was wir für Gutscheine schulden, ist der Wert der offenen.",
  "57-owners-agree":
    "Jede Auszahlung geht auf ein eigenes Konto, und was zusammengehört, gehört derselben Person.",
  "58-chain-holds": "Die Kette ist ganz, und jede Zeile sagt, was sie dort zuletzt sagte.",
  "59-corrections-as-posted":
    "Jede Korrekturbuchung ist gebucht, wie ihre Zeile sagt, und durch ihre Gegenbuchung storniert.",
  "60-corrections-were-approved":
    "Jede Korrekturbuchung und jede Stornierung ist, was beantragt und von einer zweiten Person freigegeben wurde.",
  "61-bank-agrees":
    "Der letzte Schlussstand der Bank ist, was im Hauptbuch steht, bis auf das, was unterwegs ist.",
  "66-postings-take-effect-in-time":
    "Eine Zahlung gilt ab dem Moment, in dem sie einging, und keine Buchung lange vor ihrem Eintrag.",
  "68-bank-is-heard": "Wo Kontoauszüge eingelesen wurden, kommen weitere, solange sich unser Konto bewegt.",
  "69-direct-money-passes":
    "Was Fans einem Creator direkt zahlen, steht neben den Büchern: ihre Anteile ohne das, was zurückging.",
  "70-shares-as-passed":
    "Was an Mitglieder direkter Gruppen weitergeleitet und zurückgeholt ist, ist gebucht, wie es in den Zeilen steht.",
  "71-shares-are-passed-on":
    "Was auf Mitglieder direkter Gruppen wartet, ist zu senden geplant, und ohne Ausnahme wartet nichts über eine Stunde.",
  "72-shares-as-planned":
    "Von jedem Anteil einer direkten Gruppe ist so viel gesendet oder geplant, wie Erstattungen und verlorene Streitfälle übrig lassen.",
  "67-causes-as-checked": "Zahlungen und Auszahlungen sind, was sie beim letzten Prüfpunkt waren.",
} satisfies Translation<typeof en>;
