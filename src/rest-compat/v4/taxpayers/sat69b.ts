import { z } from 'zod';
import {
  findSat69b,
  type Sat69bListing,
  type Sat69bRow,
  type Sat69bVersion,
} from '../../../resolvers/taxpayers/sat69b.ts';
import { succeed } from '../../respond.ts';
import { parseBody, type Route } from '../../route.ts';
import { envelopeSchema } from '../common/wire.ts';
import { candidatesShape, encodeCandidates } from './candidates.ts';
import {
  checkedListSchema,
  decodeLookUp,
  encodeChecked,
  LIST_UNAVAILABLE,
  LIST_WORDS,
  listWordSchema,
  lookUpSchema,
  toLookUpPath,
} from './list-words.ts';
import { STATUS_NAMES, VERDICTS, verdictSchema } from './verdicts.ts';

const SEARCHED = 'SAT 69-B lists searched';

const standingSchema = z.enum(STATUS_NAMES).meta({ id: 'SimulatedOperationsStanding' });
const publicationSchema = z
  .object({
    stage: standingSchema,
    channel: z.enum(['SAT', 'DOF']).meta({ id: 'PublicationChannel' }),
    oficio: z.string().nullable(),
    published_on: z.array(z.iso.date()),
  })
  .meta({ id: 'SimulatedOperationsPublication' });
const rowSchema = z
  .object({
    list: listWordSchema,
    situacion: standingSchema,
    overruled: z
      .boolean()
      .describe(
        'True when a later row with a favorable ruling names the same official letter. The row then counts as SENTENCIA_FAVORABLE.',
      ),
    nombre: z.string(),
    other_names: z.array(z.string()),
    publications: z.array(publicationSchema),
    nota: z.string().nullable(),
  })
  .meta({ id: 'SimulatedOperationsRow' });
const versionSchema = z
  .object({
    list: listWordSchema,
    entry_key: z.string(),
    situacion: standingSchema,
    nombre: z.string(),
    from: z.iso.date(),
    until: z.iso.date().nullable(),
  })
  .meta({ id: 'SimulatedOperationsVersion' });
const dataSchema = z
  .object({
    rfc: z.string().nullable().describe('RFC as looked up. Null for a look-up by name only.'),
    listed: z.boolean().nullable(),
    verdict: verdictSchema
      .nullable()
      .describe(
        'Worst status of all procedures. Null when none is adverse and a list is not loaded, and for a look-up by name only.',
      ),
    adverse: z.boolean().nullable(),
    mixed: z.boolean(),
    rows: z.array(rowSchema),
    timeline: z.array(versionSchema),
    ...candidatesShape,
    checked: z.array(checkedListSchema),
  })
  .meta({ id: 'SimulatedOperations' });

/** v4: SAT69-B. The v4 document specifies neither path nor bodies; see docs/guide/lists.md. */
export const sat69b: Route = {
  method: 'POST',
  path: '/api/v4/blacklist/sat69b',
  caller: 'user',
  toV4Path: toLookUpPath,
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(lookUpSchema, body);
    return succeed(encode(await findSat69b(ctx, decodeLookUp(wire))), SEARCHED);
  },
  description: {
    operationId: 'lookUpSat69b',
    tag: 'Screening',
    summary: 'Blacklists: SAT 69-B and 69-B Bis',
    description:
      'Looks up an RFC or a name in the lists that the SAT publishes under articles 69-B and 69-B Bis of the Código Fiscal de la Federación (CFF), as of today or of the date `as_of`, with the publications and the earlier versions of each procedure. `checked` states the age of both lists, or that one is not loaded.',
    scopes: ['list:read'],
    body: {
      schema: lookUpSchema,
      isRequired: true,
      examples: {
        definitive: { summary: 'RFC with the status DEFINITIVO', value: { rfc: 'CIE150318QX5' } },
        presumed: {
          summary: 'RFC as of a date when its status was PRESUNTO',
          value: { rfc: 'CIE150318QX5', as_of: '2024-12-01' },
        },
        unlisted: { summary: 'RFC in no list', value: { rfc: 'EKU9003173C9' } },
        byName: {
          summary: 'Name without an RFC',
          value: { nombre: 'Comercializadora Inventada Estrella', tipo_per: 'MOR' },
        },
      },
    },
    responses: [
      {
        status: 200,
        description: `${SEARCHED}. Lists that are not loaded are named in \`checked\`.`,
        schema: envelopeSchema('SimulatedOperations', dataSchema),
      },
    ],
    failures: [LIST_UNAVAILABLE],
  },
};

function encode(listing: Sat69bListing): z.infer<typeof dataSchema> {
  return {
    rfc: listing.rfc,
    listed: listing.isListed,
    verdict: listing.verdict && VERDICTS[listing.verdict],
    adverse: listing.isAdverse,
    mixed: listing.isMixed,
    rows: listing.rows.map(encodeRow),
    timeline: listing.timeline.map(encodeVersion),
    ...encodeCandidates(listing),
    checked: listing.checked.map(encodeChecked),
  };
}

function encodeRow(row: Sat69bRow): z.infer<typeof rowSchema> {
  return {
    list: LIST_WORDS[row.list],
    situacion: STATUS_NAMES[row.standing],
    overruled: row.isOverruled,
    nombre: row.name,
    other_names: row.otherNames.map(({ name }) => name),
    publications: row.notices.map(({ stage, channel, office, publishedOn }) => ({
      stage: STATUS_NAMES[stage],
      channel,
      oficio: office,
      published_on: publishedOn,
    })),
    nota: row.note,
  };
}

function encodeVersion(version: Sat69bVersion): z.infer<typeof versionSchema> {
  return {
    list: LIST_WORDS[version.list],
    entry_key: version.entryKey,
    situacion: STATUS_NAMES[version.standing],
    nombre: version.name,
    from: version.heldFrom,
    until: version.heldUntil,
  };
}
