export default {
  refused: "Nothing was imported. {{what}}: {{place}}",
  place: "{{path}} (line {{line}})",
  fault: {
    no_xml: "This file is not complete XML",
    doctype: "This file declares types of its own, which no bank does",
    encoding: "This file is not written in the characters that it names",
    namespace: "This is not a bank's file of a kind and version that can be read here",
    missing: "Something that is needed is missing",
    content: "This says nothing that can be understood",
    amount: "This amount has decimals that its currency does not have, or is no amount",
    currency: "This is not the currency that is expected here",
    account: "This is not our account",
    sum: "The balances and what was booked between them do not add up",
  },
};
