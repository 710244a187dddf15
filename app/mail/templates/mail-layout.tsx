import { createContext, Fragment, type ReactElement, type ReactNode, useContext } from "react";
import type { Locale } from "../../domain/money/minor.ts";

export interface MailContent {
  subject: string;
  html: ReactElement;
  text: string;
  stopUrl?: string;
}

export const MailFrame = createContext<{
  brand: string;
  accent: string;
  onAccent: string;
  links: readonly { text: string; url: string }[];
}>({ brand: "", accent: "", onAccent: "", links: [] });

export function MailLayout(props: {
  locale: Locale;
  heading: string;
  footer?: string;
  stop?: { text: string; url: string };
  children: ReactNode;
}): ReactElement {
  const { brand, accent, links } = useContext(MailFrame);
  return (
    <html lang={props.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{props.heading}</title>
      </head>
      <body
        style={{
          margin: 0,
          padding: "24px",
          fontFamily: "system-ui, sans-serif",
          fontSize: "16px",
          lineHeight: 1.5,
        }}
      >
        <div style={{ maxWidth: "520px", margin: "0 auto", overflowWrap: "anywhere" }}>
          <p style={{ fontSize: "20px", fontWeight: 700, margin: "0 0 24px" }}>
            {brand}
            <span style={{ color: accent }}>.</span>
          </p>
          <h1 style={{ fontSize: "24px", lineHeight: 1.25, margin: "0 0 12px" }}>{props.heading}</h1>
          {props.children}
          {props.footer === undefined ? null : (
            <p style={{ fontSize: "13px", opacity: 0.75, marginTop: "32px" }}>{props.footer}</p>
          )}
          {props.stop ? (
            <p style={{ fontSize: "13px", opacity: 0.75 }}>
              <a href={props.stop.url} style={{ color: "inherit" }}>
                {props.stop.text}
              </a>
            </p>
          ) : null}
          <p style={{ fontSize: "13px", opacity: 0.75 }}>
            {links.map(({ text, url }, at) => (
              <Fragment key={url}>
                {at === 0 ? null : " · "}
                <a href={url} style={{ color: "inherit" }}>
                  {text}
                </a>
              </Fragment>
            ))}
          </p>
        </div>
      </body>
    </html>
  );
}
