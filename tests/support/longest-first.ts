import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes long for its size: a new clone, which knows no durations yet, would begin it last and wait for it alone. */
const LONG = [
  "faults/disk-full.test.ts",
  "faults/bench.test.ts",
  "faults/backup.test.ts",
  "faults/embedded.test.ts",
  "faults/start.test.ts",
  "faults/fuzz.test.ts",
  "e2e/app-pages.test.ts",
  "e2e/looks.test.ts",
  "e2e/made-up-language.test.ts",
  "e2e/ways-to-pay.test.ts",
  "e2e/sign-in.test.ts",
  "e2e/tip.test.ts",
  "e2e/tips-of-all-kinds.test.ts",
  "routes/odd-fields.test.ts",
  "routes/guards.test.ts",
  "routes/api-contract.test.ts",
  "routes/upload-corpus.test.ts",
  "routes/api-members.test.ts",
  "routes/two-instances.test.ts",
  "routes/budgets.test.ts",
  "routes/calls-misused.test.ts",
  "routes/roads.test.ts",
  "routes/walk.test.ts",
  "routes/limits-of-sign-in.test.ts",
  "routes/pressure.test.ts",
  "domain/read-plans.test.ts",
  "domain/dispute-sequences.test.ts",
  "domain/card-testing.test.ts",
  "domain/races-groups.test.ts",
  "domain/races-payouts.test.ts",
  "domain/journal.test.ts",
  "domain/s3-store.test.ts",
  "domain/money-histories.test.ts",
];

/** Begins the long test files first, and the others in Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.some((name) => moduleId.endsWith(`/tests/${name}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
