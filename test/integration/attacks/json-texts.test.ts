import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  toCanonicalJson,
  toCanonicalJsonInSteps,
} from '../../../src/domain/reports/canonical-json.ts';
import { REPORT_KIND } from '../../../src/domain/reports/screening-report.ts';
import { verifyReport } from '../../../src/resolvers/reports/verify-report.ts';
import { schema } from '../../../src/schema/index.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { type Random, repeatRandomly } from '../../support/data/random.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { listInputPlaces, valueAt } from '../../support/probes/input-paths.ts';
import { expectNoFault } from '../../support/probes/no-fault.ts';

const gateway = useGateway();
const V4 = '/api/v4/blacklist/report/verify';
const LEVELS_MAX = 64;
const MEMBERS_MAX = 5_000;

/** A report by its kind, whose member `a` is the text. */
const reportOf = (text: string): string => `{"kind":"${REPORT_KIND}","a":${text}}`;
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const DEEP = reportOf(nested(20_000));

const LONGEST: [what: string, report: string][] = [
  ['empty lists', reportOf(`[${'[],'.repeat(330_000)}[]]`)],
  ['small objects', reportOf(`[${'{"b":1},'.repeat(120_000)}{}]`)],
  ['numbers', reportOf(`[${'1,'.repeat(490_000)}1]`)],
  [
    'wide objects',
    reportOf(`[${Array.from({ length: 20 }, () => wide(MEMBERS_MAX - 1)).join(',')}]`),
  ],
];

function wide(count: number): string {
  return `{${Array.from({ length: count }, (_, place) => `"${place % 7}k${place}":1`).join(',')}}`;
}

const VERIFY = 'query ($input: VerifyReportInput!) { verifyReport(input: $input) { verdict } }';

/** Turns of the event loop that pass until the work is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work.finally(() => (isDone = true));
  return turns;
}

describe('JSON in a text', () => {
  it('is parsed in one place, but for texts that no caller sends', () => {
    const files = globSync('src/{resolvers,schema,rest-compat,validation}/**/*.ts')
      .filter((path) => /\bJSON\.parse\(/.test(readFileSync(path, 'utf8')))
      .toSorted();
    expect(files).toEqual([
      // A cursor after its code, a stored row, what the operator gives at the command line.
      'src/resolvers/common/cursor.ts',
      'src/resolvers/extraction/visible-fields.ts',
      'src/resolvers/list-search/shared-entries.ts',
      'src/resolvers/reports/verify-file.ts',
      'src/resolvers/socioeconomic/read-template.ts',
      'src/resolvers/socioeconomic/sealed-report.ts',
      'src/resolvers/trusted-document/parse-manifest.ts',
      // Documents of our own.
      'src/rest-compat/docs/docs-start.ts',
      'src/rest-compat/docs/schema-book.ts',
      // A body, after its levels were counted.
      'src/rest-compat/route.ts',
      'src/schema/graphiql/examples/start.ts',
      'src/schema/graphiql/join-examples.ts',
      'src/schema/serving/read-operation.ts',
    ]);
  });

  it('of 20,000 nested lists is no fault at any argument of the graph', async () => {
    expect(() => toCanonicalJson(JSON.parse(DEEP))).toThrow(RangeError);
    for (const place of listInputPlaces(schema)) {
      const { operation, field, argument, type } = place;
      const query = `${operation} ($v: ${type}) { ${field}(${argument}: $v) { __typename } }`;
      const { status } = await gateway.graphql(query, { v: valueAt(place, DEEP) });
      expect([field, argument, status]).not.toContain(500);
    }
    await expectNoFault(gateway);
  });

  it('is refused on one level too many, and on one member too many', async () => {
    const refused = [reportOf(nested(LEVELS_MAX)), reportOf(wide(MEMBERS_MAX + 1))];
    for (const report of refused) {
      const { body } = await gateway.graphql(VERIFY, { input: { report } });
      expect(at(body, 'errors', 0, 'extensions')).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: ['report'], code: 'WRONG_FORMAT' }],
      });
    }
    for (const report of [reportOf(nested(LEVELS_MAX - 1)), reportOf(wide(MEMBERS_MAX))]) {
      const data = dataOf(await gateway.graphql(VERIFY, { input: { report } }));
      expect(at(data, 'verifyReport', 'verdict')).toBe('NOT_OURS');
    }
  });

  it('400 is refused on v4 alike', async () => {
    for (const text of [wide(MEMBERS_MAX + 1), nested(LEVELS_MAX)]) {
      const body = `{"report":${reportOf(text)}}`;
      const reply = await gateway.request('POST', V4, { body });
      expect(reply).toMatchObject({ status: 400, body: { code_message: 'invalid_request' } });
    }
  });
});

function jwks(): never {
  throw new Error('The report was read.');
}

async function remainingAfter(text: string): Promise<number> {
  const body = `{"report":${reportOf(text)}}`;
  const { status, headers } = await gateway.request('POST', V4, { body });
  expect(status).toBe(200);
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

describe('a report of a million characters', () => {
  it.each(LONGEST)(
    'leaves the event loop to others while it is read: %s',
    async (_what, report) => {
      expect(report.length).toBeGreaterThan(900_000);
      const ctx = await createTestContext(gateway.db, gateway.service);
      // What comes after the reading would wait for the database.
      const reading = verifyReport({ ...ctx, tokens: { ...ctx.tokens, jwks } }, { report });
      const turns = countTurns(reading.catch((error: unknown) => error));
      await expect(reading).rejects.toThrow('The report was read.');
      expect(await turns).toBeGreaterThan(10);
    },
  );

  it('costs by its length', async () => {
    const query = `query ($input: VerifyReportInput!) {
      verifyReport(input: $input) { verdict } viewer { rateLimit { cost } } }`;
    const costOf = async (report: string): Promise<number> => {
      const data = dataOf(await gateway.graphql(query, { input: { report } }));
      return Number(at(data, 'viewer', 'rateLimit', 'cost'));
    };
    const short = reportOf('[]');
    const long = reportOf(`"${'x'.repeat(900_000)}"`);
    const points = (await costOf(long)) - (await costOf(short));
    expect(points).toBe(Math.ceil(long.length / 64));
  });

  it('counts on v4 as a request for every 64 Ki characters', async () => {
    const before = await remainingAfter('[]');
    expect(before - (await remainingAfter(`"${'x'.repeat(900_000)}"`))).toBe(1 + 13);
  });
});

describe('stable JSON', () => {
  it('is the same in steps as at once', async () => {
    await repeatRandomly(async (random) => {
      const value: unknown = JSON.parse(JSON.stringify(invent(random, 5)));
      await Promise.resolve();
      expect(finish(toCanonicalJsonInSteps(value))).toBe(toCanonicalJson(value));
    });
    const named: unknown = JSON.parse('{"b":1,"10":2,"9":3,"a":{"__proto__":[null,"é\\u0001"]}}');
    expect(finish(toCanonicalJsonInSteps(named))).toBe(toCanonicalJson(named));
  });
});

function finish(steps: Generator<void, string[]>): string {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value.join('');
}

function invent(random: Random, depth: number): unknown {
  const kind = random.below(depth === 0 ? 4 : 6);
  if (kind < 4) return [null, true, random.below(1000) / 7, `t"${random.below(99)}\n`][kind];
  const items = Array.from({ length: random.below(8) }, () => invent(random, depth - 1));
  if (kind === 4) return items;
  return Object.fromEntries(
    items.map((item) => [`${random.pick(['', 'k'])}${random.below(30)}`, item]),
  );
}
