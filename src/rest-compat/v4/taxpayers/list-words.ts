import { z } from 'zod';
import type { Sat69bListCode, Sat69ListCode } from '../../../domain/lists/list-source.ts';
import { type LookUpInput, lookUpInput } from '../../../resolvers/taxpayers/inputs.ts';
import type { CheckedList } from '../../../resolvers/taxpayers/look-up.ts';
import { createPathTranslator } from '../../../v4-words/create-path-translator.ts';
import { PERSON_TYPES_BY_CODE, personTypeSchema } from '../../../v4-words/person-type.ts';
import { parseInput } from '../../../validation/validate.ts';
import type { RouteFailure } from '../../route.ts';

const { rfc, name, asOf } = lookUpInput.shape;

/** Request body of both look-ups. */
export const lookUpSchema = z
  .strictObject({
    rfc,
    nombre: name.describe(
      'Full name. A look-up by name returns candidates only; it never shows that a taxpayer is absent from the lists.',
    ),
    tipo_per: personTypeSchema.nullish(),
    as_of: z
      .union([z.literal(''), asOf])
      .optional()
      .describe('Requested date: the lists are searched as of this date. Defaults to today.'),
  })
  .meta({ id: 'BlacklistRequest' });
export type LookUpWire = z.infer<typeof lookUpSchema>;

export const toLookUpPath: (path: readonly string[]) => string[] = createPathTranslator({
  as_of: 'asOf',
  nombre: 'name',
  tipo_per: 'personType',
});

export function decodeLookUp({ rfc: text, nombre, tipo_per, as_of }: LookUpWire): LookUpInput {
  return parseInput(lookUpInput, {
    rfc: text,
    name: nombre,
    personType: tipo_per ? PERSON_TYPES_BY_CODE[tipo_per] : undefined,
    asOf: as_of || null,
  });
}

/** Names that the SAT uses for the lists. */
export const LIST_WORDS = {
  'sat69-firmes': 'FIRMES',
  'sat69-exigibles': 'EXIGIBLES',
  'sat69-no-localizados': 'NO_LOCALIZADOS',
  'sat69-cancelados': 'CANCELADOS',
  'sat69-sentencias': 'SENTENCIAS',
  'sat69-csd': 'CSD_SIN_EFECTOS',
  'sat69-entes': 'ENTES_PUBLICOS',
  sat69b: '69B',
  'sat69b-bis': '69B_BIS',
} as const satisfies Record<Sat69ListCode | Sat69bListCode, string>;

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(LIST_WORDS));

export const listWordSchema = z
  .enum(LIST_WORDS)
  .meta({ id: 'SatList', description: 'List of the SAT.' });

export const checkedListSchema = z
  .object({
    list: listWordSchema,
    loaded: z.boolean(),
    as_of: z.iso.date().nullable(),
    as_of_origin: z
      .enum(['file', 'operator', 'loaded'])
      .meta({
        id: 'ListDayOrigin',
        description:
          'Source of the date of the list: `file` when the list states it, `operator` when the operator states it, `loaded` when it is unknown and `as_of` is null.',
      })
      .nullable(),
    source_seen_at: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe(
        'Time of the last fetch that found this version to be the newest of its source. Null when no fetch has found it.',
      ),
    sha256: z.string().nullable(),
    rows: z.int().min(0).nullable(),
    age_days: z.int().min(0).nullable(),
    stale: z.boolean().nullable(),
  })
  .meta({
    id: 'CheckedList',
    description:
      'State of a list at the requested date. The other fields are null when the list is not loaded; `as_of` and `age_days` are also null when the date of the list is unknown.',
  });

/** Returns the SAT's name of a list. */
export function encodeListWord(code: string): z.infer<typeof listWordSchema> {
  return listWordSchema.parse(WORDS.get(code));
}

export function encodeChecked(list: CheckedList): z.infer<typeof checkedListSchema> {
  return {
    list: encodeListWord(list.code),
    loaded: list.isLoaded,
    as_of: list.asOf,
    as_of_origin: list.asOfOrigin,
    source_seen_at: list.sourceSeenAt,
    sha256: list.sha256,
    rows: list.rows,
    age_days: list.ageDays,
    stale: list.isStale,
  };
}

export const LIST_UNAVAILABLE: RouteFailure = {
  id: 'ListUnavailable',
  status: 503,
  description:
    'The lists are not loaded for the requested date, so that the look-up has no result.',
};
