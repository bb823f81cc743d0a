import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { at } from '../../support/clients/graphql.ts';
import { checkOf, operationOf } from '../../support/clients/openapi.ts';
import {
  compareDocumented,
  type Replacements,
  replaceDocumented,
} from '../../support/documents/compare-documented.ts';
import { type Fence, listFences, listPages, readPage } from '../../support/documents/pages.ts';
import { useDemoGateway } from '../../support/gateway/demo-gateway.ts';

const PAGES = listPages('docs/guide/*.md').filter((path) => requestsOf(path).length > 0);

type Exchange = { request: Fence; variables: string; response: string | undefined };

/** Requests of a page in their order, each with the variables and the response that follow it. */
function requestsOf(path: string): Exchange[] {
  const fences = listFences(readPage(path));
  return fences.flatMap((request, index) => {
    if (!isRequest(request)) return [];
    const next = fences.slice(index + 1);
    const end = next.findIndex(isRequest);
    const own = end === -1 ? next : next.slice(0, end);
    const variables = own.find((fence) => fence.info === 'json variables')?.text ?? '{}';
    const response = own.find(({ info, text }) =>
      request.info === 'graphql' ? info === 'json response' : info === 'http' && isReply(text),
    );
    return [{ request, variables, response: response?.text }];
  });
}

function isRequest({ info, text }: Fence): boolean {
  return info === 'graphql' || (info === 'http' && !isReply(text) && /^\w+ \/api\/v4/.test(text));
}

function isReply(text: string): boolean {
  return text.startsWith('HTTP/1.1 ');
}

type Message = { start: string; headers: Record<string, string>; body: string };

function parseMessage(text: string): Message {
  const [head = '', ...rest] = text.split('\n\n');
  const [start = '', ...lines] = head.split('\n').filter((line) => line !== '');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', ...values] = line.split(': ');
    headers[name] = values.join(': ');
  }
  return { start, headers, body: rest.join('\n\n').trimEnd() };
}

const demo = useDemoGateway();

async function sendGraph(exchange: Exchange, replacements: Replacements): Promise<unknown> {
  const { request, variables } = exchange;
  expect(validate(schema, parse(request.text))).toEqual([]);
  if (request.text.startsWith('subscription')) return undefined;
  const isForKeys = request.text.includes('issueAccessToken');
  const body = {
    query: replaceDocumented(request.text, replacements),
    variables: z.json().parse(JSON.parse(replaceDocumented(variables, replacements))),
  };
  const reply = await fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(isForKeys) },
    body: JSON.stringify(body),
  });
  return await reply.json();
}

function headersOf(isForKeys: boolean): Record<string, string> {
  const { authorization = '', ...keyHeaders } = demo.headers;
  return isForKeys ? keyHeaders : { ...keyHeaders, authorization };
}

async function sendV4(exchange: Exchange, replacements: Replacements): Promise<Response> {
  const { start, headers, body } = parseMessage(
    replaceDocumented(exchange.request.text, replacements),
  );
  const [method = '', path = ''] = start.split(' ');
  expectDescribed(exchange, { method, path, body });
  return await fetch(`${demo.url}${path}`, {
    method,
    headers: { ...headersOf(path.endsWith('/auth/token')), ...headers },
    ...(body === '' ? {} : { body }),
  });
}

/** Expects a described path, and a body that its schema accepts where the request is meant to succeed. */
function expectDescribed(
  { response = '' }: Exchange,
  sent: { method: string; path: string; body: string },
): void {
  const [path = ''] = sent.path.split('?');
  const route = ROUTES.find(
    (one) =>
      one.method === sent.method &&
      new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  expect([sent.method, path, route === undefined]).toEqual([sent.method, path, false]);
  const content = at(operationOf(route?.description.operationId ?? 'getFile'), 'requestBody');
  const isJson = at(content, 'content', 'application/json') !== undefined;
  if (!isJson || sent.body === '' || /^HTTP\/1\.1 4|"issues"/.test(response)) return;
  expect(checkOf(content).safeParse(JSON.parse(sent.body)).error?.issues ?? []).toEqual([]);
}

// Later requests of a page use what earlier ones created, and all pages use one demo.
describe('requests in the guide', { shuffle: false }, () => {
  it.each(PAGES)('of %s are answered as the page shows', async (path) => {
    const replacements: Replacements = new Map();
    const faults: unknown[] = [];
    for (const exchange of requestsOf(path)) {
      const found =
        exchange.request.info === 'graphql'
          ? await compareGraph(exchange, replacements)
          : await compareV4(exchange, replacements);
      if (found.length > 0) faults.push({ request: exchange.request.text, found });
    }
    expect(faults).toEqual([]);
  });
});

async function compareGraph(exchange: Exchange, replacements: Replacements): Promise<string[]> {
  const reply = await sendGraph(exchange, replacements);
  if (reply === undefined) return [];
  if (exchange.response !== undefined)
    return compareDocumented(JSON.parse(exchange.response), reply, replacements);
  const text = JSON.stringify(reply);
  return /"errors"|"__typename":"\w*Error"/.test(text) ? [text] : [];
}

async function compareV4(exchange: Exchange, replacements: Replacements): Promise<string[]> {
  const reply = await sendV4(exchange, replacements);
  const text = await reply.text();
  if (exchange.response === undefined) return reply.ok ? [] : [`${reply.status} ${text}`];
  const { start, headers, body } = parseMessage(exchange.response);
  const status = start.split(' ')[1];
  const faults =
    status === `${reply.status}` ? [] : [`${start}, but received ${reply.status} ${text}`];
  const wrong = Object.entries(headers).filter(
    ([name, value]) => reply.headers.get(name) !== value,
  );
  faults.push(...wrong.map(([name]) => `${name}: received ${reply.headers.get(name)}`));
  if (body === '') return faults;
  return [...faults, ...compareDocumented(JSON.parse(body), JSON.parse(text), replacements)];
}
