// A proposal that the default gate admits, to be bent by the tests of this folder.
import type { AdmitInput, EvidenceFacts, Near } from "../../../../src/core/questions/cards.ts"

export const span = (quote: string, over: Partial<EvidenceFacts> = {}): EvidenceFacts => ({
  kind: "user_span",
  holds: true,
  quote,
  context: quote,
  typed: true,
  outcome: null,
  ...over,
})
export const offer = (statement: string, over: Partial<AdmitInput> = {}): AdmitInput => ({
  kind: "constraint",
  statement,
  topic: "t",
  scope: { tier: "repo", id: "r" },
  proposer: "user-words@1",
  provenance: "words",
  trust: null,
  evidence: [span(statement)],
  near: [],
  live: 0,
  episodeAdmitted: 0,
  episodeTactics: 0,
  at: 10,
  ...over,
})
export const near = (statement: string, over: Partial<Near> = {}): Near => ({
  card: "old",
  kind: "constraint",
  stage: "active",
  statement,
  topic: "t",
  jaccard: 0,
  at: 1,
  ...over,
})
