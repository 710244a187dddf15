// The languages of the product: a folder and a line for each. The name of the line is the language's code.
export { default as de } from "./de/index.ts";
export { default as en } from "./en/index.ts";
