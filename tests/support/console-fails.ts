import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

// Whatever the code complains about on the console during a test fails that test. A test that provokes a complaint on
// purpose replaces the function for itself: vi.spyOn(console, "error").mockImplementation(...).
const complaints: string[] = [];

for (const level of ["error", "warn"] as const) {
  const print = console[level].bind(console);
  console[level] = (...values: unknown[]) => {
    complaints.push(`console.${level}: ${format(...values)}`);
    print(...values);
  };
}

function failOnComplaints() {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`Nothing may complain during a test:\n${found.join("\n")}`);
}

// What came up while the file was loading, or between two tests, is found before the next one.
beforeEach(failOnComplaints);
afterEach(failOnComplaints);
