import { expect, test } from "vitest";
import {
  countMissing,
  judgeReadiness,
  type ReadinessFacts,
  type ReadinessStep,
} from "../../app/domain/settings/readiness.ts";
import { readConfig } from "../../app/server/config.server.ts";
import { LIVE_SETTINGS } from "../support/http/live-settings.ts";
import { TEST_SECRETS } from "../support/http/product.ts";

const READY: ReadinessFacts = {
  is_brand_saved: true,
  unfit_variables: [],
  template_pages: 0,
  providers: ["stripe"],
  last_event_at: new Date(),
  has_mail_server: true,
  mail: { state: "sent" },
  has_own_payout_account: true,
  are_rates_fetched: true,
  has_old_rates: false,
  approvers: 2,
  needs_second_operator: true,
};

const missing = (facts: Partial<ReadinessFacts>) =>
  judgeReadiness({ ...READY, ...facts }).filter(({ is_done }) => !is_done);

const LACKS: readonly [ReadinessStep, Partial<ReadinessFacts>][] = [
  ["brand", { is_brand_saved: false }],
  ["legal", { unfit_variables: ["OPERATOR_NAME"] }],
  ["words", { template_pages: 1 }],
  ["provider", { providers: [] }],
  ["provider", { providers: ["stripe", "sandbox"] }],
  ["events", { last_event_at: null }],
  ["mail", { has_mail_server: false }],
  ["mail", { mail: { state: "none" } }],
  ["mail", { mail: { state: "waiting" } }],
  ["mail", { mail: { state: "failing", reason: "451" } }],
  ["mail", { unfit_variables: ["MAIL_FROM"] }],
  ["payout_account", { has_own_payout_account: false }],
  ["rates", { are_rates_fetched: false }],
  ["rates", { has_old_rates: true }],
  ["operators", { approvers: 1 }],
];

test.for(LACKS)("%s alone is missing with %o", ([step, facts]) => {
  expect(missing(facts).map((item) => item.step)).toEqual([step]);
});

test("nothing is missing when all is set, or when one operator works alone", () => {
  expect(countMissing(judgeReadiness(READY))).toBe(0);
  expect(missing({ approvers: 1, needs_second_operator: false })).toEqual([]);
});

test("each missing step names a page or variables", () => {
  for (const [, facts] of LACKS)
    for (const { page, variables } of missing(facts)) expect(page ?? variables[0]).toBeTruthy();
});

test("a demo lacks what live mode asks for, a live installation none of it", () => {
  const demo = readConfig({ APP_MODE: "demo" }).unfitVariables;
  expect(demo).toContain("OPERATOR_NAME");
  expect(demo).toContain("STATEMENT_ISSUER");
  const live = readConfig({ ...LIVE_SETTINGS, ...TEST_SECRETS, DATABASE_URL: "postgres://x" });
  expect(live.unfitVariables).toEqual([]);
});
