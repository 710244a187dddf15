import { registerHooks } from "node:module";

// Generators of clients write by the compiler's functions of TypeScript 5, which 7 has no longer.

const OLDER = "@ts-morph/common/dist/typescript.js";

registerHooks({
  resolve: (name, context, next) => next(name === "typescript" ? OLDER : name, context),
});
