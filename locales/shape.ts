import type en from "./en/index.ts";

/** A translation has exactly the keys of the English text, each with a text of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>;
};

/** What each language says: all texts that English has. */
export type Texts = Translation<typeof en>;

/** What we must know of a language beside its texts. */
export interface LanguageFacts {
  /** What it calls itself, "Deutsch". */
  readonly name: string;
  /** How numbers, dates and names of countries are written in it (BCP 47); its region is where most readers live. */
  readonly tag: `${string}-${string}`;
  /** What people type between euros and cents. A comma-language also takes the point. */
  readonly decimalMark: "." | ",";
  /** A time of day as it is said: "{time} Uhr". */
  readonly time: string;
  /** How Berlin's time is named beside it. */
  readonly zone: string;
}
