export default {
  title: "Steuerdaten",
  intro:
    "Plattformen müssen Kreative ab {{rule.dac7_activities}} Trinkgeldern im Jahr oder über {{rule.dac7_sum}} EUR der Steuerbehörde melden. Dafür brauchen wir deine Steuernummer; wir bewahren sie verschlüsselt auf.",
  states: {
    BELOW: "Unter der Grenze.",
    NEAR: "Nah an der Grenze.",
    REPORTABLE: "Über der Grenze: Wir müssen dich melden.",
  },
  sums_one: "{{year}}: {{count}} Trinkgeld, {{sum}} (Stand {{day}}).",
  sums_other: "{{year}}: {{count}} Trinkgelder, {{sum}} (Stand {{day}}).",
  far: "Der Grenze bist du dieses Jahr noch nicht nahe; gezählt wird jede Nacht. Du musst noch nichts eingeben.",
  given: {
    PERSON: "Eingegeben am {{day}}, als Person.",
    COMPANY: "Eingegeben am {{day}}, als Unternehmen.",
    tin: "Steuernummer: {{masked_tin}}.",
    none: "Du hast keine Steuernummer.",
  },
  missing: "In deinem Profil fehlt noch:",
  parts: {
    names: "Vor- und Nachname",
    company: "Firma",
    date_of_birth: "Geburtsdatum",
    address: "Anschrift mit Postleitzahl, Ort und Land",
  },
  enter: "Steuerdaten eingeben",
  change: "Steuerdaten ändern",
  go: "Speichern",
  fields: {
    kind: "Du bekommst Trinkgeld als",
    person: "Person",
    company: "Unternehmen",
    tin_country_id: "Land der Steuernummer",
    tin: "Steuernummer",
    tinHelp:
      "Die Nummer, unter der dein Finanzamt dich führt; in Deutschland als Person deine elfstellige Steuer-ID.",
    chooseCountry: "Land wählen",
    more: "Keine Steuernummer, oder ein Unternehmen",
    has_no_tin: "Mein Land gibt mir keine Steuernummer",
    birth_city: "Geburtsort",
    birthHelp: "Nur für Personen ohne Steuernummer.",
    birth_country_id: "Geburtsland",
    register_number: "Registernummer",
    registerHelp: "Nur für Unternehmen, etwa HRB mit Nummer.",
  },
  banner: {
    NEAR: "Mit deinem Trinkgeld aus {{year}} bist du nah an der Grenze, ab der wir dich dem Finanzamt melden müssen.",
    REPORTABLE:
      "Mit deinem Trinkgeld aus {{year}} bist du über der Grenze, ab der wir dich dem Finanzamt melden müssen.",
    go: "Steuerdaten eingeben",
  },
};
