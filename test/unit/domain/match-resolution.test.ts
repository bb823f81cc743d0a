import { describe, expect, it } from 'vitest';
import { type Match, type MatchState, planMatches } from '../../../src/domain/matches/match.ts';
import {
  type NamedVerdict,
  planResolution,
  type ResolutionRequest,
  type Verdict,
} from '../../../src/domain/matches/match-resolution.ts';

function match(id: number, state: MatchState, over: Partial<Match> = {}): Match {
  const of = { participantId: 1, sourceCode: 'OFAC', externalId: `m-${id}` };
  return {
    id,
    state,
    createdAt: new Date(0),
    ...of,
    ...over,
  };
}

const FALSE: Verdict = { verdict: 'false_positive', reason: 'homonym', note: null };
const TRUE: Verdict = { verdict: 'true_match', reason: 'same_person', note: 'n' };
const on = (externalId: string, one = FALSE, sourceCode: string | null = null): NamedVerdict => ({
  ...one,
  externalId,
  sourceCode,
});

/** Match ids with what became of them; or why nothing did. */
function decide(known: Match[], request: Partial<ResolutionRequest>): unknown {
  const plan = planResolution(known, { verdict: FALSE, named: null, reopens: false, ...request });
  if (plan.kind !== 'resolve') return plan;
  return plan.resolutions.map((one) => [one.matchId, one.decision]);
}

describe('planResolution', () => {
  it('decides on all that is pending where none is named, and on nothing else', () => {
    const known = [match(1, 'pending'), match(2, 'true_match'), match(3, 'pending')];
    expect(decide(known, {})).toEqual([
      [1, 'false_positive'],
      [3, 'false_positive'],
    ]);
  });

  it('does nothing where all is decided so already, and conflicts where it is not', () => {
    expect(decide([match(1, 'false_positive')], {})).toEqual([]);
    expect(decide([], {})).toEqual([]);
    expect(decide([match(1, 'true_match')], {})).toEqual({ kind: 'conflict' });
    expect(decide([match(1, 'skipped')], {})).toEqual({ kind: 'conflict' });
    const both = [match(1, 'pending'), match(2, 'true_match')];
    expect(decide(both, { named: [on('m-1'), on('m-2')] })).toEqual({ kind: 'conflict' });
  });

  it('does nothing when it comes again, whatever it left alone the first time', () => {
    const before = [match(1, 'true_match'), match(2, 'pending', { sourceCode: 'ONU' })];
    expect(decide(before, {})).toEqual([[2, 'false_positive']]);
    const after = [match(1, 'true_match'), match(2, 'false_positive', { sourceCode: 'ONU' })];
    expect(decide(after, {})).toEqual([]);
    const passedOver = [match(1, 'true_match'), match(2, 'skipped')];
    expect(decide(passedOver, { verdict: TRUE })).toEqual([]);
    expect(decide(passedOver, {})).toEqual({ kind: 'conflict' });
    expect(decide(after, { reopens: true })).toEqual([[1, 'false_positive']]);
  });

  it('decides anew what is reopened', () => {
    expect(decide([match(1, 'true_match')], { reopens: true })).toEqual([[1, 'false_positive']]);
    const named = [on('m-1')];
    const known = [match(1, 'skipped'), match(2, 'pending')];
    expect(decide(known, { named, reopens: true })).toEqual([[1, 'false_positive']]);
  });

  it('passes over what else is pending of the same participant and list, once the true one is found', () => {
    const known = [
      match(1, 'pending'),
      match(2, 'pending'),
      match(3, 'false_positive'),
      match(4, 'pending', { sourceCode: 'ONU' }),
      match(5, 'pending', { participantId: 2 }),
    ];
    expect(decide(known, { named: [on('m-1', TRUE)] })).toEqual([
      [1, 'true_match'],
      [2, 'skipped'],
    ]);
    const two = [on('m-1', TRUE), on('m-2', FALSE)];
    expect(decide(known, { named: two })).toEqual([
      [1, 'true_match'],
      [2, 'false_positive'],
    ]);
  });

  it('passes over nothing when what was found before is said again', () => {
    const known = [match(1, 'true_match'), match(2, 'pending')];
    expect(decide(known, { named: [on('m-1', TRUE)] })).toEqual([]);
  });

  it('means every match of the id, or that of the list that is named', () => {
    const same = { externalId: 'x' };
    const known = [
      match(1, 'pending', same),
      match(2, 'pending', { ...same, sourceCode: 'ONU' }),
      match(3, 'pending', { ...same, participantId: 2 }),
    ];
    const all = decide(known, { named: [on('x')] });
    expect(all).toHaveLength(3);
    expect(decide(known, { named: [on('x', FALSE, 'ONU')] })).toEqual([[2, 'false_positive']]);
  });

  it('names the positions of what is not known', () => {
    const named = [on('m-1'), on('m-2'), on('m-1', FALSE, 'ONU')];
    expect(decide([match(1, 'pending')], { named })).toEqual({
      kind: 'unknown',
      positions: [1, 2],
    });
  });
});

describe('planMatches', () => {
  it('adds what is not known, each once and in order, and leaves the rest as it is', () => {
    const sent = [
      { sourceCode: 'a', externalId: '1', state: 'true_match' as const },
      { sourceCode: 'a', externalId: '2' },
      { sourceCode: 'b', externalId: '1' },
      { sourceCode: 'a', externalId: '2', state: 'skipped' as const },
    ];
    const known = [{ sourceCode: 'a', externalId: '1' }];
    expect(planMatches(7, sent, known)).toEqual([
      { participantId: 7, sourceCode: 'a', externalId: '2', state: 'pending' },
      { participantId: 7, sourceCode: 'b', externalId: '1', state: 'pending' },
    ]);
  });
});
