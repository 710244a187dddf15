import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** Stands in for the European Central Bank: a real server, which answers as it is told. */
export interface ReferenceBank {
  url: string;
  /** How often it was asked. */
  asked(): number;
  /** From now on it has this day's file. */
  publish(day: string, rates: Record<string, number | string>): void;
  /** From now on it answers so. */
  answer(listener: RequestListener): void;
  close(): void;
}

export async function openReferenceBank(): Promise<ReferenceBank> {
  let asked = 0;
  let listener: RequestListener = (_request, response) => response.writeHead(404).end();
  const server = createServer((request, response) => {
    asked += 1;
    listener(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the bank has no port");
  return {
    url: `http://127.0.0.1:${address.port}/stats/eurofxref/eurofxref-daily.xml`,
    asked: () => asked,
    publish(day, rates) {
      listener = (_request, response) => response.end(ecbFile(day, rates));
    },
    answer(given) {
      listener = given;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A file as the bank writes it. */
export function ecbFile(day: string, rates: Record<string, number | string>): string {
  const cubes = Object.entries(rates).map(
    ([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${cubes.join("")}\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`;
}
