import type en from "../en/picture.ts";
import type { Translation } from "../shape.ts";

export default {
  takePhoto: "Foto aufnehmen oder Datei wählen",
  refused: "nicht angenommen; der Grund steht darunter",
  progress: "Wird gesendet: %s",
  failed: "Die Verbindung ist abgebrochen. Versuch es noch einmal.",
  drop: "Bild hierher ziehen oder auswählen",
  crop: {
    title: "Ausschnitt wählen",
    x_percent: "Von links nach rechts",
    y_percent: "Von oben nach unten",
    zoom_percent: "Zoom",
  },
} satisfies Translation<typeof en>;
