import { z } from 'zod';
import type { Sat69bListCode, Sat69ListCode } from '../../../domain/lists/list-source.ts';
import { lookUpRfcInput } from '../../../resolvers/lists/inputs.ts';
import type { CheckedList } from '../../../resolvers/lists/look-up.ts';
import { wordsBy } from '../../../v4-words/words-by.ts';
import type { RouteFailure } from '../../route.ts';

const { rfc, asOf } = lookUpRfcInput.shape;

/** What both look-ups are sent. */
export const lookUpSchema = z
  .strictObject({
    rfc,
    as_of: z
      .union([z.literal(''), asOf])
      .optional()
      .describe('The day whose lists are asked; today where it is left out'),
  })
  .meta({ id: 'BlacklistRequest' });
export type LookUpWire = z.infer<typeof lookUpSchema>;

export const toLookUpWords: (path: readonly string[]) => string[] = wordsBy({ as_of: 'asOf' });

export function decodeLookUp({ rfc: text, as_of }: LookUpWire): {
  rfc: string;
  asOf: string | null;
} {
  return { rfc: text, asOf: as_of || null };
}

/** The SAT's own names of its lists. */
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
  .meta({ id: 'SatList', description: 'A list of the SAT.' });

export const checkedListSchema = z
  .object({
    list: listWordSchema,
    loaded: z.boolean(),
    as_of: z.iso.date().nullable(),
    as_of_origin: z
      .enum(['file', 'operator', 'loaded'])
      .meta({ id: 'ListDayOrigin', description: 'Who says of which day a list speaks.' })
      .nullable(),
    sha256: z.string().nullable(),
    rows: z.int().min(0).nullable(),
    age_days: z.int().min(0).nullable(),
    stale: z.boolean().nullable(),
  })
  .meta({
    id: 'CheckedList',
    description: 'A list that was looked at; all else is null where it is not loaded.',
  });

export function encodeChecked(list: CheckedList): z.infer<typeof checkedListSchema> {
  return {
    list: listWordSchema.parse(WORDS.get(list.code)),
    loaded: list.isLoaded,
    as_of: list.asOf,
    as_of_origin: list.asOfOrigin,
    sha256: list.sha256,
    rows: list.rows,
    age_days: list.ageDays,
    stale: list.isStale,
  };
}

export const LIST_UNAVAILABLE: RouteFailure = {
  id: 'ListUnavailable',
  status: 503,
  description: 'None of the lists is loaded for that day: nothing can be said of the RFC',
};
