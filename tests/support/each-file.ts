import { afterEach, beforeEach } from "vitest";
import { failOnAttempts } from "./closed-network.ts";
import { failOnComplaints } from "./console-fails.ts";

// A setup file is read anew for each test file, and so are its hooks; what it imports is loaded once for all files that
// run in the same process (`isolate: false`).

// What came up while the file was loading, or between two tests, is found before the next one.
beforeEach(failOnComplaints);
afterEach(failOnComplaints);
afterEach(failOnAttempts);
