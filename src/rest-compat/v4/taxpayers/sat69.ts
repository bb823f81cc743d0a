import { z } from 'zod';
import {
  findSat69,
  type Sat69Entry,
  type Sat69Listing,
} from '../../../resolvers/taxpayers/sat69.ts';
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

const SEARCHED = 'SAT 69 lists searched';

const textSchema = z.string().nullable();
const entrySchema = z
  .object({
    list: listWordSchema,
    supuesto: textSchema,
    nombre: z.string(),
    entidad_federativa: textSchema,
    fecha_publicacion: textSchema.describe(
      'Date of publication as YYYY-MM-DD, or the published text when it is not a date.',
    ),
    monto: textSchema,
    fecha_cancelacion: textSchema,
    ejercicio: textSchema,
    periodo: textSchema,
  })
  .meta({ id: 'PublishedTaxpayerRow' });
const dataSchema = z
  .object({
    rfc: z.string().nullable().describe('RFC as looked up. Null for a look-up by name only.'),
    listed: z
      .boolean()
      .nullable()
      .describe(
        'True when a list contains the RFC, false when all lists are loaded and none contains it. Null otherwise.',
      ),
    lists: z.array(entrySchema),
    ...candidatesShape,
    checked: z.array(checkedListSchema),
  })
  .meta({ id: 'PublishedTaxpayer' });

/** v4: SAT69. The v4 document specifies neither path nor bodies; see docs/guide/lists.md. */
export const sat69: Route = {
  method: 'POST',
  path: '/api/v4/blacklist/sat69',
  caller: 'user',
  toV4Path: toLookUpPath,
  faultMessage: 'Server error',
  handle: async (ctx, { body }) => {
    const wire = parseBody(lookUpSchema, body);
    return succeed(encode(await findSat69(ctx, decodeLookUp(wire))), SEARCHED);
  },
  description: {
    operationId: 'lookUpSat69',
    tag: 'Screening',
    summary: 'Blacklists: SAT 69',
    description:
      'Looks up an RFC or a name in the lists that the SAT publishes under article 69 of the Código Fiscal de la Federación (CFF), as of today or of the date `as_of`. `checked` states the age of each list, or that it is not loaded.',
    scopes: ['list:read'],
    body: {
      schema: lookUpSchema,
      isRequired: true,
      examples: {
        listed: { summary: 'RFC in two lists', value: { rfc: 'CIE150318QX5' } },
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
        schema: envelopeSchema('PublishedTaxpayer', dataSchema),
      },
    ],
    failures: [LIST_UNAVAILABLE],
  },
};

function encode(listing: Sat69Listing): z.infer<typeof dataSchema> {
  return {
    rfc: listing.rfc,
    listed: listing.isListed,
    lists: listing.entries.map(encodeEntry),
    ...encodeCandidates(listing),
    checked: listing.checked.map(encodeChecked),
  };
}

function encodeEntry(entry: Sat69Entry): z.infer<typeof entrySchema> {
  return {
    list: LIST_WORDS[entry.list],
    supuesto: entry.supposition,
    nombre: entry.name,
    entidad_federativa: entry.state,
    fecha_publicacion: entry.publishedOn,
    monto: entry.amount,
    fecha_cancelacion: entry.cancelledOn,
    ejercicio: entry.fiscalYear,
    periodo: entry.period,
  };
}
