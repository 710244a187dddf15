import type { XmlElement } from "../http/strict-xml.ts";

/**
 * Reads a message of the DPI XML schema 1.0 as strictly as the schema: elements in their order and number, attributes,
 * patterns and lists. Written from the published schema, not from what makes the message.
 */

/** What an element may hold: text of a form, or elements in a sequence, each with how often it may come. */
type Content =
  | { text: RegExp; attributes?: Record<string, RegExp>; required?: string[] }
  | { sequence: Part[] };
type Part = [name: string, times: "1" | "?" | "*" | "+", content: Content] | { choice: Part[] };

const text = (
  pattern: RegExp,
  attributes: Record<string, RegExp> = {},
  required: string[] = [],
): Content => ({
  ...{ text: pattern, attributes, required },
});
const seq = (...sequence: Part[]): Content => ({ sequence });

const LINE = /^[\s\S]{1,200}$/;
const FREE = /^[\s\S]{1,4000}$/;
const COUNTRY = /^[A-Z]{2}$/;
const INTEGER = /^-?\d+$/;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/;
const BOOLEAN = /^(?:true|false|1|0)$/;
const country = text(COUNTRY);
const line = text(LINE);
const tin = text(/^[\s\S]{0,200}$/, { issuedBy: COUNTRY, unknown: BOOLEAN });

const docSpec = seq(
  ["stf:DocTypeIndic", "1", text(/^OECD(?:[0-3]|1[0-3])$/)],
  ["stf:DocRefId", "1", line],
  ["stf:CorrDocRefId", "?", line],
);

const addressFix = seq(
  ...[
    "Street",
    "BuildingIdentifier",
    "SuiteIdentifier",
    "FloorIdentifier",
    "DistrictName",
    "POB",
    "PostCode",
  ].map((name): Part => [`dpi:${name}`, "?", line]),
  ["dpi:City", "1", line],
  ["dpi:CountrySubentity", "?", line],
);
const address = seq(["dpi:CountryCode", "1", country], {
  choice: [
    ["dpi:AddressFree", "1", text(FREE)],
    ["dpi:AddressFix", "1", addressFix],
  ],
});

const personName = seq(
  ["dpi:PrecedingTitle", "?", line],
  ["dpi:Title", "*", line],
  ["dpi:FirstName", "1", text(LINE, { xnlNameType: LINE })],
  ["dpi:MiddleName", "*", text(LINE, { xnlNameType: LINE })],
  ["dpi:NamePrefix", "?", line],
  ["dpi:LastName", "1", text(LINE, { xnlNameType: LINE })],
  ["dpi:GenerationIdentifier", "*", line],
  ["dpi:Suffix", "*", line],
  ["dpi:GeneralSuffix", "?", line],
);

const birthPlace = seq(
  ["dpi:City", "1", line],
  ["dpi:CitySubentity", "?", line],
  [
    "dpi:CountryInfo",
    "1",
    seq({
      choice: [
        ["dpi:CountryCode", "1", country],
        ["dpi:FormerCountryName", "1", line],
      ],
    }),
  ],
);

const person = seq(
  ["dpi:ResCountryCode", "+", country],
  ["dpi:TIN", "+", tin],
  ["dpi:VAT", "?", line],
  ["dpi:Name", "+", personName],
  ["dpi:Address", "+", address],
  ["dpi:Nationality", "*", country],
  ["dpi:BirthInfo", "1", seq(["dpi:BirthDate", "1", text(DATE)], ["dpi:BirthPlace", "?", birthPlace])],
);

const organisation: Part[] = [
  ["dpi:ResCountryCode", "*", country],
  ["dpi:TIN", "+", tin],
  ["dpi:IN", "*", text(LINE, { issuedBy: COUNTRY, INType: /^(?:LEI|EIN|IIN|BRN|Other)$/ }, ["INType"])],
  ["dpi:VAT", "?", line],
  ["dpi:Name", "+", line],
  ["dpi:PlatformBusinessName", "*", line],
  ["dpi:Address", "+", address],
  ["dpi:Nexus", "?", text(/^RPONEX[1-5]$/)],
  ["dpi:AssumedReporting", "?", text(BOOLEAN)],
];

const money = text(INTEGER, { currCode: /^[A-Z]{3}$/ }, ["currCode"]);
const quarters = (prefix: string, content: Content) =>
  seq(...[1, 2, 3, 4].map((quarter): Part => [`dpi:${prefix}Q${quarter}`, "1", content]));
const activities = seq(
  ["dpi:Consideration", "1", quarters("Cons", money)],
  ["dpi:NumberOfActivities", "1", quarters("Numb", text(INTEGER))],
  ["dpi:Fees", "1", quarters("Fees", money)],
  ["dpi:Taxes", "1", quarters("Tax", money)],
);

const financial: Part = [
  "dpi:FinancialIdentifier",
  "*",
  seq(
    ["dpi:Identifier", "1", text(LINE, { AccountNumberType: LINE })],
    ["dpi:AccountHolderName", "?", line],
    ["dpi:OtherInfo", "?", text(/^[\s\S]{1,400}$/)],
  ),
];

const seller = seq(
  [
    "dpi:Identity",
    "1",
    seq({
      choice: [
        [
          "dpi:EntitySeller",
          "1",
          seq(["dpi:Standard", "1", seq(["dpi:EntSellerID", "1", seq(...organisation)], financial)]),
        ],
        [
          "dpi:IndividualSeller",
          "1",
          seq(["dpi:Standard", "1", seq(["dpi:IndSellerID", "1", person], financial)]),
        ],
      ],
    }),
  ],
  [
    "dpi:RelevantActivities",
    "1",
    seq(
      ["dpi:PersonalServices", "?", activities],
      ["dpi:SaleOfGoods", "?", activities],
      ["dpi:TransportationRental", "?", activities],
    ),
  ],
  ["dpi:DocSpec", "1", docSpec],
);

const messageSpec = seq(
  ["dpi:SendingEntityIN", "?", line],
  ["dpi:TransmittingCountry", "1", country],
  ["dpi:ReceivingCountry", "1", country],
  ["dpi:MessageType", "1", text(/^DPI$/)],
  ["dpi:Warning", "?", text(FREE)],
  ["dpi:Contact", "?", text(FREE)],
  ["dpi:MessageRefId", "1", text(/^[\s\S]{1,170}$/)],
  ["dpi:MessageTypeIndic", "1", text(/^DPI40[1-3]$/)],
  ["dpi:ReportingPeriod", "1", text(DATE)],
  ["dpi:Timestamp", "1", text(MOMENT)],
);

const message = seq(
  ["dpi:MessageSpec", "1", messageSpec],
  [
    "dpi:DPIBody",
    "+",
    seq(
      ["dpi:PlatformOperator", "1", seq(...organisation, ["dpi:DocSpec", "1", docSpec])],
      ["dpi:ReportableSeller", "*", seller],
    ),
  ],
);

/** Every way in which a message breaks the schema; empty for one that holds to it. */
export function dpiFaults(document: XmlElement): string[] {
  const { name, attributes } = document;
  const namespaces = { "xmlns:dpi": "urn:oecd:ties:dpi:v1", "xmlns:stf": "urn:oecd:ties:dpistf:v1" };
  const root = JSON.stringify({ name, ...attributes });
  const wanted = JSON.stringify({ name: "dpi:DPI_OECD", ...namespaces, version: "1.0" });
  return [
    ...(root === wanted ? [] : [`the root is ${root}`]),
    ...faultsIn({ ...document, attributes: {} }, message),
  ];
}

function faultsIn(element: XmlElement, content: Content): string[] {
  const { name, attributes, children } = element;
  if ("text" in content) {
    const { attributes: known = {}, required = [] } = content;
    return [
      ...(children.length > 0 ? [`${name} has elements`] : []),
      ...(content.text.test(element.text) ? [] : [`${name} is "${element.text}"`]),
      ...Object.entries(attributes)
        .filter(([key, value]) => !known[key]?.test(value))
        .map(([key, value]) => `${name} has ${key}="${value}"`),
      ...required.filter((key) => !(key in attributes)).map((key) => `${name} has no ${key}`),
    ];
  }
  const odd = [...Object.keys(attributes), ...(element.text.trim() === "" ? [] : ["text"])];
  const left = [...children];
  const faults = content.sequence.flatMap((part) => takePart(name, part, left));
  return [
    ...odd.map((what) => `${name} has ${what}`),
    ...faults,
    ...left.map((each) => `${name} has ${each.name}`),
  ];
}

/** Takes what a part of a sequence allows from the front of what is left. */
function takePart(parent: string, part: Part, left: XmlElement[]): string[] {
  if ("choice" in part) {
    const chosen = part.choice.find((each) => !("choice" in each) && each[0] === left[0]?.name);
    return chosen ? takePart(parent, chosen, left) : [`${parent} has none of a choice`];
  }
  const [name, times, content] = part;
  const faults: string[] = [];
  let count = 0;
  const most = times === "1" || times === "?" ? 1 : Number.POSITIVE_INFINITY;
  for (; left[0]?.name === name && count < most; count += 1) {
    const element = left.shift();
    if (element) faults.push(...faultsIn(element, content));
  }
  if (count === 0 && (times === "1" || times === "+")) faults.push(`${parent} has no ${name}`);
  return faults;
}
