/** One thing that was compared: what it says for or against a match. */
export type ExplanationItem = {
  feature: string;
  /** What the two sides have, null where one has nothing. */
  query: string | null;
  candidate: string | null;
  /** How much alike, from 0 to 1. */
  score: number;
  /** How much it counts. */
  weight: number;
  effect: string;
};
