import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { type BusinessSample, makeBusiness } from '../../support/data/factories.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

const QUERY = `query ($id: SafeInt!, $after: String) { business(by: { databaseId: $id }) {
  databaseId externalId code name
  responsibleUser { givenName paternalSurname maternalSurname email }
  participants(first: 40, after: $after) { pageInfo { hasNextPage endCursor } nodes {
    databaseId externalPersonId personType name paternalSurname maternalSurname email
    phone { countryCode number } registrationMode hasPendingMatches roles
    documents { typeCode downloadId } } } } }`;

const text = z.string().nullable();
const participantSchema = z.object({
  databaseId: z.number(),
  externalPersonId: z.number(),
  personType: z.enum(['NATURAL_PERSON', 'LEGAL_ENTITY']),
  name: z.string(),
  paternalSurname: text,
  maternalSurname: text,
  email: text,
  phone: z.object({ countryCode: text, number: text }).nullable(),
  registrationMode: z.string(),
  hasPendingMatches: z.boolean(),
  roles: z.array(z.string()),
  documents: z.array(z.object({ typeCode: z.string(), downloadId: z.number().nullable() })),
});
const businessSchema = z.object({
  databaseId: z.number(),
  externalId: z.number(),
  code: z.string(),
  name: text,
  responsibleUser: z
    .object({ givenName: z.string(), paternalSurname: text, maternalSurname: text, email: text })
    .nullable(),
  participants: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
    nodes: z.array(participantSchema),
  }),
});
type GraphBusiness = z.infer<typeof businessSchema>;
type GraphParticipant = z.infer<typeof participantSchema>;

/** The whole business as the graph answers it, page after page. */
async function readGraph(id: number): Promise<GraphBusiness> {
  const read = async (after: string | null) =>
    businessSchema.parse(at(dataOf(await gateway.graphql(QUERY, { id, after })), 'business'));
  const business = await read(null);
  let { pageInfo } = business.participants;
  while (pageInfo.hasNextPage) {
    const next = await read(pageInfo.endCursor);
    business.participants.nodes.push(...next.participants.nodes);
    ({ pageInfo } = next.participants);
  }
  return business;
}

/** The v4 tables, written from the document and not from the gateway's own encoder. */
function encode(business: GraphBusiness): string {
  const user = business.responsibleUser;
  return JSON.stringify({
    data: {
      business: {
        id: business.databaseId,
        id_negocio: business.externalId,
        cod_negocio: business.code,
        business_name: business.name ?? '',
        responsible_user: {
          name: user?.givenName ?? '',
          first_last_name: user?.paternalSurname ?? '',
          second_last_name: user?.maternalSurname ?? '',
          email: user?.email ?? '',
        },
        participantes: business.participants.nodes.map(encodeParticipant),
      },
    },
    message: 'Business detail retrieved successfully',
    success: true,
  });
}

function encodeParticipant(one: GraphParticipant): object {
  return {
    id: one.databaseId,
    id_persona: one.externalPersonId,
    tipo_per: { NATURAL_PERSON: 'FIS', LEGAL_ENTITY: 'MOR' }[one.personType],
    nombre: one.name,
    apellido_paterno: one.paternalSurname ?? '',
    apellido_materno: one.maternalSurname ?? '',
    email: one.email ?? '',
    codigo_telefonico: one.phone?.countryCode ?? '',
    telefono: one.phone?.number ?? '',
    mod_carga: one.registrationMode,
    match_resolution_pending: one.hasPendingMatches,
    roles: one.roles,
    tipo_doctos: one.documents.map((document) => ({
      cod_tipo_docto: document.typeCode,
      id_descarga: document.downloadId,
    })),
  };
}

const MAX = Number.MAX_SAFE_INTEGER;
const STRANGE =
  'ñ Ñ é e\u0301 \u{1f600} ع \u2028 \u2029 \u0001 \u007f "\\/ <b>&amp;</b> \t\n\r\ufeff';

/** `responsible` stands for a user that the test makes. */
type Fixture = BusinessSample & { responsible?: (string | null)[] };

const FIXTURES: Record<string, Fixture> = {
  'a bare business': {},
  'a name that is null': { name: null },
  'a name that is empty': { name: '' },
  'a name of spaces': { name: '  ' },
  'a code that is empty': { code: '' },
  'a responsible user with everything': { responsible: ['Lucía', 'Robles', 'Paz'] },
  'a responsible user with little': { responsible: ['', null, ''] },
  'the largest ids': {
    id: MAX,
    externalId: MAX,
    participants: [{ personExternalId: MAX, documents: [['INE', MAX]] }],
  },
  'ids beyond 32 bits': {
    id: 5_000_000_000,
    externalId: 4_294_967_296,
    participants: [{ personExternalId: 2_147_483_648, documents: [['INE', 9_999_999_999]] }],
  },
  'strange text everywhere': {
    code: STRANGE,
    name: STRANGE,
    responsible: [STRANGE, STRANGE, STRANGE],
    participants: [
      {
        name: STRANGE,
        paternalSurname: STRANGE,
        maternalSurname: STRANGE,
        email: STRANGE,
        phoneCountryCode: STRANGE,
        phoneNumber: STRANGE,
        registrationMode: STRANGE,
        roles: [STRANGE, STRANGE],
        legalActFolio: STRANGE,
        documents: [[STRANGE, null]],
      },
    ],
  },
  'empty text everywhere': {
    participants: [
      {
        name: '',
        paternalSurname: '',
        maternalSurname: '',
        email: '',
        phoneCountryCode: '',
        phoneNumber: '',
        registrationMode: '',
        roles: [''],
        documents: [['', null]],
      },
    ],
  },
  'long text': { name: 'x'.repeat(10_000), participants: [{ name: 'ñ'.repeat(10_000) }] },
  'half a telephone': {
    participants: [
      { phoneNumber: '5555550001' },
      { phoneCountryCode: '+52' },
      { phoneCountryCode: '', phoneNumber: '1' },
      { phoneCountryCode: '1', phoneNumber: '' },
    ],
  },
  'both kinds of person, with and without folio': {
    participants: [
      { personType: 'natural', legalActFolio: 'F-1', hasPendingMatches: true },
      { personType: 'legal', legalActFolio: null, maternalSurname: 'S.C.' },
    ],
  },
  'one person twice': {
    participants: [
      { personExternalId: 7, name: 'Ana' },
      { personExternalId: 7, name: 'Ana María' },
    ],
  },
  'roles in their order, repeated': {
    participants: [{ roles: ['b', 'a', 'b', 'A', 'null', '{}', ','] }, { roles: [] }],
  },
  'documents in their order, repeated': {
    participants: [
      {
        documents: [
          ['Z', null],
          ['A', 3],
          ['Z', 1],
          ['A', null],
          ['Z', null],
          ['a', 3],
        ],
      },
      {},
      { documents: [['A', 3]] },
    ],
  },
  'more participants than a page': {
    participants: Array.from({ length: 95 }, (_, index) => ({
      name: `Persona ${index}`,
      documents: index % 10 === 0 ? [['INE', null]] : [],
    })),
  },
};

describe('the v4 business detail', () => {
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const [name, fixture] of Object.entries(FIXTURES)) ids[name] = await make(fixture);
  });

  it.each(Object.keys(FIXTURES))('is the v4 encoding of what GraphQL answers: %s', async (name) => {
    const id = ids[name] ?? 0;
    const path = `/api/v4/business/detail?id=${id}`;
    const reply = await sendV4(gateway, path, { method: 'GET' });
    expect(reply.text).toBe(encode(await readGraph(id)));
    const count = FIXTURES[name]?.participants?.length ?? 0;
    expect(at(JSON.parse(reply.text), 'data', 'business', 'participantes')).toHaveLength(count);
  });
});

async function make({ responsible, ...sample }: Fixture): Promise<number> {
  const { db, service } = gateway;
  if (responsible === undefined) return (await makeBusiness(db, service.serviceId, sample)).id;
  const { userId } = await addTestUser(db, service.serviceId);
  const [given, paternal = null, maternal = null] = responsible;
  await db
    .updateTable('users')
    .set({ given_name: given ?? '', paternal_surname: paternal, maternal_surname: maternal })
    .where('id', '=', userId)
    .execute();
  const made = await makeBusiness(db, service.serviceId, { ...sample, responsibleUserId: userId });
  return made.id;
}
