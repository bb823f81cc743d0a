import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BAD_LINES_MAX } from '../../../src/import/bad-lines.ts';
import { importFiles } from '../../../src/import/import-files.ts';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { createImportTarget, type ImportTarget, writeLines } from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { listRules, type Rule, withValue } from '../../support/probes/zod-rules.ts';
import { CUSTOM_BODIES, CUSTOM_SAMPLES } from './custom-samples.ts';
import { REST_SAMPLES } from './samples.ts';
import { TWINS, type Twin, WITHOUT_TWIN } from './twins.ts';

const REQUEST = TWINS.find((one) => one.id === 'processFiduciaryRequests');
const gateway = useGateway({}, { hasDemoLists: true });
const database = useDatabase();
let target: ImportTarget;

beforeAll(async () => {
  const { db, service } = gateway;
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ personExternalId: 7 }],
  });
  if (made.id !== 1) throw new Error('The first business of a service has the id 1.');
  const completed = await makeBusiness(db, service.serviceId, { participants: [{}] });
  if (completed.id !== 2) throw new Error('The second business of a service has the id 2.');
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  target = await createImportTarget(database.db);
  // The person and the matches that decisions are about.
  if (REQUEST === undefined) throw new Error('The request is one of the twins.');
  const sent = await gateway.request('POST', REQUEST.path, { body: REQUEST.body });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
});

type Verdict = 'refused' | 'taken';

const resultSchema = z.object({
  data: z.record(z.string(), z.looseObject({ __typename: z.string().optional() })).nullish(),
  errors: z.array(z.unknown()).optional(),
});

/** `taken` is whatever is not a fault of the input, such as that nobody has this e-mail. */
async function sendGraph({ document }: Twin, input: unknown): Promise<Verdict> {
  const { body } = await gateway.graphql(document, { input });
  const { data, errors } = resultSchema.parse(body);
  if (errors !== undefined) {
    const isOfInput = /BAD_USER_INPUT|VALIDATION_FAILED/.test(JSON.stringify(errors));
    if (!isOfInput) throw new Error(JSON.stringify(errors));
    return 'refused';
  }
  const [result] = Object.values(data ?? {});
  return result?.__typename === 'InputValidationError' ? 'refused' : 'taken';
}

async function sendV4({ id, path }: Twin, body: unknown): Promise<Verdict> {
  const { headers, keyHeaders } = gateway.service;
  const caller = REST_SAMPLES[id].isForKeys ? keyHeaders : headers;
  const { status } = await gateway.request('POST', path, { headers: caller, body });
  expect([200, 400, 401, 404, 409]).toContain(status);
  return status === 400 ? 'refused' : 'taken';
}

/** Fewer lines than an import lists: it reads no further than the last that it lists. */
const LINES_MAX = BAD_LINES_MAX - 1;

/** Imports the lines together and returns the verdict on each, in their order. */
async function sendLines(lines: readonly unknown[]): Promise<Verdict[]> {
  const ofBusinesses = lines.map((line) => ({
    ...z.looseObject({}).parse(line),
    type: 'business',
  }));
  const files = [await writeLines(ofBusinesses)];
  const done = importFiles({ pool: database.pool, serviceName: target.name, files, mode: 'try' });
  const message = await done.then(
    () => '',
    (error: unknown) => String(error),
  );
  const refused = new Set(message.matchAll(/, line (\d+), /g).map(([, number]) => Number(number)));
  const verdicts = lines.map((_, index) => (refused.has(index + 1) ? 'refused' : 'taken'));
  if (message !== '') expect(message).toContain(headlineOf(refused.size));
  return verdicts;
}

function headlineOf(count: number): string {
  return count === 1 ? '1 line is not valid' : `${count} lines are not valid`;
}

function stepsOf(path: string): string[] {
  return path === '' ? [] : path.split('.');
}

/** The whole with the rule broken, or kept at its edge; of the whole itself some members are meant. */
function changed(whole: object, path: string, value: unknown): unknown {
  const isPart = path === '' && typeof value === 'object' && value !== null;
  return isPart ? { ...whole, ...value } : withValue(whole, stepsOf(path), value);
}

type Case = { name: string; path: string; expected: Verdict; sent: unknown; sentInV4: unknown };

function listCases({ schema, needed = [] }: Twin): Case[] {
  return listRules(schema, CUSTOM_SAMPLES).flatMap((rule) => [
    ...('breaks' in rule ? [toCase(rule, 'refused', rule.breaks)] : []),
    ...('keeps' in rule ? [toCase(rule, keptVerdict(rule, needed), rule.keeps)] : []),
  ]);
}

/** A member may be left out by itself, and yet be needed by the whole. */
function keptVerdict({ path, rule }: Rule, needed: readonly string[]): Verdict {
  return needed.includes(path) && ['left out', 'null'].includes(rule) ? 'refused' : 'taken';
}

function toCase({ path, rule }: Rule, expected: Verdict, sent: unknown): Case {
  const inV4 = CUSTOM_BODIES[rule] ?? CUSTOM_BODIES[`${path} ${rule}`];
  return { name: `${path}: ${rule}`, path, expected, sent, sentInV4: inV4 ?? sent };
}

/** The v4 words of a place; the whole has none. */
function wordsOf({ words }: Twin, path: string): string[] {
  if (path === '') return [''];
  return Object.keys(words).filter((word) => words[word] === path);
}

describe.each(TWINS)('the input of $id', (twin) => {
  const cases = listCases(twin);

  it('has a v4 word for each of its places, or is known to have none', () => {
    const places = new Set(cases.map((one) => one.path));
    const nameless = [...places].filter((path) => wordsOf(twin, path).length === 0);
    expect(nameless.filter((path) => !isOfGraph(twin, path))).toEqual([]);
  });

  it('says alike on both wires whatever the v4 words can say', () => {
    const places = new Set(cases.map((one) => one.path));
    expect(Object.values(twin.words).filter((place) => !places.has(place))).toEqual([]);
    const names = new Set(cases.map((one) => one.name));
    expect(Object.keys(twin.apart ?? {}).filter((name) => !names.has(name))).toEqual([]);
  });

  const ofGraph = cases.filter((one) => isOfGraph(twin, one.path) && one.expected === 'refused');
  it.each(ofGraph.filter((one) => !isApart(twin, one)))(
    'refused by the graph: $name',
    async (one) => {
      expect(await sendGraph(twin, changed(twin.input, one.path, one.sent))).toBe('refused');
    },
  );

  const ofBoth = cases.filter((one) => !isOfGraph(twin, one.path) && !isApart(twin, one));
  it.each(ofBoth)('$expected on each wire: $name', async (one) => {
    const onGraph = await sendGraph(twin, changed(twin.input, one.path, one.sent));
    const isSure = twin.isDone === true || one.expected === 'refused';
    expect(onGraph).toBe(isSure ? one.expected : onGraph);
    for (const word of wordsOf(twin, one.path))
      expect(await sendV4(twin, changed(twin.body, word, one.sentInV4))).toBe(onGraph);
  });
});

function isApart({ apart = {} }: Twin, { name }: Case): boolean {
  return name in apart;
}

function isOfGraph({ ownOfGraph }: Twin, path: string): boolean {
  return ownOfGraph.includes(path);
}

/** What a line of an import may say other than a request, and why. */
const OF_IMPORTS: Record<string, string> = {
  ': is an object': 'a line is told as a whole',
  'participants: at most 10000': 'the length of a line bounds them',
  'responsibleUser.givenName: left out': 'a user that another line names is known by e-mail',
  'responsibleUser.givenName: null': 'the same',
  'responsibleUser.givenName: not empty': 'the same',
  'responsibleUser.givenName: Must not be blank': 'the same',
};

describe('a line of an import', () => {
  const cases = REQUEST === undefined ? [] : listCases(REQUEST);
  const shared = cases.filter(
    (one) => REQUEST !== undefined && !isApart(REQUEST, one) && !(one.name in OF_IMPORTS),
  );
  const lines = shared
    .flatMap((one) =>
      (REQUEST === undefined ? [] : wordsOf(REQUEST, one.path)).map((word) => ({ one, word })),
    )
    .map(({ one, word }, index) => {
      const body = withOwnIds(REQUEST?.body ?? {}, index);
      return { one, line: asLine(changed(body, word, one.sentInV4)) };
    });

  /** Verdicts on the lines of each case. An import with a bad line stores nothing, so the good ones have imports of their own. */
  const sendAll = async (): Promise<Map<Case, Verdict[]>> => {
    const verdicts = new Map<Case, Verdict[]>(shared.map((one) => [one, []]));
    for (const expected of ['refused', 'taken'] as const) {
      const alike = lines.filter(({ one }) => one.expected === expected);
      for (let start = 0; start < alike.length; start += LINES_MAX) {
        const batch = alike.slice(start, start + LINES_MAX);
        const ofBatch = await sendLines(batch.map(({ line }) => line));
        for (const [index, { one }] of batch.entries())
          verdicts.get(one)?.push(ofBatch[index] ?? 'refused');
      }
    }
    return verdicts;
  };
  let sent: Promise<Map<Case, Verdict[]>> | undefined;

  it.each(shared)('$expected as in a request: $name', async (one) => {
    const verdicts = (await (sent ??= sendAll())).get(one) ?? [];
    const words = REQUEST === undefined ? [] : wordsOf(REQUEST, one.path);
    expect(verdicts).toEqual(words.map(() => one.expected));
  });
});

/** The body with ids and an e-mail that no other line of the import has. */
function withOwnIds(body: object, index: number): object {
  const number = 1_000 + index;
  const user = { name: 'Irene', email: `irene${number}@example.test` };
  const own = { id_negocio: number, cod_negocio: `F/${number}`, responsible_user: user };
  const whole = withValue({ ...body, ...own }, ['participantes', '*', 'id_persona'], number);
  return z.looseObject({}).parse(whole);
}

/** Documents are objects in an import. */
function asLine(body: unknown): unknown {
  const line = z.looseObject({ participantes: z.array(z.unknown()) }).safeParse(body);
  if (!line.success) return body;
  const participantes = line.data.participantes.map((one) => {
    const found = z.looseObject({ tipo_doctos: z.array(z.unknown()) }).safeParse(one);
    if (!found.success) return one;
    const tipo_doctos = found.data.tipo_doctos.map((cod_tipo_docto) => ({ cod_tipo_docto }));
    return { ...found.data, tipo_doctos };
  });
  return { ...line.data, participantes };
}

describe('the twins', () => {
  it('are all operations of v4 that have a body', () => {
    const withBody = ROUTES.filter((route) => route.description.body !== undefined);
    const ids = withBody.map((route) => route.description.operationId);
    const known = [...TWINS.map((one) => one.id), ...Object.keys(WITHOUT_TWIN)];
    expect(known.toSorted()).toEqual(ids.toSorted());
  });
});
