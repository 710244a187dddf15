import { Fragment } from "react";

/** Not within an amount, such as 6.00. */
const AFTER_SIGN = /(?<=[\p{L}\p{N}][._/-])(?!(?<=\p{N}\.)\p{N})(?=[\p{L}\p{N}])/u;
const AFTER_AT = /(?<=\S@(?:\S*\.)?)/u;

/** A long username breaks after punctuation. */
export function NameParts({ text }: { text: string }) {
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

export function atName(usernameOrEmail: string): string {
  return usernameOrEmail.includes("@") ? usernameOrEmail : `@${usernameOrEmail}`;
}

export function LongText({ text }: { text: string | null }) {
  if (text === null) return "–";
  return (
    <span className="long">
      <NameParts text={text} />
    </span>
  );
}
