import { inject, test } from "vitest";
import { writeFileSync } from "node:fs";
import { ask } from "../support/http.ts";
test("probe", async () => {
  const { url } = inject("product");
  const rows: string[] = [];
  for (const p of ["/", "/joerdis", "/faq", "/locale", "/theme", "/webhooks/sandbox", "/webhooks/x", "/sandbox/api/payments","/sandbox/api/payments/x", "/sandbox/api/payments/x/refunds", "/sandbox/pay/x", "/sandbox/pay/x/challenge", "/%00", "/joerdis%00", "/%E0%A4%A", "/joerdis/5/6", "//evil", "/dev/mail/x", "/payment/success", "/payment/failed", "/media/x/y", "/media/x/s.webp", "/api/payment/x", "/healthz", "/receipt/x", "/joerdis/tip/x/image", "/favicon.svg", "/assets/x.js", "/joerdis.data", "/_root.data", "/__manifest?p=/"]) {
    const row = [p];
    for (const m of ["GET", "POST", "PUT", "OPTIONS", "TRACE", "HEAD", "PROPFIND"]) {
      const a = await ask(url + p, { method: m, headers: {"Accept-Encoding": "br"} });
      row.push(`${m} ${a.status} ${(a.headers["content-type"] ?? "-").slice(0, 10)} ${a.wireBytes}`);
    }
    rows.push(row.join(" | "));
  }
  const odd = async (name: string, headers: Record<string,string>, path = "/joerdis") => { try { const a = await ask(url + path, { headers }); rows.push(`${name} ${a.status} ${a.text.slice(0, 60)}`); } catch (e) { rows.push(`${name} ${e}`); } };
  await odd("bad host", { Host: "[" });
  await odd("bad host2", { Host: "a b" });
  await odd("evil host", { Host: "evil.example" });
  await odd("proto", { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "x" });
  await odd("lang", { "Accept-Language": "x-!!;;q=abc,*" });
  await odd("cookie", { Cookie: "locale=%ZZ; theme=<script>; =;;; a" });
  await odd("range", { Range: "bytes=0-10" });
  await odd("enc", { "Accept-Encoding": "identity;q=0, *;q=0" });
  await odd("long", {}, "/" + "a".repeat(9000));
  await odd("dots", {}, "/../../etc/passwd");
  await odd("dots2", {}, "/..%2f..%2fetc/passwd");
  await odd("trailing", {}, "/joerdis/");
  await odd("case", {}, "/JOERDIS");
  writeFileSync("/tmp/probe.txt", rows.join("\n"));
});
