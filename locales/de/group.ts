import type en from "../en/group.ts";
import type { Translation } from "../shape.ts";

export default {
  page: {
    title: "Trinkgeld für {{name}}",
    description: "Gib {{name}} ein Trinkgeld, das sich die Mitglieder teilen. Ohne Konto.",
    question: "Wie viel Trinkgeld möchtest du geben?",
    members: "Wer es bekommt",
    all: "Trinkgeld an alle",
    allText_one: "Ein Mitglied",
    allText_other: "{{count}} Mitglieder teilen es sich",
    count_one: "{{count}} Mitglied",
    count_other: "{{count}} Mitglieder",
    chosen: "ausgewählt",
    choose: "{{name}} auswählen",
    leaveOut: "{{name}} weglassen",
    online: "gerade online",
    away: "nimmt gerade kein Trinkgeld an",
    shared_one: "Alles geht an ein Mitglied.",
    shared_other: "{{count}} Mitglieder teilen es sich zu gleichen Teilen.",
    sharedEach_one: "{{amount}} an ein Mitglied",
    sharedEach_other: "an {{count}} Mitglieder, je {{amount}}",
    copy: "Kopieren",
    copied: "Kopiert",
    rank: "Rang",
    tips: "Trinkgelder bisher",
    thirtyDays: "In 30 Tagen",
    nobody: "In dieser Gruppe kann gerade niemand Trinkgeld annehmen.",
    notYet: "Diese Gruppe nimmt noch kein Trinkgeld an.",
    edit: "Gruppe bearbeiten",
    creators: "Mitglieder",
    editMember: "Bearbeiten",
    invite: "Einladung",
    inviteOff: "Einladungen einschalten",
    copyInvite: "Einladungslink kopieren",
    own: {
      PENDING: "Wir sehen uns diese Gruppe an. Sobald sie freigegeben ist, kann sie Trinkgeld annehmen.",
      DECLINED:
        "Wir haben diese Gruppe nicht freigegeben. Warum, steht auf der Seite, auf der du sie bearbeitest.",
    },
  },
  status: { OWNER: "Leitung", PENDING: "Wartet", MEMBER: "Mitglied" },
} satisfies Translation<typeof en>;
