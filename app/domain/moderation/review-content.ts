import { createHash } from "node:crypto";
import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { productRules } from "../../product-rules.ts";
import { latinDigit } from "../money/typed-figures.ts";

const REVIEW_REASONS = [
  "image",
  "blocked_word",
  "link",
  "phone_number",
  "iban",
  "removed",
  "always",
] as const;

export type ReviewReason = (typeof REVIEW_REASONS)[number];

export function readReviewReason(kept: string | null): ReviewReason | null {
  return REVIEW_REASONS.find((each) => each === kept) ?? null;
}

export const REVIEW_VIEWS = ["queue", "recent", "declined"] as const;

export type ReviewView = (typeof REVIEW_VIEWS)[number];

export function reviewDue(since: Date): Date {
  return new Date(since.getTime() + productRules.review_hours * 3_600_000);
}

const PHONE = /(?:\+|\b00|\b0)(?:[\s()/._\p{Pd}]{0,3}\d){8,}/u;

/** For mails in our name: digits as words, any separators. */
const ANY_PHONE = /(?:\+|\b0)(?:[^\p{L}\p{N}]{0,5}\d){8,}/u;

const DIGIT_WORDS = new Map(
  [
    ["zero", "null"],
    ["one", "eins"],
    ["two", "zwei", "zwo"],
    ["three", "drei"],
    ["four", "vier"],
    ["five", "fünf", "fuenf"],
    ["six", "sechs"],
    ["seven", "sieben"],
    ["eight", "acht"],
    ["nine", "neun"],
  ].flatMap((words, digit) => words.map((word) => [word, String(digit)] as const)),
);

/** Dates, times, decimals and parcel numbers. */
const OTHER_NUMBERS = [
  /(?<![\d+])\d{16,}(?!\d)/g,
  /\b(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|[12]\d|3[01])\1(?:(?:19|20)\d{2}|\d{2}(?![./-]?\d))\b/g,
  /\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/g,
  /\b(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?\b/g,
  /(?<![\d.+/-]|\d )(?:0|[1-9]\d{0,2})\.\d{1,2}(?![\d.])/g,
];

function withoutOtherNumbers(text: string): string {
  return OTHER_NUMBERS.reduce((rest, pattern) => rest.replace(pattern, "x"), text);
}

/** Null: shown at once. Money is never held up. */
export function reviewContent(content: {
  texts: readonly (string | null)[];
  has_image: boolean;
  is_strict?: boolean;
  /** Waits whatever it says; other reasons are not checked. */
  is_always?: boolean;
}): ReviewReason | null {
  const texts = content.texts.filter((part) => part !== null);
  const text = texts
    .join("\n")
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{DI}]/gu, "")
    .replace(/\p{Nd}/gu, latinDigit);
  if (content.is_always && (content.has_image || text.trim() !== "")) return "always";
  if (hasIban(text)) return "iban";
  if (hasLink(text, content.is_strict)) return "link";
  if (PHONE.test(withoutOtherNumbers(text))) return "phone_number";
  if (content.is_strict && hasAnyPhone(text)) return "phone_number";
  if (content.is_strict && hasWallet(text)) return "iban";
  if (hasBlockedWord(text)) return "blocked_word";
  return content.has_image ? "image" : null;
}

function hasAnyPhone(text: string): boolean {
  const digits = withoutOtherNumbers(text).replace(/\p{L}+/gu, (word) =>
    /^plus$/i.test(word) ? "+" : (DIGIT_WORDS.get(word.toLowerCase()) ?? word),
  );
  return ANY_PHONE.test(digits);
}

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

function hasBlockedWord(text: string): boolean {
  const lower = text.toLowerCase();
  const spaced = lower.replace(/[^\p{L}\p{N}']+/gu, " ");
  const joined = lower.replace(APART, (letters) => letters.replace(/[^\p{L}]/gu, ""));
  const plain = lower.replace(SIGN_IN_WORD, (sign) => SIGNS[sign] ?? sign);
  if ([spaced, joined, plain].some((each) => blocked.test(each))) return true;
  return inContext.some(
    ({ word, beside, alone }) => word.test(spaced) && (beside.test(spaced) || alone.test(lower)),
  );
}

const LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
    chars === null ? [] : [[country, chars]],
  ),
);

const TWINS = ["АВСЕНІЈКМОРЅТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABCEHIJKMOPSTXABEZHIKMNOPTYX"] as const;
const TWIN = new RegExp(`[${TWINS[0]}]`, "g");

function hasIban(text: string): boolean {
  const joined = text
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase()
    .replace(TWIN, (letter) => TWINS[1][TWINS[0].indexOf(letter)] ?? letter);
  return [...joined.matchAll(/(?=([A-Z]{2})\d\d)/g)].some(({ index, 1: country = "" }) => {
    const length = LENGTHS.get(country);
    return length !== undefined && isValidIBAN(joined.slice(index, index + length));
  });
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function hasWallet(text: string): boolean {
  const joined = text.replace(/[^A-Za-z0-9]/g, "");
  if (/0x[0-9a-f]{40}/i.test(joined)) return true;
  const small = joined.toLowerCase();
  return (
    [...joined.matchAll(/[13]/g)].some(({ index }) => startsWithBase58(joined.slice(index, index + 35))) ||
    [...small.matchAll(/bc1/g)].some(({ index }) => startsWithBech32(small.slice(index, index + 62)))
  );
}

function startsWithBase58(text: string): boolean {
  const letters = /^[1-9A-HJ-NP-Za-km-z]*/.exec(text)?.[0] ?? "";
  for (let length = 26; length <= letters.length; length += 1)
    if (isBase58Check(letters.slice(0, length))) return true;
  return false;
}

function isBase58Check(text: string): boolean {
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(BASE58.indexOf(letter));
  const hex = value.toString(16);
  if (hex.length > 50) return false;
  const bytes = Buffer.from(hex.padStart(50, "0"), "hex");
  const hash = (data: Buffer) => createHash("sha256").update(data).digest();
  return hash(hash(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21));
}

function startsWithBech32(text: string): boolean {
  return [42, 62].some((length) => text.length >= length && isBech32(text.slice(3, length)));
}

function isBech32(letters: string): boolean {
  let sum = 1;
  for (const value of [3, 3, 0, 2, 3, ...[...letters].map((letter) => BECH32.indexOf(letter))]) {
    if (value < 0) return false;
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, part] of GENERATOR.entries()) if ((top >>> bit) & 1) sum ^= part;
  }
  return sum === 1 || sum === 0x2bc830a3;
}

const PLAIN =
  /\bhttps?:[\\/]|\b[a-z][a-z0-9+-]{1,9}:\/\/|\b(?:\d{1,3}\.){3}\d{1,3}\b|\bwww\.|\b[a-z0-9-]{2,}\.(?:com|de|net|org|io|me|gg|tv|xyz|info|biz|ru|at|ch|co|app|link)\b|\b[a-z0-9]\.(?:com|net|org)\b/i;

const MAIL = /[\p{L}\p{N}]@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/u;

const BRACKETED_DOT = /\s*[[({<]\s*(?:\.|dot|punkt)\s*[\])}>]\s*/gi;
const SPOKEN = /[\p{L}\p{N}]\s+(?:dot\s+|punkt\s+|\.\s*)(?:com|net|org|de)(?![\p{L}\p{N}])/iu;

const DOTTED =
  /(?<![\p{L}\p{N}.-])((?:[\p{L}\p{N}][\p{L}\p{N}-]*\.)+\p{L}{2,63})(?![\p{L}\p{N}-])([/?#]|:\d)?/gu;

/** Endings that are words: "danke.so schön" is no link. */
const WORDS = new Set(
  "all am art as be best by cool day do es fan fun here how im in is ist it jetzt la life live love man med mit my new news no now one plus pro ps re red run sa save se show si so team tips to today top uno us vet vg vote win work world wow you zero".split(
    " ",
  ),
);

const PRODUCTS = /\b(?:asp|ado|vb)\.net\b(?![/?#:])/gi;

/** Doubtful full stops count with `isStrict`, or before a capital letter. */
function hasLink(given: string, isStrict = false): boolean {
  // Browsers take CJK full stops for dots.
  const text = given.replace(/[。｡]/g, ".").replace(BRACKETED_DOT, ".").replace(PRODUCTS, " ");
  return (
    [PLAIN, MAIL, SPOKEN].some((link) => link.test(text)) ||
    [...text.matchAll(DOTTED)].some((match) => isHost(match, isStrict))
  );
}

function isHost([, host = "", following]: RegExpMatchArray, isStrict: boolean): boolean {
  const labels = host.split(".");
  return labels.some((label, index) => {
    const before = labels[index - 1];
    const isLatin = /\p{Script=Latin}/u.test(label);
    const isWord = WORDS.has(label.toLowerCase());
    if (before === undefined || (isLatin && !TOP_LEVEL_DOMAINS.has(label.toLowerCase()))) return false;
    const isSentence =
      /^\p{Lu}\p{Ll}*$/u.test(label) &&
      host !== host.toUpperCase() &&
      [...before].length > 1 &&
      !/[\d-]/.test(before);
    if (isSentence && (!isStrict || (isWord && following === undefined))) return false;
    if (following !== undefined && index === labels.length - 1) return true;
    if (isStrict) return true;
    if (!isLatin || [...before].length < 2) return false;
    return !isWord || index > 1 || /[\d-]/.test(before);
  });
}

/** IANA's, from tlds 1.261.0. "https://" or "www." find newer ones. */
const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(
  `
aaa aarp abb abbott abbvie abc able abogado abudhabi ac academy accenture accountant accountants aco actor ad
ads adult ae aeg aero aetna af afl africa ag agakhan agency ai aig airbus airforce airtel akdn al alibaba alipay
allfinanz allstate ally alsace alstom am amazon americanexpress americanfamily amex amfam amica amsterdam
analytics android anquan anz ao aol apartments app apple aq aquarelle ar arab aramco archi army arpa art arte as
asda asia associates at athleta attorney au auction audi audible audio auspost author auto autos aw aws ax axa
az azure ba baby baidu banamex band bank bar barcelona barclaycard barclays barefoot bargains baseball
basketball bauhaus bayern bb bbc bbt bbva bcg bcn bd be beats beauty beer berlin best bestbuy bet bf bg bh
bharti bi bible bid bike bing bingo bio biz bj black blackfriday blockbuster blog bloomberg blue bm bms bmw bn
bnpparibas bo boats boehringer bofa bom bond boo book booking bosch bostik boston bot boutique box br bradesco
bridgestone broadway broker brother brussels bs bt build builders business buy buzz bv bw by bz bzh ca cab cafe
cal call calvinklein cam camera camp canon capetown capital capitalone car caravan cards care career careers
cars casa case cash casino cat catering catholic cba cbn cbre cc cd center ceo cern cf cfa cfd cg ch chanel
channel charity chase chat cheap chintai christmas chrome church ci cipriani circle cisco citadel citi citic
city ck cl claims cleaning click clinic clinique clothing cloud club clubmed cm cn co coach codes coffee college
cologne com commbank community company compare computer comsec condos construction consulting contact
contractors cooking cool coop corsica country coupon coupons courses cpa cr credit creditcard creditunion
cricket crown crs cruise cruises cu cuisinella cv cw cx cy cymru cyou cz dad dance data date dating datsun day
dclk dds de deal dealer deals degree delivery dell deloitte delta democrat dental dentist desi design dev dhl
diamonds diet digital direct directory discount discover dish diy dj dk dm dnp do docs doctor dog domains dot
download drive dtv dubai dupont durban dvag dvr dz earth eat ec eco edeka edu education ee eg email emerck
energy engineer engineering enterprises epson equipment er ericsson erni es esq estate et eu eurovision eus
events exchange expert exposed express extraspace fage fail fairwinds faith family fan fans farm farmers fashion
fast fedex feedback ferrari ferrero fi fidelity fido film final finance financial fire firestone firmdale fish
fishing fit fitness fj fk flickr flights flir florist flowers fly fm fo foo food football ford forex forsale
forum foundation fox fr free fresenius frl frogans frontier ftr fujitsu fun fund furniture futbol fyi ga gal
gallery gallo gallup game games gap garden gay gb gbiz gd gdn ge gea gent genting george gf gg ggee gh gi gift
gifts gives giving gl glass gle global globo gm gmail gmbh gmo gmx gn godaddy gold goldpoint golf goo goodyear
goog google gop got gov gp gq gr grainger graphics gratis green gripe grocery group gs gt gu gucci guge guide
guitars guru gw gy hair hamburg hangout haus hbo hdfc hdfcbank health healthcare help helsinki here hermes
hiphop hisamitsu hitachi hiv hk hkt hm hn hockey holdings holiday homedepot homegoods homes homesense honda
horse hospital host hosting hot hotels hotmail house how hr hsbc ht hu hughes hyatt hyundai ibm icbc ice icu id
ie ieee ifm ikano il im imamat imdb immo immobilien in inc industries infiniti info ing ink institute insurance
insure int international intuit investments io ipiranga iq ir irish is ismaili ist istanbul it itau itv jaguar
java jcb je jeep jetzt jewelry jio jll jm jmp jnj jo jobs joburg jot joy jp jpmorgan jprs juegos juniper kaufen
kddi ke kerryhotels kerryproperties kfh kg kh ki kia kids kim kindle kitchen kiwi km kn koeln komatsu kosher kp
kpmg kpn kr krd kred kuokgroup kw ky kyoto kz la lacaixa lamborghini lamer land landrover lanxess lasalle lat
latino latrobe law lawyer lb lc lds lease leclerc lefrak legal lego lexus lgbt li lidl life lifeinsurance
lifestyle lighting like lilly limited limo lincoln link live living lk llc llp loan loans locker locus lol
london lotte lotto love lpl lplfinancial lr ls lt ltd ltda lu lundbeck luxe luxury lv ly ma madrid maif maison
makeup man management mango map market marketing markets marriott marshalls mattel mba mc mckinsey md me med
media meet melbourne meme memorial men menu merckmsd mg mh miami microsoft mil mini mint mit mitsubishi mk ml
mlb mls mm mma mn mo mobi mobile moda moe moi mom monash money monster mormon mortgage moscow moto motorcycles
mov movie mp mq mr ms msd mt mtn mtr mu museum music mv mw mx my mz na nab nagoya name navy nba nc ne nec net
netbank netflix network neustar new news next nextdirect nexus nf nfl ng ngo nhk ni nico nike nikon ninja nissan
nissay nl no nokia norton now nowruz nowtv np nr nra nrw ntt nu nyc nz obi observer office okinawa olayan
olayangroup ollo om omega one ong onl online ooo open oracle orange org organic origins osaka otsuka ott ovh pa
page panasonic paris pars partners parts party pay pccw pe pet pf pfizer pg ph pharmacy phd philips phone photo
photography photos physio pics pictet pictures pid pin ping pink pioneer pizza pk pl place play playstation
plumbing plus pm pn pnc pohl poker politie porn post pr praxi press prime pro prod productions prof progressive
promo properties property protection pru prudential ps pt pub pw pwc py qa qpon quebec quest racing radio re
read realestate realtor realty recipes red redumbrella rehab reise reisen reit reliance ren rent rentals repair
report republican rest restaurant review reviews rexroth rich richardli ricoh ril rio rip ro rocks rodeo rogers
room rs rsvp ru rugby ruhr run rw rwe ryukyu sa saarland safe safety sakura sale salon samsclub samsung sandvik
sandvikcoromant sanofi sap sarl sas save saxo sb sbi sbs sc scb schaeffler schmidt scholarships school schule
schwarz science scot sd se search seat secure security seek select sener services seven sew sex sexy sfr sg sh
shangrila sharp shell shia shiksha shoes shop shopping shouji show si silk sina singles site sj sk ski skin sky
skype sl sling sm smart smile sn sncf so soccer social softbank software sohu solar solutions song sony soy spa
space sport spot sr srl ss st stada staples star statebank statefarm stc stcgroup stockholm storage store stream
studio study style su sucks supplies supply support surf surgery suzuki sv swatch swiss sx sy sydney systems sz
tab taipei talk taobao target tatamotors tatar tattoo tax taxi tc tci td tdk team tech technology tel temasek
tennis teva tf tg th thd theater theatre tiaa tickets tienda tips tires tirol tj tjmaxx tjx tk tkmaxx tl tm
tmall tn to today tokyo tools top toray toshiba total tours town toyota toys tr trade trading training travel
travelers travelersinsurance trust trv tt tube tui tunes tushu tv tvs tw tz ua ubank ubs ug uk unicom university
uno uol ups us uy uz va vacations vana vanguard vc ve vegas ventures verisign versicherung vet vg vi viajes
video vig viking villas vin vip virgin visa vision viva vivo vlaanderen vn vodka volvo vote voting voto voyage
vu wales walmart walter wang wanggou watch watches weather weatherchannel webcam weber website wed wedding weibo
weir wf whoswho wien wiki williamhill win windows wine winners wme wolterskluwer woodside work works world wow
ws wtc wtf xbox xerox xihuan xin xxx xyz yachts yahoo yamaxun yandex ye yodobashi yoga yokohama you youtube yt
yun za zappos zara zero zip zm zone zuerich zw
`
    .trim()
    .split(/\s+/),
);
