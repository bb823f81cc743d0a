import { describe, expect, it } from 'vitest';
import { readScopes } from '../../../scripts/reference/scope-operations.ts';
import { schema } from '../../../src/schema/index.ts';
import {
  type FieldSample,
  MUTATION_SAMPLES,
  QUERY_SAMPLES,
  SUBSCRIPTION_SAMPLES,
} from './samples.ts';

const ROOTS: [type: string, samples: Record<string, FieldSample>][] = [
  ['Query', QUERY_SAMPLES],
  ['Mutation', MUTATION_SAMPLES],
  ['Subscription', SUBSCRIPTION_SAMPLES],
];

// authorization.test.ts shows of each sample that its scopes are required, and that no others are.
describe.each(ROOTS)('the descriptions of %s', (type, samples) => {
  it.each(Object.entries(samples))('%s: name the scopes that are required', (name, sample) => {
    const root = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const field = root.find((one) => one?.name === type)?.getFields()[name];
    const required = [sample.scope ?? [], sample.otherScopes ?? []].flat();
    expect(readScopes(field?.description ?? '')?.toSorted()).toEqual(required.toSorted());
  });
});

describe('the fixed sentence', () => {
  it.each([
    ['Returns a user. Requires scope `user:manage`.', ['user:manage']],
    ['Generates. Requires scopes `a:b`, `c:d` and `e:f`. v4: `x`.', ['a:b', 'c:d', 'e:f']],
    ['Returns the caller. Requires no scope.', []],
    ['Returns a user.', undefined],
  ])('of "%s" names %j', (description, scopes) => {
    expect(readScopes(description)).toEqual(scopes);
  });
});
