import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { isPublicAddress } from "../../app/domain/creator-events/public-address.ts";
import { createWebhookSender } from "../../app/domain/creator-events/send-webhook.server.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A receiver on this machine. Returns its port. */
async function receiver(answer: RequestListener, host = "127.0.0.1"): Promise<number> {
  const server = createServer(answer);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const HERE = { takes_http: true, mayCall: (ip: string) => ip === "127.0.0.1" };
const request = (address: string) => ({ address, headers: { "webhook-id": "1" }, body: "{}" });
const REFUSED = { status: null, text: "NOT_CALLED" };

describe("what is called", () => {
  const MEANT_BADLY = [
    ...["http://127.0.0.1", "http://127.1", "http://2130706433", "http://0x7f000001", "http://0177.0.0.1"],
    ...["http://localhost", "http://[::1]", "http://[::ffff:127.0.0.1]", "http://0"],
    ...["http://[::ffff:7f00:1]", "http://169.254.169.254/latest/meta-data", "http://[fd00:ec2::254]/"],
    ...[
      "http://10.0.0.1",
      "http://①②⑦.⓪.⓪.①",
      "http://user:pass@1.1.1.1",
      "ftp://1.1.1.1",
      "http://1.1.1.1:22",
    ],
  ];
  it.each(MEANT_BADLY)("%s gets no connection", async (address) => {
    let calls = 0;
    const port = await receiver((_, answer) => {
      calls += 1;
      answer.end();
    });
    const send = createWebhookSender({ takes_http: true });
    const at = /:\d+(?:\/|$)|\]\/|\/latest|^ftp/.test(address) ? address : `${address}:${port}/`;
    expect(await send(request(at))).toEqual(REFUSED);
    expect(calls).toBe(0);
  });

  it("a name is refused if one of its addresses is not public", async () => {
    const find = async () => [
      { address: "1.1.1.1", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    expect(await createWebhookSender({ takes_http: true, find })(request("http://a.example/"))).toEqual(
      REFUSED,
    );
  });

  it("the connection goes to the address that was checked, with the name as host: one look-up", async () => {
    const hosts: (string | undefined)[] = [];
    const port = await receiver((asked, answer) => {
      hosts.push(asked.headers.host);
      answer.end("ok");
    }, "127.0.0.2");
    const looked: string[] = [];
    const find = async (hostname: string) => {
      looked.push(hostname);
      return [{ address: "127.0.0.2", family: 4 }];
    };
    const send = createWebhookSender({ takes_http: true, mayCall: (ip) => ip === "127.0.0.2", find });
    expect(await send(request(`http://rebound.localhost:${port}/`))).toEqual({ status: 200, text: "ok" });
    expect(looked).toEqual(["rebound.localhost"]);
    expect(hosts).toEqual([`rebound.localhost:${port}`]);
  });

  it("no redirect is followed: it is the answer", async () => {
    const paths: (string | undefined)[] = [];
    const port = await receiver((asked, answer) => {
      paths.push(asked.url);
      answer.writeHead(307, { location: "/elsewhere" }).end();
    });
    expect(await createWebhookSender(HERE)(request(`http://127.0.0.1:${port}/`))).toMatchObject({
      status: 307,
    });
    expect(paths).toEqual(["/"]);
  });

  it("a certificate that nobody signed is refused, and http in live mode", async () => {
    const port = await receiver((_, answer) => answer.end());
    const send = createWebhookSender(HERE);
    expect(await send(request(`https://127.0.0.1:${port}/`))).toMatchObject({ status: null });
    const live = createWebhookSender({ ...HERE, takes_http: false });
    expect(await live(request(`http://127.0.0.1:${port}/`))).toEqual(REFUSED);
    expect(isPublicAddress("127.0.0.1")).toBe(false);
  });
});

describe("an answer", () => {
  it("is kept in its first 200 characters, on one line, of a few kilobytes that are read", async () => {
    const port = await receiver((_, answer) => {
      answer.writeHead(500);
      answer.write(`a\u0000b\r\n\u001b[31m${"x".repeat(100_000)}`);
      answer.end();
    });
    const answer = await createWebhookSender(HERE)(request(`http://127.0.0.1:${port}/`));
    expect(answer).toEqual({ status: 500, text: `a b [31m${"x".repeat(192)}` });
  });

  it.each<[string, RequestListener]>([
    ["that never comes", () => undefined],
    ["whose head stays open", (_, answer) => void answer.writeProcessing()],
  ])("one %s ends with the time", async (_, listener) => {
    const port = await receiver(listener);
    const send = createWebhookSender({ ...HERE, timeout_ms: 50 });
    expect(await send(request(`http://127.0.0.1:${port}/`))).toEqual({
      status: null,
      text: "TOO_SLOW",
    });
    for (const server of open) server.closeAllConnections();
  });

  it("one that changes the protocol takes no event", async () => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";
    const port = await receiver((asked) => void asked.socket.write(head));
    const answer = await createWebhookSender(HERE)(request(`http://127.0.0.1:${port}/`));
    expect(answer).toEqual({ status: 101, text: "" });
    for (const server of open) server.closeAllConnections();
  });

  it("one that drips counts by its status once the time is over", async () => {
    const port = await receiver((_, answer) => void answer.writeHead(200).write("a"));
    const send = createWebhookSender({ ...HERE, timeout_ms: 50 });
    expect(await send(request(`http://127.0.0.1:${port}/`))).toEqual({ status: 200, text: "a" });
    for (const server of open) server.closeAllConnections();
  });

  it("a look-up that hangs ends with the time, and a failed one says its code", async () => {
    const hanging = createWebhookSender({
      ...HERE,
      timeout_ms: 50,
      find: () => new Promise(() => undefined),
    });
    expect(await hanging(request("http://a.example/"))).toEqual({ status: null, text: "TOO_SLOW" });
    const find = () =>
      Promise.reject(Object.assign(new Error("getaddrinfo of 10.0.0.53"), { code: "ENOTFOUND" }));
    const failing = createWebhookSender({ ...HERE, find });
    expect(await failing(request("http://a.example/"))).toEqual({
      status: null,
      text: "ENOTFOUND",
    });
  });
});
