import type { ScreeningOutcome } from '../../screening/screening.ts';
import type { SectionKey } from '../template/section-keys.ts';
import type { ValueSource } from '../value.ts';

/**
 * Kinds of contradictions: between two values of a report, between a value and the stored data of the participant, or
 * between the sources of one value.
 */
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
  'stored_name',
  'stored_screening',
  'sources_differ',
] as const;
export type ContradictionKind = (typeof CONTRADICTION_KINDS)[number];

/**
 * Value of a report that takes part in a contradiction. `field` is the key of a group for its number of rows. Group and
 * row, from 0, are null outside of rows, and absent in reports finalized before they existed.
 */
export type ContradictingField = {
  section: SectionKey;
  group?: string | null;
  row?: number | null;
  field: string;
  label: string;
};

/** Group and row of a value outside of rows. */
export const OUTSIDE_ROWS = { group: null, row: null } as const;

/**
 * Contradiction in a report. `sources` state a value different from that of the report: empty unless the kind is
 * `sources_differ`, and absent in reports finalized before they existed.
 */
export type Contradiction = {
  kind: ContradictionKind;
  fields: ContradictingField[];
  sources?: ValueSource[];
};

/** Stored data of the participant that a report is compared with. */
export type StoredIdentity = Record<NameField, string | null> & {
  rfc: string | null;
  curp: string | null;
  birthDate: string | null;
  /** Newest screening of the participant; null when there is none. */
  screening: { outcome: ScreeningOutcome; matchesCount: number } | null;
};

/** Fields of the name of a participant that a report may contain. */
export const NAME_FIELDS = ['fullName', 'name', 'paternalSurname', 'maternalSurname'] as const;
type NameField = (typeof NAME_FIELDS)[number];
