import type en from "../en/direct.ts";
import type { Translation } from "../shape.ts";

export default {
  title: "{{provider}} zahlt dich aus",
  about:
    "Fans zahlen direkt auf dein Konto bei {{provider}}. {{provider}} zahlt dich aus, nach eigenen Terminen und ohne Mindestbetrag.",
  held: "Was wir von früher verwahren, steht unten und wird ausgezahlt wie bisher.",
  paused: "Trinkgeld ist pausiert.",
  resume: "Wieder annehmen",
  unready: "Fans können dich nicht bezahlen: Kein Konto nimmt Zahlungen an.",
  free: "Ohne Gebühr nehmen direkt bezahlte Creator kein Trinkgeld an.",
  disputed:
    "Angefochten seit {{day}}: {{amount}}. Schick {{provider}} rechtzeitig, was zeigt, dass der Fan zahlen wollte.",
  login: "Zu deinem Konto bei {{provider}}",
  list: "Auszahlungen von {{provider}}",
  none: "Noch keine Auszahlungen.",
  day: "Kommt an",
  amount: "Betrag",
  state: "Stand",
  states: { PENDING: "Unterwegs", PAID: "Ausgezahlt", FAILED: "Gescheitert" },
  mend: "Prüfe dein Bankkonto bei {{provider}}; danach folgt ein neuer Versuch.",
  choice: {
    title: "Geld der Fans",
    HELD: "Kommt zu uns, und wir zahlen dich aus.",
    DIRECT: "Geht direkt auf dein Konto bei {{provider}}.",
    effect: "Gilt für neues Trinkgeld. Was wir für dich verwahren, zahlen wir aus wie bisher.",
    groups: "Gruppen, deren Trinkgeld wir verwahren, teilen dann nicht mit dir; Gutscheine können aus sein.",
    toDirect: "Direkt bezahlt werden",
    toHeld: "Über uns bezahlt werden",
    moved: "Gespeichert. Neues Trinkgeld geht den neuen Weg.",
    not_moved: "Gerade nicht möglich.",
  },
} satisfies Translation<typeof en>;
