import { Fragment, type ReactElement } from "react";

/** Where a username, or the address of its page, can go on in the next line: after a sign, before a letter or a digit. An email: after its @ and the dots behind it. */
const AFTER_SIGN = /(?<=[\p{L}\p{N}][._/-])(?=[\p{L}\p{N}])/u;
const AFTER_AT = /(?<=\S@(?:\S*\.)?)/u;

/** A username, or a text with one in it: where it is too long for its line, it breaks after a sign, not in a word. */
export function NameParts({ text }: { text: string }): ReactElement {
  const [first, ...others] = text.split(AFTER_AT.test(text) ? AFTER_AT : AFTER_SIGN);
  let end = 0;
  return (
    <>
      {first}
      {others.map((part) => {
        end += part.length;
        return (
          <Fragment key={end}>
            <wbr />
            {part}
          </Fragment>
        );
      })}
    </>
  );
}
