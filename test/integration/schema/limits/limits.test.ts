import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import { at } from '../../../support/clients/graphql.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';
import { expectNoFault } from '../../../support/probes/no-fault.ts';

const gateway = useGateway();
const DOCUMENT_LIMITS = loadConfig({}).document;
const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

const BUSINESS_LEAVES =
  'id databaseId externalId code name version createdAt updatedAt participantCount';

/** A document that stands exactly at the limit where `count` is the limit's own number. */
const AT: Record<
  Exclude<keyof typeof DOCUMENT_LIMITS, 'tokens' | 'cost' | 'answerBytes' | 'directivesPerPlace'>,
  (count: number) => string
> = {
  errors: (count) => `{ viewer { ${times(count, (index) => `nope${index}`)} } }`,
  operations: (count) => times(count, (index) => `query Q${index} { viewer { service } }`),
  fragments: (count) =>
    `query Q0 { viewer { ${times(count, (index) => `...F${index}`)} } }
     ${times(count, (index) => `fragment F${index} on Viewer { service }`)}`,
  depth: (count) => nested(count),
  // Twenty root fields of 50 fields each: no name may stand at one place so often.
  fields: (count) =>
    `query Q0 { ${times(20, (index) => `b${index}: business(by: { databaseId: 1 }) { ...F }`)} }
     fragment F on Business { ${BUSINESS_LEAVES} responsibleUser { givenName paternalSurname
       maternalSurname email } participants { totalCount nodes { id databaseId externalPersonId
       personType name paternalSurname maternalSurname email registrationMode hasPendingMatches
       roles legalActFolio createdAt updatedAt phone { number countryCode }
       documents { id typeCode downloadId isAvailable } business { ${BUSINESS_LEAVES} } } }
       ${count > 1000 ? '__typename' : ''} }`,
  pairs: (count) => `query Q0 { viewer { ${pairs(count)} } }`,
  aliases: (count) => `query Q0 { viewer { ${times(count, (index) => `a${index}: service`)} } }`,
  rootFields: (count) => `query Q0 { ${times(count, () => 'viewer { service }')} }`,
  directives: (count) =>
    `query Q0 { viewer { ${times(count, () => 'service @include(if: true)')} } }`,
};

/** participants, nodes, business, participants … down to a leaf at the level `depth`; pages of one cost little. */
function nested(depth: number): string {
  const levels = ['participants', 'nodes', 'business'];
  const inner = Array.from({ length: depth - 2 }, (_, index) => levels[index % 3] ?? '');
  const leaf = (['totalCount', 'name', 'code'] as const)[(depth - 3) % 3];
  const document = inner
    .map((field) => (field === 'participants' ? 'participants(first: 1)' : field))
    .reduceRight((body, field) => `${field} { ${body} }`, leaf ?? '');
  return `query Q0 { business(by: { databaseId: 1 }) { ${document} } }`;
}

/** One field so often under some names that there are so many pairs of the same. */
function pairs(count: number): string {
  let left = count;
  const fields: string[] = [];
  for (let name = 0; left > 0; name += 1) {
    const often = Math.floor((1 + Math.sqrt(1 + 8 * left)) / 2);
    left -= (often * (often - 1)) / 2;
    // The first without an alias, of which there may not be so many.
    const field = name === 0 ? 'service' : name === 1 ? '__typename' : `a${name}: service`;
    fields.push(...Array.from({ length: often }, () => field));
  }
  return fields.join(' ');
}

const keys = (count: number) =>
  `{ questionnaireTemplates(keys: [${times(count, () => '"k"')}]) { key } }`;

const WORDS = {
  operations: 'operations',
  fragments: 'fragments',
  depth: 'levels',
  fields: 'fields',
  pairs: 'pairs of fields of one name at one place',
  aliases: 'aliases',
  rootFields: 'root fields',
  directives: 'directives',
} as const;
const NAMES = [
  'operations',
  'fragments',
  'depth',
  'fields',
  'pairs',
  'aliases',
  'rootFields',
  'directives',
] as const;

async function messagesOf(query: string): Promise<unknown[]> {
  const reply = await gateway.graphql(query);
  const errors = at(reply.body, 'errors');
  return Array.isArray(errors) ? errors.map((one) => at(one, 'message')) : [];
}

async function run(query: string, operationName?: string) {
  return await gateway.request('POST', '/graphql', { body: { query, operationName } });
}

describe('a document', () => {
  it.each(NAMES)('may be at the limit of its %s', async (name) => {
    const reply = await run(AT[name](DOCUMENT_LIMITS[name]), 'Q0');
    expect(reply.body).toHaveProperty('data');
    expect(reply.body).not.toHaveProperty('errors');
  });

  it.each(NAMES)('may not be over the limit of its %s, and is not run', async (name) => {
    const max = DOCUMENT_LIMITS[name];
    gateway.statements.length = 0;
    const reply = await run(AT[name](max + 1), 'Q0');
    expect(reply.body).toEqual({
      errors: [
        {
          message: `The document has too many ${WORDS[name]}: at most ${max}.`,
          extensions: { code: 'LIMIT_EXCEEDED', code_message: 'invalid_request' },
        },
      ],
    });
    expect(gateway.statements).toEqual([]);
  });

  it('may have 5 directives at one place and not one more, so that the errors do not multiply', async () => {
    const five = '{ viewer { service @a @b @c @d @e } }';
    expect(await messagesOf(five)).toHaveLength(5);
    const tooMany = 'The document has too many directives at one place: at most 5.';
    expect(await messagesOf(five.replace('@e', '@e @f'))).toEqual([tooMany]);
  });

  it('may have 5000 tokens and not one more, wherever they stand', async () => {
    const { tokens } = DOCUMENT_LIMITS;
    const overhead = 12;
    const tooMany = `Syntax Error: Document contains more than ${tokens} tokens. Parsing aborted.`;
    expect(await messagesOf(keys(tokens - overhead))).not.toContain(tooMany);
    expect(await messagesOf(keys(tokens - overhead + 1))).toEqual([tooMany]);
  });

  it('is told at most ten of its errors', async () => {
    const messages = await messagesOf(AT.errors(DOCUMENT_LIMITS.errors + 5));
    expect(messages).toHaveLength(DOCUMENT_LIMITS.errors + 1);
    expect(messages.at(-1)).toMatch(/aborted/);
    expect(messages.join()).not.toContain('Did you mean');
  });

  it('holds one mutation: with two, nothing is changed', async () => {
    const issue = `issueAccessToken(input: { email: "${gateway.service.email}" }) { __typename }`;
    const message = 'The document has too many root fields: at most 1.';
    expect(await messagesOf(`mutation { a: ${issue} b: ${issue} }`)).toEqual([message]);
    const spread = `mutation { ...A ...A } fragment A on Mutation { ${issue} }`;
    expect(await messagesOf(spread)).toEqual([message]);
    const events = gateway.db.selectFrom('audit_events').where('user_id', 'is not', null);
    expect(await events.selectAll().execute()).toEqual([]);
    const named = `mutation { __typename ...A } fragment A on Mutation { __typename ${issue} }`;
    const twice = named.replace('...A', `...A b: ${issue}`);
    expect(await messagesOf(twice)).toEqual([message]);
    expect(await messagesOf(named)).toEqual([]);
  });

  it('may be the introspection query of common clients', async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    expect(await messagesOf(query)).toEqual([]);
  });
});

describe('a document made to exhaust', () => {
  const bomb = (width: number) =>
    `{ viewer { ...F0 } } ${times(49, (index) => `fragment F${index} on Viewer { ${times(width, () => `...F${index + 1}`)} }`)}
     fragment F49 on Viewer { service }`;
  const FIELDS = 'The document has too many fields: at most 1000.';
  const NESTED = 'The document has too many brackets within brackets: at most 200.';

  it.each([
    ['a bomb of fragments, 2^49 fields', bomb(2), FIELDS],
    ['a wider one, 20^49', bomb(20), FIELDS],
    ['a field 1200 times', `{ viewer { ${times(1200, () => 'service')} } }`, FIELDS],
    [
      'fields that must each be compared with each',
      `{ ${times(1200, () => 'viewer { service }')} }`,
      FIELDS,
    ],
    [
      'a fragment in itself',
      '{ viewer { ...A } } fragment A on Viewer { ...A }',
      'Cannot spread fragment "A" within itself.',
    ],
    [
      'fragments in a circle',
      '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
      'Cannot spread fragment "A" within itself via "B".',
    ],
    [
      'introspection that goes round',
      `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} }'.repeat(4)} } } }`,
      'Maximum introspection depth exceeded',
    ],
    [
      'brackets within brackets',
      `{ nodes(ids: ${'['.repeat(2400)}${']'.repeat(2400)}) { id } }`,
      NESTED,
    ],
    ['levels within levels, which never end', `query (${'{ a(b: ['.repeat(1200)}`, NESTED],
    ['one bracket within brackets too many', `{ nodes(ids: ${'['.repeat(199)}`, NESTED],
  ])('is refused before the database is read: %s', async (_name, query, message) => {
    gateway.statements.length = 0;
    expect(await messagesOf(query)).toContain(message);
    expect(gateway.statements).toEqual([]);
  });

  it('is not what has many brackets side by side, or in text, or as many in each other as may be', async () => {
    const ids = times(300, (index) => `["${index}"]`);
    for (const query of [
      `{ nodes(ids: [${ids}]) { id } }`,
      `{ nodes(ids: "${'['.repeat(300)}") { id } } # ${'{'.repeat(300)}`,
      `{ nodes(ids: ${'['.repeat(198)}${']'.repeat(198)}) { id } }`,
    ])
      expect(await messagesOf(query)).not.toContain(NESTED);
  });

  it('leaves no fault in the log', async () => {
    await expectNoFault(gateway);
  });
});
