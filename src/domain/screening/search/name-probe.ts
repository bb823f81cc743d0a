/** Query for names in the index: those with one of `keys` and, unless it is empty, one of `also`. */
export type NameProbe = {
  keys: string[];
  also: string[];
  /** Weight of a hit; names are ranked by the sum of the weights of the probes that find them. */
  weight: number;
  /**
   * Expected number of keys of a matching name; of two names with equal weight, the one with the closer number ranks
   * first.
   */
  keysCount: number;
};
