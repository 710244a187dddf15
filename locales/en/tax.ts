/** A creator's tax details (/account/tax). */
export default {
  title: "Tax details",
  intro:
    "Platforms must report creators with {{rule.dac7_activities}} tips or more in a year, or above EUR {{rule.dac7_sum}}, to the tax authority. For that we need your tax number; we keep it encrypted.",
  states: {
    BELOW: "Below the threshold.",
    NEAR: "Close to the threshold.",
    REPORTABLE: "Above the threshold: we must report you.",
  },
  sums_one: "{{year}}: {{count}} tip, {{sum}} (as of {{day}}).",
  sums_other: "{{year}}: {{count}} tips, {{sum}} (as of {{day}}).",
  far: "You are not near the threshold this year; we count every night. You need to enter nothing yet.",
  given: {
    PERSON: "Entered on {{day}}, as a person.",
    COMPANY: "Entered on {{day}}, as a company.",
    tin: "Tax number: {{masked_tin}}.",
    none: "You have no tax number.",
  },
  missing: "Your profile still lacks:",
  parts: {
    names: "First and last name",
    company: "Company",
    date_of_birth: "Date of birth",
    address: "Address with postal code, town and country",
  },
  enter: "Enter tax details",
  change: "Change tax details",
  go: "Save",
  fields: {
    kind: "You receive tips as",
    person: "a person",
    company: "a company",
    tin_country_id: "Country of the tax number",
    tin: "Tax number",
    tinHelp:
      "The number that your tax office uses for you; in Germany, people enter their eleven-digit tax ID.",
    chooseCountry: "Choose a country",
    more: "No tax number, or a company",
    has_no_tin: "My country gives me no tax number",
    birth_city: "Place of birth",
    birthHelp: "Only for people without a tax number.",
    birth_country_id: "Country of birth",
    register_number: "Register number",
    registerHelp: "Only for companies, such as HRB with a number.",
  },
};
