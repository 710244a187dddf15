import type en from "../en/errors.ts";
import type { Translation } from "../shape.ts";

export default {
  amount: {
    required: "Such dir einen Betrag aus oder tipp einen ein",
    invalid: "Tipp einen Betrag ein, zum Beispiel 5 oder 12,50",
    minimum: "Das kleinste Trinkgeld ist {{minimum}}",
    maximum: "Das größte Trinkgeld ist {{maximum}}",
  },
  name: { long: "Bitte höchstens 80 Zeichen" },
  message: {
    long: "Bitte höchstens 1000 Zeichen",
    price:
      "{{name}} liest Nachrichten ab {{price}}. Lass die Nachricht weg, oder geh zurück und gib etwas mehr",
  },
  image: {
    file_format: "Dateiformat nicht erkannt",
    file_size: "Die Datei ist zu groß. Maximale Dateigröße 10 MB",
  },
  type: { required: "Such dir aus, wie du bezahlen möchtest" },
  country: { required: "Such dein Land aus" },
  currency: { required: "Such eine Währung aus" },
  email: {
    invalid: "Das sieht nicht nach einer E-Mail-Adresse aus",
    to_share: "Wenn du deine Adresse teilen möchtest, trag sie hier ein",
  },
  offer: {
    not_offered:
      "So kannst du mit dieser Währung in diesem Land nicht bezahlen. Such dir einen anderen Weg aus",
    no_rate: "Für diese Währung gibt es heute keinen frischen Wechselkurs. Such dir eine andere aus",
  },
} satisfies Translation<typeof en>;
