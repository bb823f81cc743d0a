import type { SectionKey } from '../template/section-keys.ts';

/** Kinds of contradictions: between two values of a report, or between a value and the stored data of the participant. */
export const CONTRADICTION_KINDS = [
  'rfc_birth_date',
  'curp_birth_date',
  'rfc_curp',
  'curp_sex',
  'curp_birth_state',
  'residents_family',
  'stored_rfc',
  'stored_curp',
  'stored_birth_date',
] as const;
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

/** Value of a report that takes part in a contradiction; `field` is the key of a group for its number of rows. */
export type ContradictingField = { section: SectionKey; field: string; label: string };

export type Contradiction = { kind: ContradictionKind; fields: ContradictingField[] };

/** Stored data of the participant that a report is compared with. */
export type StoredIdentity = { rfc: string | null; curp: string | null; birthDate: string | null };
