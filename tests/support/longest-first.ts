import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes long for its size: a new clone, which knows no durations yet, would begin it last and wait for it alone. */
const LONG = [
  "e2e/tip.test.ts",
  "e2e/ways-to-pay.test.ts",
  "e2e/tips-of-all-kinds.test.ts",
  "routes/calls-misused.test.ts",
  "routes/walk.test.ts",
  "routes/limits-of-sign-in.test.ts",
  "routes/pressure.test.ts",
  "domain/card-testing.test.ts",
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
