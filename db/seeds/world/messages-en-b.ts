import { type DemoMessage, en } from "./message-type.ts";

export const messagesEnB: readonly DemoMessage[] = [
  en(
    "My boss asked what motivates me. I could hardly say you, so I said “deadlines”.",
    "Anonymous in Finance",
  ),
  en("Good things should not be free just because they could be.", "Hal"),
  en("You are the reason I picked up my old hobby again. My hands hurt. I am so happy.", "Margit"),
  en("To the person behind all this: eat something green today. 🥦", null),
  en("See you next week, same place.", "Dot"),
  en(
    "Retired last Friday after forty-one years. The first thing I did was catch up on everything I had missed of yours. Best Saturday in ages.",
    "Clive",
  ),
  en("Long-time lurker, first message ever. Hello!", null),

  en(
    "The painting of our terrier hangs above the stove. He has seen it and approves.",
    "The Okafors",
    "rosalind.paints",
  ),
  en("You paint rain the way my mum describes it. ☔", "Zadie", "rosalind.paints"),
  en("That pear in last week's video was better than any pear I have ever eaten.", null, "rosalind.paints"),
  en("Finished my first watercolour tonight. It looks like soup. I love it.", "Graham", "rosalind.paints"),

  en("Maureen is right about scones. Bashir, I'm sorry.", "Pauline", "the.slow.kettle"),
  en(
    "I drive a bus too and listen to you on my break. You two are why I still wave at everybody.",
    "Mo from the depot",
    "the.slow.kettle",
  ),
  en("Forty minutes about gravy and I did not skip a second.", null, "the.slow.kettle"),
  en(
    "Our baby falls asleep to exactly two voices, and neither of them is ours. Thank you, I think.",
    "Hannah and Raj",
    "the.slow.kettle",
  ),

  en(
    "Could you play “Stardust” for my parents? They danced to it on a kitchen floor and never really stopped.",
    "Lorraine",
    "otis.on.the.porch",
  ),
  en("You forgot the bridge, and what you played instead was better.", null, "otis.on.the.porch"),
  en("I closed my eyes and I was home. I have not been home since the storm.", null, "otis.on.the.porch"),
  en("Left hand like a freight train, smile like a Sunday. 🎹", "Big Mike", "otis.on.the.porch"),
  en("Tell the neighbour's dog he is on the beat.", "Celeste", "otis.on.the.porch"),

  en("I petted the dragon. I have peaked.", "grimbold", "sam.builds.mods"),
  en(
    "My kid found the pettable crab and we have not left the beach level since Tuesday.",
    "Tomasz",
    "sam.builds.mods",
  ),
  en(
    "Your mod fixed a bug that the studio had for nine years. In my book, you are the studio.",
    null,
    "sam.builds.mods",
  ),
  en("Could the wolf please get a name? My vote is Kevin.", "Not Kevin", "sam.builds.mods"),
  en("For the graphics card. May it be cool and quiet.", "pixelwitch", "sam.builds.mods"),
  en("Forty mods installed, and yours is the one that never crashed. 🛠️", null, "sam.builds.mods"),

  en("You closed my issue with one sentence, and it was the right sentence.", "Jonas", "ines.maintains"),
  en(
    "Our whole payroll runs on your date library. Nobody in management knows. I know.",
    "Someone in the basement",
    "ines.maintains",
  ),
  en("Daylight saving time thanks you, and so do I.", null, "ines.maintains"),
  en("I read your changelogs for fun. They are actually funny.", "Bronwyn", "ines.maintains"),
  en(
    "Please take that week in August. I will stand at the door and let no issue pass.",
    "Ravi",
    "ines.maintains",
  ),

  en(
    "You made me read nine hundred pages about a whale. I am a changed and slightly damp man.",
    "Desmond",
    "pages.and.pulp",
  ),
  en("My shelf collapsed. I blame you. Worth it. 📚", "Kit", "pages.and.pulp"),
  en("We named our puppy Footnote.", "Alma and Jo", "pages.and.pulp"),
  en("Finally somebody who admits to skipping the battle scenes.", null, "pages.and.pulp"),

  en(
    "You took my father's picture at the market two years ago. It is the one we chose for the funeral. Thank you for asking him his name.",
    "Marieke",
    "joost.op.straat",
  ),
  en("I was the one with the red umbrella! Thank you for the print.", "Samuel", "joost.op.straat"),
  en("Rotterdam never looked so wet, or so beautiful.", null, "joost.op.straat"),
  en("Your pictures taught me to look up from my phone. Sent from my phone.", "Birgit", "joost.op.straat"),

  en("The gull is my spirit animal.", null, "elo.dessine"),
  en("The lighthouse page has been on my fridge for three flats now.", "Camille", "elo.dessine"),
  en("More gull, please. Always more gull.", "Team Gull", "elo.dessine"),
  en(
    "I read the storm episode to my son in two voices. He says my gull needs work.",
    "Antoine",
    "elo.dessine",
  ),

  en("One poem, pinned to a notice board on Mill Road, and here I am.", null, "wren.field"),
  en("Take your time with the profile. The silence suits you too.", "Imogen", "wren.field"),

  en(
    "We walked down the aisle to your slow air. Everyone cried, even the sheep.",
    "Eilidh",
    "callum.and.the.fiddle",
  ),
  en(
    "I learned the one in D from your video. My flatmate has moved out. 🎻",
    "Rory",
    "callum.and.the.fiddle",
  ),
  en(
    "That reel has been in my head for nine days. Send help, or the second part.",
    null,
    "callum.and.the.fiddle",
  ),

  en("I don't speak a word of German, but I cried in the right places.", "Eleni", "joerdis"),
  en("I used to be afraid of bees. Now I wish them good morning. 🐝", "Patrick", "imkerei.hollerbusch"),
];
