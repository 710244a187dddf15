import { expect, it } from "vitest";
import { dueWords } from "../../app/http/connected-account-words.server.ts";
import { i18nFor } from "../../locales/i18n.ts";

const due = (...names: string[]) => names.map((name) => ({ name, by: null }));

it("requirements of the provider have words, whoever they are about, each once", () => {
  const words = (...names: string[]) => dueWords(i18nFor("en"), due(...names));
  expect(words("individual.dob.day", "individual.dob.month", "person_1Nv0FG.dob.year")).toEqual([
    "Your date of birth",
  ]);
  expect(words("external_account", "representative.relationship.title", "directors")).toEqual([
    ...["Your bank account", "Your role in the company", "Owners and directors of your company"],
  ]);
  expect(words("individual.verification.document", "individual.verification.additional_document")).toEqual([
    "A photo of your ID",
    "A proof of your address",
  ]);
  expect(words("company.tax_id", "individual.id_number", "company.address.line1")).toEqual([
    ...["Your company’s tax number", "Your tax or ID number", "Your company’s address"],
  ]);
  expect(words("individual.address.city", "business_profile.mcc", "tos_acceptance.ip")).toEqual([
    ...["Your address", "Your trade", "Your consent to the terms"],
  ]);
});

it("a requirement without words keeps the provider's name", () => {
  expect(dueWords(i18nFor("de"), due("interv_1.new_thing.form"))).toEqual(["interv_1.new_thing.form"]);
});
