import { beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/config/config.ts';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ BUSINESSES_PAGE_MAX: '2', PARTICIPANTS_PAGE_MAX: '3' });

beforeAll(async () => {
  const { db, service } = gateway;
  for (let index = 0; index < 3; index += 1) await makeBusiness(db, service.serviceId);
  await makeBusiness(db, service.serviceId, { participants: [{}, {}, {}, {}] });
});

const loadBudget = (budget: string) => loadConfig({ COST_BUDGET: budget, GRAPHQL_COST_MAX: '100' });

describe('the bounds that an operator sets', () => {
  it('shorten the pages, and their sizes by default', async () => {
    const over = await gateway.graphql('{ businesses(first: 3) { nodes { id } } }');
    const issue = { path: ['first'], message: 'Must be at most 2' };
    expect(errorOf(over)).toEqual(invalid(['businesses'], issue));
    const query = '{ businesses { nodes { participants { nodes { id } } } } }';
    const data = dataOf(await gateway.graphql(query));
    expect(at(data, 'businesses', 'nodes')).toHaveLength(2);
    expect(at(data, 'businesses', 'nodes', 0, 'participants', 'nodes')).toHaveLength(3);
  });

  it('are those of the environment, each of them', () => {
    const { document, pageSizes, rateLimits, heavy, restAnswerBytesMax } = loadConfig({
      GRAPHQL_TOKENS_MAX: '1',
      GRAPHQL_ERRORS_MAX: '2',
      GRAPHQL_OPERATIONS_MAX: '3',
      GRAPHQL_FRAGMENTS_MAX: '4',
      GRAPHQL_DEPTH_MAX: '5',
      GRAPHQL_FIELDS_MAX: '6',
      GRAPHQL_ALIASES_MAX: '7',
      GRAPHQL_PAIRS_MAX: '17',
      GRAPHQL_ROOT_FIELDS_MAX: '8',
      GRAPHQL_DIRECTIVES_MAX: '9',
      GRAPHQL_DIRECTIVES_PER_PLACE_MAX: '10',
      GRAPHQL_COST_MAX: '11',
      BUSINESSES_PAGE_MAX: '12',
      PARTICIPANTS_PAGE_MAX: '13',
      COST_BUDGET: '14',
      REQUEST_BUDGET: '15',
      TOKEN_BUDGET: '22',
      BUDGET_WINDOW_SECONDS: '16',
      GRAPHQL_ANSWER_BYTES_MAX: '17',
      V4_ANSWER_BYTES_MAX: '18',
      HEAVY_OPERATIONS_MAX: '19',
      HEAVY_OPERATIONS_PER_SERVICE_MAX: '20',
      HEAVY_OPERATIONS_WAITING_MAX: '21',
      HEAVY_WAIT_MS: '22',
    });
    expect(document).toEqual({
      tokens: 1,
      errors: 2,
      operations: 3,
      fragments: 4,
      depth: 5,
      fields: 6,
      aliases: 7,
      pairs: 17,
      rootFields: 8,
      directives: 9,
      directivesPerPlace: 10,
      cost: 11,
      answerBytes: 17,
    });
    expect(restAnswerBytesMax).toBe(18);
    expect(heavy).toEqual({ max: 19, perServiceMax: 20, waitingMax: 21, waitMs: 22 });
    expect(pageSizes).toEqual({ businesses: 12, participants: 13 });
    expect(rateLimits).toEqual({ cost: 14, requests: 15, tokens: 22, windowSeconds: 16 });
  });

  it('are refused where no operation at its limit could ever be paid', () => {
    const message = 'COST_BUDGET: must be 0 or at least GRAPHQL_COST_MAX';
    expect(() => loadBudget('99')).toThrow(message);
    expect(loadBudget('100').rateLimits.cost).toBe(100);
    expect(loadBudget('0').rateLimits.cost).toBe(0);
    expect(() => loadBudget('2147483648')).toThrow('COST_BUDGET');
  });
});
