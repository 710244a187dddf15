// npm run NAME: a command of the project, once Node and the packages are known to be there. Plain JavaScript, so that an old
// Node can read it and say so politely.
import { requirePrerequisites } from "./prerequisites.mjs";

requirePrerequisites();
// The command finds its own arguments where they are without us.
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
