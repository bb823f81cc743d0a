import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { DECISION, FIDUCIARY_REQUEST } from '../../support/clients/v4-bodies.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { ASKS } from './asks.ts';

const gateway = useGateway();

/** Those whose bodies the v4 document specifies: they ignore what they do not know. */
const SPECIFIED: readonly OperationId[] = ['importAnswers', 'completeBusiness'];

const BODIES = ROUTES.flatMap(({ description: { operationId, body } }) =>
  body === undefined ? [] : [{ id: operationId, schema: body.schema }],
);

/** Every object in a JSON schema. */
function listObjects(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inside = Object.values(schema).flatMap(listObjects);
  return 'properties' in schema ? [schema, ...inside] : inside;
}

/** The body once for each object in it, with a member in that object that nobody knows. */
function withUnknown(body: unknown): unknown[] {
  if (Array.isArray(body))
    return body.flatMap((item, place) =>
      withUnknown(item).map((changed) => body.with(place, changed)),
    );
  if (typeof body !== 'object' || body === null) return [];
  const inside = Object.entries(body).flatMap(([name, value]) =>
    withUnknown(value).map((changed) => ({ ...body, [name]: changed })),
  );
  return [{ ...body, unknown: 'canary.unknown' }, ...inside];
}

describe('a member that is not known', () => {
  it.each(BODIES)('is told apart everywhere in the body of $id, or nowhere', ({ id, schema }) => {
    const objects = listObjects(z.toJSONSchema(schema, { io: 'input' }));
    expect(objects.length).toBeGreaterThan(0);
    const closed = objects.filter(
      (one) => 'additionalProperties' in one && one.additionalProperties === false,
    );
    expect(closed).toHaveLength(SPECIFIED.includes(id) ? 0 : objects.length);
  });

  const upload = { filename: 'a.txt', content_base64: 'YQ==' };
  it.each<[OperationId, object, number]>([
    ['getAccessToken', { email: 'nobody@example.test' }, 1],
    ['processFiduciaryRequests', FIDUCIARY_REQUEST, 4],
    ['resolvePersonMatches', DECISION, 3],
    ['validateRfc', { rfc: 'EKU9003173C9' }, 1],
    ['lookUpSat69', { rfc: 'EKU9003173C9' }, 1],
    ['lookUpSat69b', { rfc: 'EKU9003173C9' }, 1],
    ['uploadFile', upload, 1],
  ])('is refused by %s, and nothing is done', async (id, body, count) => {
    const bodies = withUnknown(body);
    expect(bodies).toHaveLength(count);
    const before = await dumpTables(gateway.db);
    for (const sent of bodies) {
      const { method, path, ...options } = ASKS[id](sent);
      expect((await gateway.request(method, path, options)).status).toBe(400);
    }
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('is ignored by the operations that the v4 document specifies', async () => {
    const path = `/api/v4/quiz/answers/import/api`;
    const body = { user_id: 1, templates: [], answers: [{ question: 'q', answer: 'a' }] };
    for (const sent of withUnknown(body))
      expect(await gateway.request('POST', path, { body: sent })).toMatchObject({ status: 200 });
    const detail = await gateway.request('GET', '/api/v4/business/detail?id=1&unknown=1');
    expect(detail.status).toBe(200);
  });
});
