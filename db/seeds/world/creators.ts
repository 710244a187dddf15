import type { DemoCreator } from "./creator-type.ts";
import { creatorsA } from "./creators-a.ts";
import { creatorsB } from "./creators-b.ts";
import { creatorsC } from "./creators-c.ts";
import { creatorsD } from "./creators-d.ts";
import { creatorsE } from "./creators-e.ts";
import { creatorsF } from "./creators-f.ts";

export type { DemoCreator } from "./creator-type.ts";

export const demoCreators: readonly DemoCreator[] = [
  ...creatorsA,
  ...creatorsB,
  ...creatorsC,
  ...creatorsD,
  ...creatorsE,
  ...creatorsF,
];
