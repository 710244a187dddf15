import { format } from "node:util";

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

/** Throws what there were complaints about since the last call. */
export function failOnComplaints(): void {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(`Nothing may complain during a test:\n${found.join("\n")}`);
}
