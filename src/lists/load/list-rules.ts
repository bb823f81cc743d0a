/** Version of the rules that make a snapshot's entries and keys; a list of a lower one is to be loaded again. */
export const LIST_RULES = 3;
