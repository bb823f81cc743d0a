import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OperationId } from '../../../src/rest-compat/route.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { at } from '../../support/clients/graphql.ts';
import {
  checkOf,
  expectHeaders,
  follow,
  operationOf,
  responseOf,
} from '../../support/clients/openapi.ts';
import { useDemoGateway } from '../../support/gateway/demo-gateway.ts';

const demo = useDemoGateway();

type Example = { id: OperationId; name: string; type: string | undefined; body: unknown };

/** Every example of the description, in its order; of a request without a body its parameters are the example. */
const EXAMPLES = ROUTES.flatMap(({ description: { operationId: id } }): Example[] => {
  const content = entriesOf(at(operationOf(id), 'requestBody', 'content'));
  const bodies = content.flatMap(([type, media]) => {
    const named = entriesOf(at(media, 'examples')).map(([name, one]) => [name, at(one, 'value')]);
    const all = named.length > 0 ? named : [[type, at(media, 'example')]];
    return all.map(([name, body]) => ({ id, name: String(name), type, body }));
  });
  return bodies.length > 0 ? bodies : [{ id, name: 'parameters', type: undefined, body: null }];
});

/** The request of an example, made of nothing but the description. */
async function send({ id, type, body }: Example): Promise<Response> {
  const { method, path } = targetOf(id);
  const isForm = type === 'multipart/form-data';
  const { authorization = '', ...keyHeaders } = demo.headers;
  const isForKeys = at(operationOf(id), 'security', 0, 'apiKey') !== undefined;
  const caller = isForKeys ? keyHeaders : { ...keyHeaders, authorization };
  return await fetch(`${demo.url}${path}`, {
    method,
    headers: { ...caller, ...(type && !isForm ? { 'content-type': type } : {}) },
    ...(type === undefined ? {} : { body: isForm ? formOf(body) : textOf(body) }),
  });
}

function targetOf(id: OperationId): { method: string; path: string } {
  const { method, path } = ROUTES.find((one) => one.description.operationId === id) ?? {
    method: '',
    path: '',
  };
  const parameters = [at(operationOf(id), 'parameters')].flat().map(follow);
  const query = new URLSearchParams();
  let filled = path;
  for (const one of parameters) {
    const [name, example] = [String(at(one, 'name')), String(at(one, 'example'))];
    if (at(one, 'in') === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example));
    if (at(one, 'in') === 'query') query.append(name, example);
  }
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled };
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of entriesOf(body))
    if (name === 'file') form.append(name, new Blob([String(value)]), 'nota.csv');
    else form.append(name, String(value));
  return form;
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value));
}

function statusOf(id: OperationId): number {
  const route = ROUTES.find((one) => one.description.operationId === id);
  return route?.description.exampleStatus ?? 200;
}

describe('every example of the description', () => {
  it('is there, at least one for each operation', () => {
    expect(new Set(EXAMPLES.map((one) => one.id)).size).toBe(ROUTES.length);
    for (const { description } of ROUTES)
      expect(Object.keys(description.body?.examples ?? { none: 1 })).not.toEqual([]);
  });

  // Who tries things out does so more than once.
  it.each(['first', 'second'])(
    '200 is answered as it is by the demo, the %s time too',
    async () => {
      const wrong: unknown[] = [];
      for (const example of EXAMPLES) {
        const { id, name } = example;
        const reply = await send(example);
        expectHeaders(id, reply.status, reply.headers);
        const text = await reply.text();
        const status = statusOf(id);
        const response = responseOf(id, status);
        const isJson = at(response, 'content', 'application/json') !== undefined;
        const isDone = !isJson || checkOf(response).safeParse(JSON.parse(text)).success;
        const success = isJson ? at(JSON.parse(text), 'success') : true;
        if (reply.status !== status || !isDone || success !== (status === 200))
          wrong.push({ id, name, status: reply.status, text: text.slice(0, 500) });
      }
      expect(wrong).toEqual([]);
    },
  );
});
