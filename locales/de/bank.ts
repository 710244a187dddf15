import type en from "../en/bank.ts";
import type { Translation } from "../shape.ts";

export default {
  refused: "Nichts wurde übernommen. {{what}}: {{place}}",
  place: "{{path}} (Zeile {{line}})",
  fault: {
    no_xml: "Diese Datei ist kein vollständiges XML",
    doctype: "Diese Datei legt eigene Typen fest, was keine Bank tut",
    encoding: "Diese Datei ist nicht in den Zeichen geschrieben, die sie nennt",
    namespace: "Diese Datei ist keine Bankdatei einer Art und Fassung, die hier gelesen wird",
    missing: "Hier fehlt etwas, das gebraucht wird",
    content: "Diese Angabe ist nicht zu verstehen",
    amount: "Dieser Betrag hat Nachkommastellen, die es in seiner Währung nicht gibt, oder ist keiner",
    currency: "Das ist nicht die Währung, die hier stehen muss",
    account: "Das ist nicht unser Konto",
    sum: "Die Salden und das dazwischen Gebuchte gehen nicht auf",
  },
} satisfies Translation<typeof en>;
