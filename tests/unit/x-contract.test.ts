import { describe, expect, it } from "vitest";
import { authorization, weightedLength } from "../../app/domain/microblog/networks/x.server.ts";
import { networkContract } from "../support/networks/contract.ts";
import { openXWorld } from "../support/networks/x-world.ts";

describe("the contract of microblogging networks, kept by the adapter to X", () => {
  networkContract(openXWorld, {
    canFind: true,
    takesTheSameTwice: false,
    refusals: ["credits", "day", "keys", "rights"],
  });
});

describe("how X counts and is signed for", () => {
  it("signs the example of X's documents as they do", () => {
    const header = authorization(
      {
        method: "POST",
        url: new URL("https://api.twitter.com/1.1/statuses/update.json?include_entities=true"),
        fields: { status: "Hello Ladies + Gentlemen, a signed OAuth request!" },
        nonce: "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg",
        at: new Date(1318622958 * 1000),
      },
      {
        apiKey: "xvz1evFS4wEEPTGEFPHBog",
        apiSecret: "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
        token: "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb",
        tokenSecret: "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE",
      },
    );
    expect(header).toContain(`oauth_signature="${encodeURIComponent("hCtSmYh+iHYCEqBWrE7C7hYmtUk=")}"`);
  });

  it.each([
    ["Thank you", 9],
    ["Danke, Jördis", 13],
    ["💛", 2],
    ["ありがとう", 10],
    ["https://tribute.example/a-very-long-name-of-a-creator", 23],
  ])("counts %s as X does", (text, length) => {
    expect(weightedLength(text)).toBe(length);
  });
});
