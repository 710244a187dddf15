/** A creator's tax details (/account/tax). */
export default {
  title: "Tax details",
  intro:
    "Platforms must report creators from {{rule.dac7_activities}} tips a year or above EUR {{rule.dac7_sum}} to the tax authority. We need your tax number and keep it encrypted.",
  states: {
    BELOW: "Below the threshold.",
    NEAR: "Close to the threshold.",
    REPORTABLE: "Above the threshold: we must report you.",
  },
  sums_one: "{{year}}: {{count}} tip, {{sum}} (as of {{day}}).",
  sums_other: "{{year}}: {{count}} tips, {{sum}} (as of {{day}}).",
  far: "Far from the threshold. Nothing to enter yet.",
  given: {
    PERSON: "Entered on {{day}}, as a person.",
    COMPANY: "Entered on {{day}}, as a company.",
    tin: "Tax number: {{masked_tin}}.",
    none: "No tax number.",
  },
  missing: "Missing in your profile:",
  parts: {
    names: "First and last name",
    company: "Company",
    date_of_birth: "Date of birth",
    address: "Full address",
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
      "The one your tax office uses; in Germany, people enter the eleven-digit tax ID.",
    chooseCountry: "Choose a country",
    more: "No tax number, or a company",
    has_no_tin: "My country issues no tax number",
    birth_city: "Place of birth",
    birthHelp: "Only without a tax number.",
    birth_country_id: "Country of birth",
    register_number: "Register number",
    registerHelp: "For companies, such as HRB with a number.",
  },
};
