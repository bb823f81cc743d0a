import { z } from 'zod';
import type { PersonType } from '../domain/business/participant.ts';

/** Member `tipo_per`. */
export const personTypeSchema = z.enum(['FIS', 'MOR']).meta({
  id: 'PersonType',
  description: '`FIS`: natural person, `MOR`: legal entity.',
});
export type PersonTypeCode = z.infer<typeof personTypeSchema>;

export const PERSON_TYPES_BY_CODE = {
  FIS: 'natural',
  MOR: 'legal',
} as const satisfies Record<PersonTypeCode, PersonType>;

export const PERSON_TYPE_CODES = {
  natural: 'FIS',
  legal: 'MOR',
} as const satisfies Record<PersonType, PersonTypeCode>;
