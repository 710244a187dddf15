import type { ParseKeys } from "i18next";
import { type ReactElement, type ReactNode, useContext } from "react";
import type { TokenPurpose } from "../../crypto/crypto.server.ts";
import { mailParams } from "../../domain/mails/mail-params.ts";
import type { Locale } from "../../domain/money/minor.ts";
import { type MailContent, MailFrame, MailLayout } from "./mail-layout.tsx";
import { mailTemplate, type Writing } from "./mail-template.ts";

/** `link`: the only button. */
export interface Letter {
  locale: Locale;
  subject: string;
  heading?: string;
  paragraphs: readonly string[];
  /** Our addresses become links; user text never does. */
  hasOwnLinks?: boolean;
  code?: string;
  link?: { text: string; url: string };
  footer?: string;
  stop?: { text: string; url: string };
}

export function letter(props: Letter): MailContent {
  const { subject, heading = subject, paragraphs, link, footer, stop } = props;
  return {
    subject,
    html: <LetterBody {...props} />,
    text: [
      heading,
      "",
      ...paragraphs.flatMap((text) => [text, ""]),
      ...(link ? [`${link.text}: ${link.url}`, ""] : []),
      ...(footer === undefined ? [] : [footer]),
      ...(stop ? [`${stop.text}: ${stop.url}`] : []),
      "",
    ].join("\n"),
    ...(stop ? { stopUrl: stop.url } : {}),
  };
}

/** Mails whose subject and footer are texts by name. */
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

export function namedLetter(
  name: Named,
  { locale, t }: Pick<Writing, "locale" | "t">,
  body: Pick<Letter, "paragraphs" | "code" | "link">,
): MailContent {
  return letter({
    ...body,
    locale,
    subject: t(`${name}.subject`),
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

/** Long addresses may wrap on phones. */
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
  subject,
  heading = subject,
  paragraphs,
  hasOwnLinks = false,
  code,
  link,
  footer,
  stop,
}: Letter): ReactElement {
  return (
    <MailLayout
      locale={locale}
      heading={heading}
      {...(footer === undefined ? {} : { footer })}
      {...(stop ? { stop } : {})}
    >
      {paragraphs.map((text) => (
        <p key={text} {...(text === code ? { style: CODE_STYLE } : {})}>
          {hasOwnLinks ? linked(text) : text}
        </p>
      ))}
      {link ? (
        <>
          <p style={{ margin: "24px 0" }}>
            <MainLink {...link} />
          </p>
          <p style={{ fontSize: "13px", wordBreak: "break-all" }}>{link.url}</p>
        </>
      ) : null}
    </MailLayout>
  );
}

type Key = ParseKeys<"mail">;

interface Link {
  page: `/${string}`;
  purpose: TokenPurpose;
}

/** Works for any holder; the text names its lifetime. */
export function linkLetter(
  name:
    | ("register" | "passwordReset" | "deletion" | "emailChange")
    | ("operatorInvitation" | "creatorInvitation"),
  link: Link,
) {
  return linkLetterOf(link, {
    subject: `${name}.subject`,
    paragraphs: [`${name}.text`, `${name}.validity`],
    button: `${name}.open`,
    footer: `${name}.footer`,
  });
}

/** With explicit texts. */
export function linkLetterOf(
  { page, purpose }: Link,
  texts: Record<"subject" | "button" | "footer", Key> & { paragraphs: readonly Key[] },
) {
  return mailTemplate({
    params: mailParams.register,
    sample: { token_id: "sample" },
    write({ token_id }, { locale, t, publicUrl, tokens }) {
      const address = `${publicUrl}${page}${page.endsWith("=") ? "" : "/"}`;
      return letter({
        locale,
        subject: t(texts.subject),
        paragraphs: texts.paragraphs.map((key) => t(key)),
        link: { text: t(texts.button), url: address + tokens.sign(purpose, token_id) },
        footer: t(texts.footer),
      });
    },
  });
}

function MainLink({ url, text }: { url: string; text: string }): ReactElement {
  const { accent, onAccent } = useContext(MailFrame);
  return (
    <a
      href={url}
      style={{
        ...{ display: "inline-block", padding: "12px 20px", borderRadius: "12px" },
        ...{ backgroundColor: accent, color: onAccent, fontWeight: 600, textDecoration: "none" },
      }}
    >
      {text}
    </a>
  );
}
