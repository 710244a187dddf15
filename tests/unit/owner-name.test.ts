import { describe, expect, it } from "vitest";
import { matchOwner } from "../../app/domain/users/owner-name.ts";

/** The account's owner, and the creator's first and last name. */
type Pair = [owner: string, firstname: string, lastname: string];

const SAME: Pair[] = [
  ["Jördis Weiß-Kessler", "Jördis", "Weiß-Kessler"],
  ["jördis weiß kessler", "Jördis", "Weiß-Kessler"],
  ["JOERDIS WEISS-KESSLER", "Jördis", "Weiß-Kessler"],
  ["Jordis Weiss Kessler", "Jördis", "Weiß-Kessler"],
  ["Weiß-Kessler, Jördis", "Jördis", "Weiß-Kessler"],
  ["Jo\u0308rdis Weiß-Kessler", "Jördis", "Weiß-Kessler"],
  ["Müller, Jörg", "Jörg", "Müller"],
  ["MUELLER JOERG", "Jörg", "Müller"],
  ["Jorg Muller", "Jörg", "Müller"],
  ["Jörg Müller", "Joerg", "Mueller"],
  ["LUKASZ WISNIEWSKI", "Łukasz", "Wiśniewski"],
  ["ISIK YILDIZ", "Işık", "Yıldız"],
  ["İPEK ÇELİK", "Ipek", "Celik"],
  ["DORDEVIC NOVAK", "Novak", "Đorđević"],
  ["Novak DJORDJEVIC", "Novak", "Đorđević"],
  ["SOREN KJAER", "Søren", "Kjær"],
  ["Soeren Kjaer", "Søren", "Kjær"],
  ["AASE BJORN", "Åse", "Bjørn"],
  ["Thorunn Gudmundsdottir", "Þórunn", "Guðmundsdóttir"],
  ["Francois Lefevre", "François", "Lefèvre"],
  ["Dvorak Antonin", "Antonín", "Dvořák"],
  ["Dr. Jörg Müller", "Jörg", "Müller"],
  ["Prof. Dr. med. Jörg Müller", "Jörg", "Müller"],
  ["Jörg Müller", "Dr. Jörg", "Müller"],
  ["Herr Jörg Müller", "Jörg", "Müller"],
  ["Jörg Maria Müller", "Jörg", "Müller"],
  ["Müller Jörg Maria", "Jörg", "Müller"],
  ["Jörg M. Müller", "Jörg Maria", "Müller"],
  ["Jörg Müller", "Jörg Maria", "Müller"],
  ["Heinrich von Bülow", "Heinrich", "Bülow"],
  ["HEINRICH BUELOW", "Heinrich", "von Bülow"],
  ["Sean OBrien", "Seán", "O'Brien"],
  ["SEAN O BRIEN", "Seán", "O’Brien"],
  ["Annalena Meyer", "Anna-Lena", "Meyer"],
  ["Anna Lena Meyer", "Annalena", "Meyer"],
  ["Suharto", "Suharto", ""],
  ["SUHARTO", "", "Suharto"],
  ["张伟", "伟", "张"],
  ["Дмитрий Иванов", "дмитрий", "ИВАНОВ"],
  ["ΕΛΈΝΗ ΠΑΠΑΔΟΠΟΎΛΟΥ", "Ελένη", "Παπαδοπούλου"],
  ["Van Le", "Van", "Le"],
];

const UNSURE: Pair[] = [
  ["J. Müller", "Jörg", "Müller"],
  ["Müller J", "Jörg", "Müller"],
  ["Jördis Kessler", "Jördis", "Weiß-Kessler"],
  ["Jördis Weiß", "Jördis", "Weiß-Kessler"],
  ["Jördis Kessler-Lind", "Jördis", "Kessler"],
  ["José García López", "José", "García"],
  ["Jördis", "Jördis", "Kessler"],
  ["Kessler", "Jördis", "Kessler"],
  ["Frau Kessler", "Jördis", "Kessler"],
  ["Suharto Widodo", "Suharto", ""],
  ["Max Meyer", "Maximilian", "Meyer"],
  ["Jörg Muller", "Jörg", "Mueller"],
  ["Jördis Kesslar", "Jördis", "Kessler"],
  ["Mohammed Ali", "Mohamed", "Ali"],
  ["Eleni Papadopoulou", "Ελένη", "Παπαδοπούλου"],
  ["Zhang Wei", "伟", "张"],
  ["Jörg und Anna Müller", "Jörg", "Müller"],
  ["Jörg Müller oder Anna Müller", "Jörg", "Müller"],
  ["Jörg & Anna Müller", "Jörg", "Müller"],
  ["Maria Müller", "Jutta Maria", "Müller"],
  ["Maximiliane-Wilhelmine Frei", "Maximiliane-Wilhelmine", "Freifrau von Bülow"],
  ["Jörg Müller Klangwerk", "Jörg", "Müller"],
];

const OTHER: Pair[] = [
  ["Nora Lind", "Jördis", "Weiß-Kessler"],
  ["Nora Kessler", "Jördis", "Kessler"],
  ["Jördis Lind", "Jördis", "Kessler"],
  ["N. Kessler", "Jördis", "Kessler"],
  ["Lind", "Jördis", "Kessler"],
  ["", "Jördis", "Kessler"],
  ["  ", "Jördis", "Kessler"],
  ["Dr.", "Jördis", "Kessler"],
  ["null null", "", ""],
  ["", "", ""],
  ["Jan Meyer", "Jon", "Meier-Schulz"],
  ["Anna und Nora Lind", "Jörg", "Müller"],
  ["Klangwerk GmbH", "Jördis", "Kessler"],
  ["Дмитрий Иванов", "Ольга", "Петрова"],
];

const matchOf = ([owner, firstname, lastname]: Pair) =>
  matchOwner(owner, { firstname: firstname || null, lastname: lastname || null, company: null }).match;

describe("the account's owner", () => {
  it.each(SAME)("the account's owner %j is %j %j", (...pair) => expect(matchOf(pair)).toBe("same"));

  it.each(UNSURE)("the account's owner %j could be %j %j", (...pair) => {
    expect(matchOf(pair)).toBe("unsure");
  });

  it.each(OTHER)("the account's owner %j is another person than %j %j", (...pair) => {
    expect(matchOf(pair)).toBe("other");
  });

  it.each([
    ["klangwerk gmbh & co. kg", "same"],
    ["Klangwerk GmbH Co KG", "same"],
    ["KLANG-WERK GMBH & CO KG", "same"],
    ["Klangwerk", "unsure"],
    ["Klangwerk UG (haftungsbeschränkt)", "unsure"],
    ["Klangwerke GmbH & Co. KG", "unsure"],
    ["Bildwerk GmbH & Co. KG", "other"],
    ["GmbH & Co. KG", "other"],
  ])("the account's owner %j compared with a company is %s", (owner, match) => {
    const creator = { firstname: "Jördis", lastname: "Kessler", company: "Klangwerk GmbH & Co. KG" };
    expect(matchOwner(owner, creator).match).toBe(match);
  });

  it("the words that only one side has are named as they are written", () => {
    const creator = { firstname: "Jördis", lastname: "Weiß-Kessler", company: null };
    expect(matchOwner("Dr. J. Kessler", creator)).toEqual({
      match: "unsure",
      only_in_account: ["J."],
      only_in_profile: ["Jördis", "Weiß-Kessler"],
    });
  });

  it("no name takes long to compare", () => {
    const long = "Ada-".repeat(20_000);
    expect(matchOf([long, "Ada", "Kessler"])).toBe("other");
  });
});
