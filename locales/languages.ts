// The languages of the product: a line for each, whose name is the language's code. Its texts have a line in texts.ts.
export { default as de } from "./de/facts.ts";
export { default as en } from "./en/facts.ts";
