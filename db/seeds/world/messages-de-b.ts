import { type DemoMessage, de } from "./message-type.ts";

export const messagesDeB: readonly DemoMessage[] = [
  de("Merci vilmal! Und ganz en liebe Gruess us Olten.", "Ruedi"),
  de("Ach, du wieder. 🧡", null),

  de("Dein Cover von „Hurt“ hat mir durch den Winter geholfen. Danke!", "Ada", "joerdis"),
  de("Herr Müller soll auch was davon haben. 🐾", null, "joerdis"),
  de(
    "Beim Refrain von „Kellerlicht“ muss ich jedes Mal das Fenster aufmachen. Ich weiß nicht, warum. Es hilft.",
    "Johanna",
    "joerdis",
  ),
  de(
    "Für die hohe E-Saite, die in Halle gerissen ist. Du hast einfach weitergespielt, als wäre nichts.",
    "Erik aus der zweiten Reihe",
    "joerdis",
  ),
  de(
    "Wir haben zu deinem Lied geheiratet. Die Band konnte es nicht, also haben alle gesungen.",
    "Svenja und Paul",
    "joerdis",
  ),
  de("Komm doch mal nach Bregenz! Wir bringen Käse mit. 🧀", "Magdalena", "joerdis"),
  de("Ich sitz im Auto vor der Arbeit und hör noch die zweite Strophe zu Ende.", null, "joerdis"),

  de(
    "Nach deiner Folge über Taschen hab ich in alle meine Kleider welche genäht. Alle. Es gibt kein Zurück.",
    "Friederike",
    "maximiliane.von.buelow",
  ),
  de("Das blaue Mieder! Ich habe den Bildschirm gestreichelt.", null, "maximiliane.von.buelow"),
  de(
    "Meine Urgroßmutter war Weißnäherin. Jetzt weiß ich endlich, was sie den ganzen Tag gemacht hat.",
    "Elisabeth",
    "maximiliane.von.buelow",
  ),
  de("Dank dir hab ich mich an Ärmel getraut. Der linke sitzt sogar. 🪡", "Tanja", "maximiliane.von.buelow"),

  de("Ich hatte immer Angst vor Bienen. Jetzt grüße ich sie.", "Herr Wondratschek", "imkerei.hollerbusch"),
  de("Fritzi, dein Lindenhonig hat eine Nachbarschaftsfehde beendet. 🍯", null, "imkerei.hollerbusch"),
  de(
    "Wegen dir mäht mein Vater die Wiese nur noch zweimal im Jahr. Er tut so, als wär’s seine Idee.",
    "Leni",
    "imkerei.hollerbusch",
  ),
  de("Summ, summ, danke.", null, "imkerei.hollerbusch"),

  de("Günther lebt! Er blubbert! Ich habe eine Familie gegründet.", "Marvin", "brot.mit.oeykue"),
  de(
    "Mein erstes Brot nach deinem Rezept war ein Stein. Das zweite auch. Das dritte haben wir im Stehen aufgegessen, noch warm, mit Butter.",
    "Judith",
    "brot.mit.oeykue",
  ),
  de(
    "Der Duft im ganzen Treppenhaus! Frau Schubert aus dem Vierten hat geklingelt.",
    "Nuri",
    "brot.mit.oeykue",
  ),
  de("Deine Dehnfalten haben mein Leben verändert. Also, die vom Teig.", null, "brot.mit.oeykue"),
  de("Für neues Mehl.", null, "brot.mit.oeykue"),

  de(
    "Endlich verstehe ich, warum ein Gletscher schwitzt. Danke für die Sache mit dem Raclette.",
    "Seraina",
    "klima.mit.reto",
  ),
  de(
    "Ich unterrichte Geografie in Chur und klaue bei dir. Das hier ist die Lizenzgebühr.",
    "Gian",
    "klima.mit.reto",
  ),
  de("Du machst mir Angst und Mut in einem Satz. Das schafft sonst niemand.", null, "klima.mit.reto"),

  de(
    "Ihr habt bei uns im Dorf gespielt, und mein Opa hat getanzt. Mein Opa tanzt nicht.",
    "Lisbeth",
    "blech.und.brause",
  ),
  de("Für Brunhilde. Möge sie anspringen. 🚌", "Die Pannenhilfe", "blech.und.brause"),
  de("Die Tuba im dritten Stück!!! Hab bis heute Gänsehaut.", null, "blech.und.brause"),

  de("Moin. Guter Stuhl.", "Hauke", "holzwurm.henrik"),
  de(
    "Ich hab meinem Sohn nach deinem Video ein Bett gebaut. Es wackelt nicht. ICH hab das gebaut!",
    "Daniela",
    "holzwurm.henrik",
  ),
  de("Niemand schweigt so schön wie du.", null, "holzwurm.henrik"),

  de(
    "Ich habe gegen meinen Schwiegervater gewonnen. Nach neunzehn Jahren. Mit dem Damengambit!",
    "Ulf",
    "suse.am.damenfluegel",
  ),
  de("Ein Bauer für dich, mehr hab ich nach der letzten Partie nicht übrig. ♟️", null, "suse.am.damenfluegel"),
  de("Mit 58 Schach gelernt, mit 59 im Verein. Danke, Suse.", "Rosemarie", "suse.am.damenfluegel"),

  de(
    "Wir lagen zu dritt auf einer Decke und haben den Saturn gesucht, genau wie du gesagt hast. Meine Kleine meinte: „Der hat ja wirklich Ohren.“",
    "Papa von Mila",
    "sternwarte.ottilie",
  ),
  de("Dein Satz über das alte Licht geht mir nicht mehr aus dem Kopf.", null, "sternwarte.ottilie"),
  de("Dir klaren Himmel! ✨", "Konrad", "sternwarte.ottilie"),

  de("Änne, die Ferse hält!", "Doreen", "aenne.strickt"),
  de("Beim Stricken die Masche verloren, beim Zuhören wiedergefunden.", null, "aenne.strickt"),
  de("Meine Enkel tragen jetzt alle Mützen. Auch drinnen. Auch im Juli.", "Oma Trudi", "aenne.strickt"),

  de(
    "Ich war sechzehn und allein in der Kleinstadt, und dann kamst du auf den Bildschirm, mit dieser Frisur. Heute bin ich zweiundzwanzig und nicht mehr allein.",
    null,
    "gitti.galaktisch",
  ),
  de("Die Schleppe! DIE SCHLEPPE! 💅", "Marcel", "gitti.galaktisch"),
  de(
    "Meine Mutter wollte erst nicht mit. Jetzt hängt euer Foto in ihrem Wohnzimmer, größer als meins.",
    "Jasmin",
    "gitti.galaktisch",
  ),

  de(
    "Seit ich dich höre, winke ich in Passau jedem Schlepper. Einer hat zurückgehupt!",
    "Xaver",
    "donaudampf",
  ),
  de("Das Kapitel an der Schleuse Melk hab ich dreimal gehört, wegen der Möwen.", null, "donaudampf"),

  de(
    "Ich war allein auf dem Amt und ich habe alles verstanden. Alles! Danke Jelena.",
    "Amina",
    "deutsch.mit.jelena",
  ),
  de(
    "Der Dativ ist jetzt mein Freund. Also: Ich gehe mit meinem Freund, dem Dativ, nach Hause.",
    "Hassan",
    "deutsch.mit.jelena",
  ),
  de(
    "Heute habe ich meinen ersten Witz auf Deutsch gemacht. Die Kollegen haben gelacht, aus Höflichkeit, aber immerhin!",
    "Beatriz",
    "deutsch.mit.jelena",
  ),

  de("Zum ersten Mal seit Wochen durchgeschlafen. Psst. Danke.", null, "knisterkeller"),
  de("Wie kann Seidenpapier so gemütlich klingen? 🕯️", "Philipp", "knisterkeller"),
];
