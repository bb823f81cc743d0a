/** What a name is the name of. `other`: a ship, a plane, or whoever the list does not tell about. */
export const PARTY_TYPES = ['natural', 'legal', 'other'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];
