/** What a list's names are asked for: those with one of `keys` and, where there are any, one of `also`. */
export type NameProbe = {
  keys: string[];
  also: string[];
  /** How much it tells that a name has them: names of which several probes tell come first. */
  weight: number;
  /** How many keys names of this kind have: of two names that share as much, one with as many comes first. */
  keysCount: number;
};
