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
  entry_id: z.string().describe('What the list itself knows the entry by'),
  matter_hash: z.string().describe('Of what a decision about the match rests on'),
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
    name: z.string().describe('Of the one in office'),
    entry_id: z.string().describe('What the same list knows that one by'),
    relationship: textSchema.describe('The list’s own word for what the relative or associate is'),
    position: textSchema,
    from: textSchema,
    to: textSchema,
  })
  .meta({ id: 'PepRelation', description: 'What somebody is to one in office, and to whom.' });
const officeSchema = z
  .object({
    position: textSchema,
    from: textSchema,
    to: textSchema,
    status: textSchema.describe('The list’s own word: `current`, `ended`, `unknown`'),
  })
  .meta({ id: 'PepOffice' });
export const pepMatchSchema = z
  .object({
    ...matchShape,
    position: textSchema,
    country: textSchema.describe('The first of `countries`'),
    countries: z.array(z.string()).describe('All by which the class is told'),
    offices: z.array(officeSchema).describe('At most 50, the one held now or last first'),
    institution: textSchema,
    from: textSchema,
    to: textSchema,
    pep_class: z
      .enum(['NACIONAL', 'EXTRANJERO', 'ASIMILADO'])
      .meta({ id: 'PepClass' })
      .nullable()
      .describe(
        'Null where the list says too little; ASIMILADO is a relative or associate by the list itself, without an office',
      ),
    tenure: z
      .enum(['CURRENT', 'WITHIN_LOOK_BACK', 'FORMER', 'UNKNOWN'])
      .meta({ id: 'PepTenure' })
      .nullable()
      .describe(
        'How the office stands on the day of the lists: held, ended no longer ago than the operator looks back, or longer ago; of relatives and associates that of whom they are related to',
      ),
    related_to: z.array(relationSchema).describe('At most 20'),
    person_group: z
      .int()
      .min(1)
      .nullable()
      .describe(
        'The same number of matches that may be one person: a suggestion, each is decided by itself; null where no other is like it',
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
          'What of the person was compared with the list: `part` where the name has more in it than is compared, `nothing` where there is no name and the list has no identifier of the kinds that were given.',
      })
      .nullable(),
  })
  .meta({
    id: 'ScreenedList',
    description:
      'All but its code is null where it is not loaded; `as_of` and `age_days` also where its day is unknown.',
  });

/** What is answered, of matches of that kind. */
export function dataSchemaOf(id: string, match: z.ZodType): z.ZodType {
  return z
    .object({
      report_id: idSchema,
      found: z
        .boolean()
        .nullable()
        .describe(
          'Null where nothing was found and a list was not loaded, or not all was compared with it: that says nothing',
        ),
      matches_count: z
        .int()
        .min(0)
        .describe(
          'At least so many were found: of more than 100 only the strongest are in `matches`',
        ),
      matches: z.array(match),
      lists: z.array(listSchema),
      format: formatSchema,
      sha256: digestSchema,
      signature: signatureSchema,
      id_descarga: idSchema.nullable().describe('The file of a participant’s PDF; null otherwise'),
    })
    .meta({ id });
}
