import type en from "../en/picture.ts";
import type { Translation } from "../shape.ts";

export default {
  takePhoto: "Foto aufnehmen oder Datei wählen",
  camera: "Foto aufnehmen",
  chooseFile: "Lieber eine Datei wählen",
  refused: "nicht angenommen",
  progress: "Wird gesendet: %s",
  failed: "Verbindung abgebrochen. Versuch es noch einmal.",
  drop: "Bild hierher ziehen oder auswählen",
  crop: {
    title: "Ausschnitt wählen",
    x_percent: "Von links nach rechts",
    y_percent: "Von oben nach unten",
    zoom_percent: "Zoom",
  },
} satisfies Translation<typeof en>;
