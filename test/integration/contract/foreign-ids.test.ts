import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ID_KINDS, raiseLastId } from '../../../src/db/queries/records/id-counters.ts';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { at } from '../../support/clients/graphql.ts';
import { follow, operationOf } from '../../support/clients/openapi.ts';
import { type Digest, digestTables } from '../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { EXTERNAL, FILTERS, listIds, MORE_INPUTS, type RootKind, replaceIds } from './id-places.ts';
import { makeTargetOf } from './make-target.ts';
import { MUTATION_SAMPLES, QUERY_SAMPLES, REST_SAMPLES, type Target } from './samples.ts';

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' });
const NOBODY = 999_999;
/** Above every id of the caller's service, and below NOBODY. */
const THEIR_LAST_ID = 700_000;
const EVERYTHING = { needsFile: true, needsDocument: true, needsReport: true, needsWebhook: true };

let mine: Target;
let theirServiceId = 0;
let theirIds: number[] = [];

beforeAll(async () => {
  const { db, url } = gateway;
  mine = await makeTargetOf({ url, db, service: gateway.service }, EVERYTHING);
  const service = await createTestService(db, await createTestTokens(db));
  const { serviceId } = service;
  for (const kind of ID_KINDS) await raiseLastId(db, { serviceId, kind, lastId: THEIR_LAST_ID });
  const theirs = await makeTargetOf({ url, db, service }, EVERYTHING);
  theirServiceId = serviceId;
  theirIds = Object.values(theirs).flatMap((id) =>
    typeof id === 'number' && id > THEIR_LAST_ID ? [id] : [],
  );
});

/** The reply without the id that was asked for, which some refusals name. */
function withoutId(reply: unknown, id: number): string {
  return JSON.stringify(reply).replaceAll(String(id), 'ID');
}

/** Expects the same reply to each id of the other service as to one that no service has. */
async function expectUnknown(ask: (id: number) => Promise<unknown>): Promise<void> {
  const before = lastDigest ?? (await digestTables(gateway.db, theirServiceId));
  const unknown = withoutId(await ask(NOBODY), NOBODY);
  for (const id of theirIds) expect(withoutId(await ask(id), id)).toBe(unknown);
  lastDigest = await digestTables(gateway.db, theirServiceId);
  expect(lastDigest).toEqual(before);
}

/** Digest of the other service's rows after the last request. */
let lastDigest: Digest | undefined;

const isProviders = (id: string): boolean => id.startsWith('upsert') && EXTERNAL[id] !== undefined;

const GRAPH = (['query', 'mutation'] as const).flatMap((kind) =>
  Object.entries(kind === 'query' ? QUERY_SAMPLES : MUTATION_SAMPLES).map(
    ([field, { document }]) => [field, kind, document] as const,
  ),
);

describe("an id of another service's row in the graph", () => {
  it.each(GRAPH)('is unknown to %s (%s)', async (field, kind, document) => {
    const places = replaceIds({ field, kind }, document(mine), NOBODY);
    for (const { id: name, query } of places) {
      if (isProviders(name)) continue;
      await expectUnknown(async (id) => {
        const { body } = await gateway.graphql(query.replace(String(NOBODY), String(id)));
        return body;
      });
    }
  });

  it.each(Object.entries(MORE_INPUTS))('is unknown in %s', async (place, input) => {
    const [field] = place.split('.');
    await expectUnknown(async (id) => {
      const query = `mutation { ${field}(input: { ${input(mine, id)} }) { __typename
        ... on UserError { code message } } }`;
      return (await gateway.graphql(query)).body;
    });
  });

  it.each(Object.entries(FILTERS))('finds nothing by the filter %s', async (_place, filter) => {
    await expectUnknown(async (id) => {
      const { body } = await gateway.graphql(`{ ${filter(id)} }`);
      expect(body).not.toHaveProperty('errors');
      return body;
    });
  });

  it.each(['query', 'mutation'] as const)('is tried in every input of the type %s', (kind) => {
    const tried = GRAPH.filter(([, of]) => of === kind).flatMap(([field, , document]) =>
      replaceIds({ field, kind }, document(mine), NOBODY).map(({ id }) => id),
    );
    const known = new Set([...tried, ...Object.keys(MORE_INPUTS), ...OTHERS[kind]]);
    expect(listIds(kind).filter((id) => !known.has(id))).toEqual([]);
  });
});

/** Filters, and ids of the provider. */
const OTHERS: Record<RootKind, readonly string[]> = {
  query: Object.keys(FILTERS),
  mutation: Object.keys(EXTERNAL),
};

type Request = { method: string; path: string; body?: unknown };
type Place = { operation: OperationId; place: string; ask: (id: number) => Request };

/** Bodies in which an id stands that the samples leave out or that excludes another. */
const V4_BODIES: Record<string, (target: Target) => object> = {
  'generateSocioeconomicReport.id_persona': () => ({}),
  'generateOfacReport.id_persona': () => ({}),
  'generatePepsReport.id_persona': () => ({}),
  'extractDocument.file_id': () => ({}),
};
const V4_PROVIDERS = ['processFiduciaryRequests', 'processFiduciaryBatch'];
const V4_NUMBERS = ['extractDocument.wait_ms'];

const parameterSchema = z.object({ name: z.string(), in: z.string(), schema: z.looseObject({}) });
const parametersOf = (operation: OperationId) =>
  z
    .array(z.unknown())
    .parse(at(operationOf(operation), 'parameters') ?? [])
    .map((parameter) => parameterSchema.parse(follow(parameter)))
    .filter(({ in: place, schema }) => place !== 'header' && isInteger(schema));

function isInteger(schema: unknown): boolean {
  return [at(schema, 'type')].flat().includes('integer');
}

/** Names of integers in the body of an operation, at its first level. */
function bodyIdsOf(operation: OperationId): string[] {
  const content = at(follow(at(operationOf(operation), 'requestBody')), 'content');
  const schema = follow(at(content, 'application/json', 'schema'));
  const properties = z.record(z.string(), z.unknown()).parse(at(schema, 'properties') ?? {});
  return Object.entries(properties).flatMap(([name, of]) => (holdsInteger(of) ? [name] : []));
}

function holdsInteger(schema: unknown): boolean {
  const options = z.array(z.unknown()).parse(at(schema, 'anyOf') ?? at(schema, 'oneOf') ?? []);
  return isInteger(follow(schema)) || options.some(holdsInteger);
}

function placesOf(operation: OperationId): Place[] {
  const request = (): Request => REST_SAMPLES[operation].request(mine);
  const inPath = parametersOf(operation).map(({ name, in: place }): Place => {
    const pattern = place === 'query' ? new RegExp(`(?<=[?&]${name}=)\\d+`) : /(?<=\/)\d+/;
    const ask = (id: number) => {
      const { path, ...rest } = request();
      return { ...rest, path: path.replace(pattern, String(id)) };
    };
    return { operation, place: `${operation}.${name}`, ask };
  });
  const inBody = bodyIdsOf(operation).map((name): Place => {
    const place = `${operation}.${name}`;
    const ask = (id: number) => {
      const { body, ...rest } = request();
      const base = V4_BODIES[place]?.(mine) ?? body;
      return { ...rest, body: { ...(typeof base === 'object' ? base : {}), [name]: id } };
    };
    return { operation, place, ask };
  });
  return [...inPath, ...inBody].filter(({ place }) => !V4_NUMBERS.includes(place));
}

const OPERATIONS = z.custom<OperationId[]>().parse(Object.keys(REST_SAMPLES));
const V4 = OPERATIONS.filter((operation) => !V4_PROVIDERS.includes(operation)).flatMap(placesOf);

describe("an id of another service's row in v4", () => {
  it.each(V4.map(({ place, ask }) => [place, ask] as const))(
    'is unknown in %s',
    async (_place, ask) => {
      await expectUnknown(async (id) => {
        const { method, path, body } = ask(id);
        const reply = await gateway.request(method, path, { body });
        return [reply.status, reply.body];
      });
    },
  );

  it('is tried in at least these places', () => {
    expect(V4.map(({ place }) => place)).toEqual(
      expect.arrayContaining([
        'importAnswers.user_id',
        'getBusinessDetail.id',
        'resolvePersonMatches.business_id',
        'generateSocioeconomicReport.corrects',
        'extractDocument.file_id',
      ]),
    );
  });
});
