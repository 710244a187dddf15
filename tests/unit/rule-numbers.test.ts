import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../app/product-settings.ts";
import { i18nFor } from "../../locales/i18n.ts";
import { LANGUAGES, LOCALES } from "../../locales/index.ts";
import { ruleNumbers } from "../../locales/rule-numbers.ts";
import { allTextVariables } from "../../locales/server-numbers.ts";
import { textsOf, variables } from "../support/text-keys.ts";

/**
 * Digits that are a text's own: examples of what to type, names and numbers that others gave. The provider that lives
 * here counts for itself. All else comes from the rules, as {{rule.age}}.
 */
const DIGITS = {
  "account:edit.vatIdHelp": ["136695976"],
  "adminPayouts:batch.sha": ["256"],
  "adminPayouts:batch.resultsText": ["002"],
  // Statuses of HTTP, and values that the API gives and takes.
  "api:about.refusals.text": ["401", "403", "404", "409", "413", "422", "429"],
  "api:calls.getApiGrouplistSlug": ["1"],
  "api:calls.getApiUser": ["304"],
  "api:calls.getApiUserId": ["1", "404"],
  "api:calls.patchApiAccountPayoutType": ["1", "2"],
  "api:calls.postApiUserTributeIdOrder": ["0"],
  "bank:fault.mt940": ["940", "053"],
  "bank:fault.preliminary": ["052", "053"],
  "bank:fault.other_report": ["001"],
  "bank:fault.status_report": ["002"],
  "bank:fileHelp": ["053", "054"],
  "changes:fields.sha256": ["256"],
  // Discord keeps these as they are; and examples of amounts.
  "chatBot:commands.leaderboard.description": ["30"],
  "chatBot:commands.leaderboard.help": ["30"],
  "chatBot:commands.options.amount.description": ["5", "7.50"],
  "chatBot:commands.options.range.description": ["30"],
  "chatBot:commands.ranges.days": ["30"],
  "chatBot:replies.amount": ["5", "7.50"],
  "chatBot:replies.board.days": ["30"],
  // Apps show another code every 30 seconds (RFC 6238).
  "mailbox:operatorHelp": ["30"],
  // The directive's name.
  "admin:audit.sellers": ["7"],
  "desk:sellers.dac7": ["7"],
  "desk:sellers.dac7File": ["7"],
  "desk:sellers.dac7Test": ["7"],
  "desk:sellers.dac7TestFile": ["7"],
  "desk:sellers.title": ["7"],
  "errors:amount.invalid": ["12.50"],
  "errors:api.amount": ["12.50"],
  "errors:api.message_price": ["12.50"],
  "errors:item.comma": ["7.50"],
  "errors:message_price.invalid": ["12.50"],
  "errors:min_payout.invalid": ["200.50"],
  "errors:payout.minimum": ["12.50"],
  "errors:rules.figure": ["12.50"],
  "errors:overlay.unknown_format": ["3"],
  "errors:payout.bic": ["8", "11"],
  "corrections:amountHelp": ["5.00"],
  "errors:correction.amount": ["5.00"],
  "errors:providerReport.amount": ["5.00"],
  "errors:refund.amount": ["12.50"],
  "errors:settlement.amount": ["12.50"],
  "errors:settlement.date": ["2026", "11", "30"],
  "overlay:address.text": ["800", "600"],
  "overlay:style.fileHelp": ["3"],
  "settlements:columnsOfOthers": ["2026", "11", "30"],
  "statistics:period.12months": ["12"],
  "statistics:period.30days": ["30"],
  "tip:price.rate": ["1"],
};

/** As in locales/browser.ts. */
const OF_SERVER = /^(?:api|connected|direct|faq|home|legal|mail|mailbox|redeem|sandbox):/;

const CITED =
  /\/imprint2|(Art\.|§) \d+((\(\d\)|,? (Abs\. \d|and|to|bis|und|lit\. [a-f]( und f)?)|\([a-f]\)| \d+|( and \([a-f]\))))*|WCAG [\d.]+|EN \d+ \d+|\d[.,]\d (to|zu) \d|\d+ DSA/g;

describe("the texts", () => {
  it.each(LOCALES)("the texts take numbers from the rules, and have few of their own: %s", (locale) => {
    const found = [...textsOf(locale)].flatMap(([key, written]) => {
      let text = written;
      if (key.startsWith("sandbox:")) return [];
      // Laws and standards are cited as they are written.
      if (/^(legal|report):/.test(key)) text = text.replace(CITED, "");
      const digits = text.replace(/\{\{[^}]*\}\}/g, "").match(/\d[\d.,]*\d|\d/g) ?? [];
      return digits.length === 0 ? [] : [[key, digits.map((each) => each.replace(",", "."))]];
    });
    expect(Object.fromEntries(found)).toEqual(DIGITS);
  });

  it("the texts name no number that is not among those of the rules, and every one of those", () => {
    const known = Object.keys(allTextVariables("en", defaultSettings).rule).map((name) => `rule.${name}`);
    const named = [...textsOf("en").values()].flatMap(variables).filter((name) => name.startsWith("rule."));
    expect([...new Set(named)].sort()).toEqual(known.sort());
  });

  it.each(LOCALES)("the texts that browsers load name only numbers that browsers know: %s", (locale) => {
    const known = new Set(
      Object.keys(ruleNumbers(LANGUAGES[locale].tag, defaultSettings.rules.tip)).map(
        (name) => `rule.${name}`,
      ),
    );
    const loaded = [...textsOf(locale)].filter(([key]) => !OF_SERVER.test(key));
    expect(loaded.length).toBeGreaterThan(1000);
    const named = loaded.flatMap(([, text]) => variables(text)).filter((name) => name.startsWith("rule."));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it("the texts write numbers as their language does, without being told them", () => {
    expect(i18nFor("en").t("errors:reply.long")).toBe("At most 1,000 characters");
    expect(i18nFor("de").t("errors:reply.long")).toBe("Höchstens 1.000 Zeichen");
    expect(i18nFor("en").t("mail:register.validity")).toBe("The link works once, for 24 hours.");
  });
});
