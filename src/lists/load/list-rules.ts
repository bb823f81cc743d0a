/** Version of the rules that produce entries and keys. Snapshots of a lower version must be loaded again. */
export const LIST_RULES = 3;
