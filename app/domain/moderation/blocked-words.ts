const BLOCKED = [
  "arse?holes?|assholes?",
  "bastards?",
  "bitch(?:es)?",
  "cunts?",
  "faggots?",
  "motherfuckers?|motherfucking",
  "niggers?",
  "retarded|retards",
  "sluts|slutty",
  "whores?",
  "fuck (?:you|u|off|yourself|yourselves)|go fuck yourself",
  "kill (?:yourself|yourselves|urself)",
  "hang yourself",
  "(?:will|gonna|going to|'ll) (?:kill|rape|murder|stab) (?:you|u)",
  "(?:hope|wish) (?:that )?(?:you|u) (?:die|get raped|get killed|burn)",
  "know where (?:you|u) live",
  "send (?:me )?(?:your )?nudes",
  "child porn(?:ography)?",
  "gas the \\p{L}+",
  "sieg heil|heil hitler",
  "arschl(?:o|ö|oe)ch(?:er|ern|s)?",
  "fotzen?",
  "hurens(?:o|ö|oe)hn(?:e|en|s)?|huren",
  "missgeburt(?:en)?",
  "nutten?",
  "schlampen?",
  "schwuchteln?",
  "kanaken?",
  "spasti?s?",
  "wichsern?|wi(?:chs|xx)er",
  "fick(?:t)? (?:dich|euch)",
  "verrecke?(?:n|t)?(?! (?:bitte )?nicht vor)",
  "kinderporno(?:s|graf\\p{L}+|graph\\p{L}+)?",
  "(?:t(?:ö|oe)te|ersteche|erschie(?:ß|ss)e|vergewaltige?) (?:dich|euch)",
  "h(?:ä|ae)ng(?:t)? (?:dich|euch) auf",
  // "um 18 Uhr" is a time.
  `bring(?:e|t)? (?:dich|euch) um(?! (?:\\p{N}|\\p{L}+ uhr|halb|viertel|mitternacht|punkt|kurz))`,
  "(?:stech(?:e)?|mach(?:e)?|knall(?:e)?) (?:dich|euch) (?:ab|kalt)",
  "wo (?:du wohnst|ihr wohnt)",
  "vergasen",
  "geh (?:doch )?sterben",
] as const;

/** Harmless in another language: blocked beside a word of their own, or alone. */
const BLOCKED_IN_CONTEXT = [
  {
    words: "retard|slut|kys",
    beside: "you|you're|youre|your|u|ur|such|are|is|the|and|fucking|stupid|dumb|what|he|she|they|go|just",
  },
  { words: "hure", beside: "du|ihr|dich|euch|dumme?|eine?|so|die|der|ist|bist|alte|verpiss" },
] as const;

const APART = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){2,}(?![\p{L}\p{N}])/gu;

const SIGNS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "!": "i",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
};
const SIGN_IN_WORD = /(?<=\p{L})[01!34@5$](?=\p{L})/gu;

const whole = (sources: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources})(?![\\p{L}\\p{N}])`, "u");
const blocked = whole(BLOCKED.join("|"));
const inContext = BLOCKED_IN_CONTEXT.map(({ words, beside }) => ({
  word: whole(words),
  beside: whole(beside),
  alone: new RegExp(`^[^\\p{L}]*(?:${words})[^\\p{L}]*$`, "u"),
}));

export function hasBlockedWord(text: string): boolean {
  const lower = text.toLowerCase();
  const spaced = lower.replace(/[^\p{L}\p{N}']+/gu, " ");
  const joined = lower.replace(APART, (letters) => letters.replace(/[^\p{L}]/gu, ""));
  const plain = lower.replace(SIGN_IN_WORD, (sign) => SIGNS[sign] ?? sign);
  if ([spaced, joined, plain].some((each) => blocked.test(each))) return true;
  return inContext.some(
    ({ word, beside, alone }) => word.test(spaced) && (beside.test(spaced) || alone.test(lower)),
  );
}
