import { z } from 'zod';
import { NAME_KINDS } from '../../../domain/lists/list-entry.ts';
import { PEP_RELATION_KINDS } from '../../../domain/lists/pep-relation.ts';
import { LIST_COMPARISONS } from '../../../domain/screening/comparable.ts';
import { bandSchema, explanationSchema } from '../common/explanation.ts';
import { idSchema } from '../common/wire.ts';
import { digestSchema, formatSchema, signatureSchema } from './report-words.ts';

const identifierSchema = z
  .object({ kind: z.string(), value: z.string(), country: z.string().nullable() })
  .meta({ id: 'ListedIdentifier' });
const matchShape = {
  list: z.string(),
  entry_id: z.string().describe('Key of the entry in its list.'),
  matter_hash: z
    .string()
    .describe(
      'Hash of the facts of the entry that a decision is based on, for `matter_hash` of a decision.',
    ),
  name: z.string(),
  matched_name: z.string().nullable(),
  matched_kind: z.enum(NAME_KINDS).meta({ id: 'ListedNameKind' }).nullable(),
  score: z.number().min(0).max(1),
  band: bandSchema,
  program: z.array(z.string()),
  identifiers: z.array(identifierSchema),
  birth_dates: z.array(z.string()),
  explanation: z.array(explanationSchema),
};
export const ofacMatchSchema = z.object(matchShape).meta({ id: 'OfacMatch' });
const textSchema = z.string().nullable();
const relationSchema = z
  .object({
    kind: z.enum(PEP_RELATION_KINDS).meta({ id: 'PepRelationKind' }),
    name: z.string().describe('Name of the office holder.'),
    entry_id: z.string().describe('Key of the list entry of the office holder, in the same list.'),
    relationship: textSchema.describe('Relation as published by the list.'),
    position: textSchema,
    from: textSchema,
    to: textSchema,
  })
  .meta({ id: 'PepRelation', description: 'Relation of a person to an office holder.' });
const officeSchema = z
  .object({
    position: textSchema,
    from: textSchema,
    to: textSchema,
    status: textSchema.describe(
      'Status of the office as published: `current`, `ended` or `unknown`.',
    ),
  })
  .meta({ id: 'PepOffice' });
export const pepMatchSchema = z
  .object({
    ...matchShape,
    position: textSchema,
    country: textSchema.describe('First of `countries`.'),
    countries: z.array(z.string()).describe('Countries that the class is derived from.'),
    offices: z
      .array(officeSchema)
      .describe('Offices, at most 50, starting with the current or last one.'),
    institution: textSchema,
    from: textSchema,
    to: textSchema,
    pep_class: z
      .enum(['NACIONAL', 'EXTRANJERO', 'ASIMILADO'])
      .meta({ id: 'PepClass' })
      .nullable()
      .describe(
        'Class of politically exposed person. ASIMILADO is a relative or associate without an office, as stated by the list. Null when the list states too little.',
      ),
    tenure: z
      .enum(['CURRENT', 'WITHIN_LOOK_BACK', 'FORMER', 'UNKNOWN'])
      .meta({ id: 'PepTenure' })
      .nullable()
      .describe(
        'Tenure of the office at the requested date of the screening: held, ended within the look-back period of the operator, ended before, or unknown. For relatives and associates, the tenure of the related office holders.',
      ),
    related_to: z.array(relationSchema).describe('Relations to office holders, at most 20.'),
    person_group: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'Number shared by matches that may concern the same person. It is a suggestion: each match is decided separately. Null when no other match may concern the same person.',
      ),
  })
  .meta({ id: 'PepMatch' });
const listSchema = z
  .object({
    code: z.string(),
    loaded: z.boolean(),
    as_of: z.iso.date().nullable(),
    source_seen_at: z.iso.datetime({ offset: true }).nullable(),
    sha256: z.string().nullable(),
    rows: z.int().min(0).nullable(),
    age_days: z.int().min(0).nullable(),
    stale: z.boolean().nullable(),
    comparison: z
      .enum(LIST_COMPARISONS)
      .meta({
        id: 'ListComparison',
        description:
          'Extent to which the subject was compared with the list: `whole` fully; `part` when the subject has more names, or longer names, than the comparison limit; `nothing` when the subject has no name that can be compared, and no identifier of a kind that the list contains.',
      })
      .nullable(),
  })
  .meta({
    id: 'ScreenedList',
    description:
      'State of a screened list. The fields other than `code` and `loaded` are null when the list is not loaded; `as_of` and `age_days` are also null when the date of the list is unknown.',
  });

/** Creates the schema of the response data around the schema of a match; `id` is its name in OpenAPI. */
export function createDataSchema(id: string, match: z.ZodType): z.ZodType {
  return z
    .object({
      report_id: idSchema,
      found: z
        .boolean()
        .nullable()
        .describe(
          'True when there are matches, false when there are none. Null when there are none and the screening is incomplete: a list was not loaded or not fully compared.',
        ),
      matches_count: z
        .int()
        .min(0)
        .describe('Lower bound of the number of matches. Only the strongest 100 are in `matches`.'),
      matches: z.array(match),
      lists: z.array(listSchema),
      format: formatSchema,
      sha256: digestSchema,
      signature: signatureSchema,
      id_descarga: idSchema
        .nullable()
        .describe('Id of the file that stores the PDF of a participant. Null otherwise.'),
    })
    .meta({ id });
}
