import { expect, test } from "vitest";
import { maskEmail } from "../../app/domain/email-address.schema.ts";
import { formatReceiptNumber, readReceiptNumber } from "../../app/domain/money/formats.ts";
import { unbroken } from "../../app/ui/components/unbroken.ts";

test("a masked address shows its first letter and its host", () => {
  const masked = [
    "maria@example.com",
    "m@example.com",
    "ömer@bücher.example",
    "😀x@example.com",
    "a@b@c.example",
  ];
  expect(masked.map(maskEmail)).toEqual([
    "m…@example.com",
    "m…@example.com",
    "ö…@bücher.example",
    "😀…@example.com",
    "a…@c.example",
  ]);
  expect(["", "@", "no address"].map(maskEmail)).toEqual(["…", "…", "…"]);
});

test("a receipt's number is accepted as it is shown, in small letters and without its groups", () => {
  expect(formatReceiptNumber("7K3MQ9TX2B5A")).toBe("7K3M-Q9TX-2B5A");
  for (const typed of ["7K3M-Q9TX-2B5A", "7k3mq9tx2b5a", " 7K3M Q9TX 2B5A "])
    expect(readReceiptNumber(typed)).toBe("7K3MQ9TX2B5A");
  for (const typed of ["", "7K3M", "7K3MQ9TX2B5U", "01890a5d-ac96-774b-bcce-b302099a8057"])
    expect(readReceiptNumber(typed)).toBeNull();
});

test("no line ends within a masked address or account, and it reads the same", () => {
  const shown = ["m…@example.com", "DE•• •••• 3000", "a…@c-d.example"].map(unbroken);
  expect(shown).toEqual([
    "m…\u2060@example.com",
    "DE•\u2060•\u00a0•\u2060•\u2060•\u2060•\u00a03000",
    "a…\u2060@c-\u2060d.example",
  ]);
  expect(shown.map(unbroken)).toEqual(shown);
});
