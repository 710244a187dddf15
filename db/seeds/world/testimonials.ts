export interface DemoTestimonial {
  readonly creator: string;
  readonly role: "creator" | "fan";
  readonly en: string;
  readonly de: string;
}

export const demoTestimonials: readonly DemoTestimonial[] = [
  {
    creator: "joerdis",
    role: "creator",
    en: "At first I thought it was about money. Then I read the messages, and now I know for whom I play when the kitchen is empty.",
    de: "Erst dachte ich, es geht ums Geld. Dann hab ich die Nachrichten gelesen, und jetzt weiß ich, für wen ich spiele, wenn die Küche leer ist.",
  },
  {
    creator: "brot.mit.oeykue",
    role: "fan",
    en: "My third loaf was the first that we could eat. I paid her a bag of flour from my phone before it had cooled down.",
    de: "Mein drittes Brot war das erste, das man essen konnte. Es war noch warm, da hatte ich ihr schon einen Sack Mehl spendiert, vom Handy aus.",
  },
  {
    creator: "sam.builds.mods",
    role: "creator",
    en: "Nobody has to make an account to buy me a pizza. On patch day I get eleven, and I only had to ask once.",
    de: "Wer mir eine Pizza ausgeben will, braucht kein Konto. Am Patch-Tag sind es elf, und ich musste nur einmal fragen.",
  },
  {
    creator: "imkerei.hollerbusch",
    role: "fan",
    en: "I could see what the fee was before I paid, and that Fritzi got all of the ten euros. She wrote back, with a bee.",
    de: "Ich hab vor dem Bezahlen gesehen, was die Gebühr kostet und dass Fritzi die ganzen zehn Euro bekommt. Sie hat zurückgeschrieben, mit Biene.",
  },
  {
    creator: "gitti.galaktisch",
    role: "creator",
    en: "Applause is lovely, but it does not pay for ten metres of sequins. This does both.",
    de: "Applaus ist herrlich, aber davon kaufst du keine zehn Meter Pailletten. Hier bekomme ich beides.",
  },
  {
    creator: "otis.on.the.porch",
    role: "fan",
    en: "I sent five dollars and a song title from a bus in Ohio. Twenty minutes later he played it, and he said my name right.",
    de: "Ich hab aus einem Bus in Ohio fünf Dollar und einen Liedtitel geschickt. Zwanzig Minuten später hat er es gespielt, und meinen Namen hat er auch richtig gesagt.",
  },
];
