/** A translation has exactly the keys of the English text, each with a text of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>;
};
