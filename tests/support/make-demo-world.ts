// Makes the demo world for the test projects of one `npm test`, in the folder that is its argument.
import { makeDemoWorld } from "./demo-world.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("which folder?");
await makeDemoWorld(folder);
