import type { ReactElement, ReactNode } from "react";
import type { Locale } from "../../domain/money/minor.ts";
import { type MailContent, MailLayout } from "./mail-layout.tsx";
import type { Writing } from "./mail-template.ts";

/** What a mail of words says; `link` is the one thing to do. */
export interface Letter {
  locale: Locale;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** The addresses in the paragraphs are ours, and so may be links: what others wrote never is. */
  hasOwnLinks?: boolean;
  /** The one of the paragraphs that is a code to type in: it stands large. */
  code?: string;
  link?: { text: string; url: string };
  /** What to do when the reader did not expect this mail. */
  footer: string;
  /** The way to no more mails of this kind. */
  stop?: { text: string; url: string };
}

/** A mail of a few sentences and at most one button, as HTML and as text. */
export function letter(props: Letter): MailContent {
  const { heading, paragraphs, link, footer, stop } = props;
  return {
    subject: props.subject,
    html: <LetterBody {...props} />,
    text: [
      heading,
      "",
      ...paragraphs.flatMap((text) => [text, ""]),
      ...(link ? [`${link.text}: ${link.url}`, ""] : []),
      footer,
      ...(stop ? [`${stop.text}: ${stop.url}`] : []),
      "",
    ].join("\n"),
    ...(stop ? { stopUrl: stop.url } : {}),
  };
}

/** The mails whose subject, heading and footer stand under their names among the texts. */
type Named =
  | "accountLocked"
  | "contentDecision"
  | "contentNotice"
  | "emailChangeNotice"
  | "emailChanged"
  | "newDevice"
  | "passwordChanged"
  | "payoutCode"
  | "verificationAccepted"
  | "verificationDeclined";

/** A letter with the subject, heading and footer of its name. */
export function namedLetter(
  name: Named,
  { locale, t }: Pick<Writing, "locale" | "t">,
  body: Pick<Letter, "paragraphs" | "code" | "link">,
): MailContent {
  return letter({
    ...body,
    locale,
    subject: t(`${name}.subject`),
    heading: t(`${name}.heading`),
    footer: t(`${name}.footer`),
  });
}

const CODE_STYLE = {
  fontSize: "36px",
  fontWeight: 700,
  lineHeight: 1.2,
  letterSpacing: "4px",
  margin: "20px 0",
  whiteSpace: "nowrap",
} as const;

/** A text with its addresses as links, which break where a phone is too narrow for them. */
function linked(text: string): ReactNode {
  const parts = text.split(/(https?:\/\/\S+)/);
  if (parts.length === 1) return text;
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} style={{ color: "inherit", wordBreak: "break-all" }}>
        {part}
      </a>
    ),
  );
}

function LetterBody({
  locale,
  heading,
  paragraphs,
  hasOwnLinks = false,
  code,
  link,
  footer,
  stop,
}: Letter): ReactElement {
  return (
    <MailLayout locale={locale} heading={heading} footer={footer} {...(stop ? { stop } : {})}>
      {paragraphs.map((text) => (
        <p key={text} {...(text === code ? { style: CODE_STYLE } : {})}>
          {hasOwnLinks ? linked(text) : text}
        </p>
      ))}
      {link ? (
        <>
          <p style={{ margin: "24px 0" }}>
            <a
              href={link.url}
              style={{
                display: "inline-block",
                padding: "12px 20px",
                borderRadius: "12px",
                backgroundColor: "#c8451b",
                color: "#ffffff",
                fontWeight: 600,
                textDecoration: "none",
              }}
            >
              {link.text}
            </a>
          </p>
          <p style={{ fontSize: "13px", wordBreak: "break-all" }}>{link.url}</p>
        </>
      ) : null}
    </MailLayout>
  );
}
