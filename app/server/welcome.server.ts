import { styleText } from "node:util";
import type { DemoLogin } from "../../db/seeds/demo-logins.ts";

export interface Demo {
  pages: readonly { path: string; words: string }[];
  logins: readonly DemoLogin[];
  card: string;
}

export interface Terminal {
  isTTY: boolean;
  hasColors: boolean;
}

/** A welcome on a terminal, else the lines that supervisors wait for. Prints secrets of a demo only. */
export function welcome(url: string, demo: Demo | null, { isTTY, hasColors }: Terminal): string {
  if (!isTTY) return `${(demo?.logins ?? []).map(loginLine).join("")}Tribute is ready: ${url}\n`;
  const style = (format: "bold" | "cyan" | "dim" | "green", text: string) =>
    hasColors ? styleText(format, text, { validateStream: false }) : text;
  const rows: [string, string, string][] = demo
    ? [
        ...demo.pages.map(({ path, words }): [string, string, string] => ["Look at", url + path, words]),
        ...[isCreator, isOperator].flatMap((is) => demo.logins.find(is) ?? []).map(loginRow),
        ["Test card", demo.card, "any date and code"],
      ]
    : [];
  const width = Math.max(0, ...rows.map(([, value]) => value.length)) + 2;
  const lines = [...rows, ["Stop", "Ctrl-C", demo ? "the data stays" : ""]].map(
    ([head = "", value = "", words = ""], index, all) => {
      const isNew = all[index - 1]?.[0] !== head;
      const text = `  ${style("dim", (isNew ? head : "").padEnd(11))}${style("cyan", value.padEnd(width))}${words}`;
      return `${text.trimEnd()}\n`;
    },
  );
  return `\n  ${style("green", "Tribute is ready:")} ${style("bold", url)}\n\n${lines.join("")}\n`;
}

const isOperator = ({ role }: DemoLogin) => role === "operator";
const isCreator = (login: DemoLogin) => !isOperator(login);

function loginRow(login: DemoLogin): [string, string, string] {
  const { email, password, secret } = login;
  const factor = secret === null ? "" : `, key ${secret} (its code: /dev/mail)`;
  return ["Log in as", email, `${isOperator(login) ? "operator" : "creator"}, password ${password}${factor}`];
}

function loginLine({ email, role, password, secret }: DemoLogin): string {
  const factor = secret === null ? "" : `, second factor ${secret} (its code: /dev/mail)`;
  return `Demo login: ${email} (${role}), password ${password}${factor}\n`;
}
