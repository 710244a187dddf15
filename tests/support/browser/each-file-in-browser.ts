import { afterEach } from "vitest";
import { closeWindows } from "./browser.ts";

afterEach(closeWindows);
