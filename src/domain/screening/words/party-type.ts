/** Type of the party that a name belongs to. `other`: a ship, an aircraft or an unknown type. */
export const PARTY_TYPES = ['natural', 'legal', 'other'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];
