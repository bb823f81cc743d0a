import { describe, expect, it } from 'vitest';
import {
  type AnswerImport,
  combineAnswers,
  listIgnoredQuestions,
  mergeAnswers,
} from '../../../src/domain/questionnaire/answers.ts';
import type { Answer } from '../../../src/domain/questionnaire/questionnaire.ts';
import { finishSteps } from '../../support/gateway/finish-steps.ts';

function sent(question: string, answer: string): Answer {
  return { question, answer, source: 'sent', combinedFrom: null };
}

function combined(question: string, answer: string, combinedFrom: string): Answer {
  return { question, answer, source: 'combined', combinedFrom };
}

function byQuestion(...answers: Answer[]): Map<string, Answer> {
  return new Map(answers.map((one) => [one.question, one]));
}

/** One target T that asks q1 and q2; a test shows what else there is. */
function combine(material: Partial<AnswerImport>) {
  const outcomes = finishSteps(
    combineAnswers({
      targets: new Map([['T', ['q1', 'q2']]]),
      sources: [],
      sent: [],
      stored: new Map(),
      ...material,
    }),
  );
  return outcomes.get('T');
}

describe('combineAnswers', () => {
  it('applies nothing where nothing was sent and no source has an answer', () => {
    expect(combine({})).toEqual({ applied: [], changed: [], addedCount: 0 });
    expect(combine({ sources: ['A'] })).toEqual({ applied: [], changed: [], addedCount: 0 });
  });

  it('takes only what the target asks, in the order of its questions', () => {
    const outcome = combine({
      sent: [
        { question: 'q2', answer: 'two' },
        { question: 'other', answer: 'lost' },
        { question: 'q1', answer: 'one' },
      ],
      sources: ['A'],
      stored: new Map([['A', byQuestion(sent('elsewhere', 'lost'))]]),
    });
    expect(outcome?.applied).toEqual([sent('q1', 'one'), sent('q2', 'two')]);
    expect(outcome?.changed).toEqual(outcome?.applied);
  });

  it('lets the last of equal sent keys win', () => {
    const outcome = combine({
      sent: [
        { question: 'q1', answer: 'first' },
        { question: 'q1', answer: 'last' },
      ],
    });
    expect(outcome?.applied).toEqual([sent('q1', 'last')]);
  });

  it('lets a sent answer win over every source, also where it is empty text', () => {
    const outcome = combine({
      sent: [{ question: 'q1', answer: '' }],
      sources: ['A'],
      stored: new Map([['A', byQuestion(sent('q1', 'from A'))]]),
    });
    expect(outcome?.applied).toEqual([sent('q1', '')]);
  });

  it('lets the later-named source win, question by question', () => {
    const stored = new Map([
      ['A', byQuestion(sent('q1', 'A1'), sent('q2', 'A2'))],
      ['B', byQuestion(sent('q2', 'B2'))],
    ]);
    expect(combine({ sources: ['A', 'B'], stored })?.applied).toEqual([
      combined('q1', 'A1', 'A'),
      combined('q2', 'B2', 'B'),
    ]);
    expect(combine({ sources: ['B', 'A'], stored })?.applied).toEqual([
      combined('q1', 'A1', 'A'),
      combined('q2', 'A2', 'A'),
    ]);
  });

  it('counts a repeated source at its last place', () => {
    const stored = new Map([
      ['A', byQuestion(sent('q1', 'A1'))],
      ['B', byQuestion(sent('q1', 'B1'))],
    ]);
    expect(combine({ sources: ['A', 'B', 'A'], stored })?.applied).toEqual([
      combined('q1', 'A1', 'A'),
    ]);
  });

  it('names the source that was asked for, not the one that the source was combined from', () => {
    const stored = new Map([['A', byQuestion(combined('q1', 'old', 'Z'))]]);
    expect(combine({ sources: ['A'], stored })?.applied).toEqual([combined('q1', 'old', 'A')]);
  });

  it('leaves what a target named as its own source holds as it is, and counts it where it wins', () => {
    const own = combined('q1', 'mine', 'Z');
    const stored = new Map([
      ['T', byQuestion(own)],
      ['A', byQuestion(sent('q1', 'A1'), sent('q2', 'A2'))],
    ]);
    expect(combine({ sources: ['A', 'T'], stored })).toEqual({
      applied: [own, combined('q2', 'A2', 'A')],
      changed: [combined('q2', 'A2', 'A')],
      addedCount: 1,
    });
    expect(combine({ sources: ['T', 'A'], stored })?.changed).toEqual([
      combined('q1', 'A1', 'A'),
      combined('q2', 'A2', 'A'),
    ]);
  });

  it('applies but does not change what stands there equal already', () => {
    const stored = new Map([['T', byQuestion(sent('q1', 'same'), sent('q2', 'old'))]]);
    const outcome = combine({
      stored,
      sent: [
        { question: 'q1', answer: 'same' },
        { question: 'q2', answer: 'new' },
      ],
    });
    expect(outcome?.applied).toEqual([sent('q1', 'same'), sent('q2', 'new')]);
    expect(outcome?.changed).toEqual([sent('q2', 'new')]);
  });

  it('changes an equal text that now comes from elsewhere, for its provenance is a fact too', () => {
    const stored = new Map([
      ['T', byQuestion(combined('q1', 'same', 'A'))],
      ['A', byQuestion(sent('q1', 'same'))],
    ]);
    expect(combine({ stored, sent: [{ question: 'q1', answer: 'same' }] })?.changed).toEqual([
      sent('q1', 'same'),
    ]);
    expect(combine({ stored, sources: ['A'] })?.changed).toEqual([]);
  });

  it('fills several targets from one answer, each with what it asks, not with what another just got', () => {
    const outcomes = finishSteps(
      combineAnswers({
        targets: new Map([
          ['T', ['q1']],
          ['U', ['q1', 'q2']],
        ]),
        sources: ['T'],
        sent: [{ question: 'q2', answer: 'two' }],
        stored: new Map([['T', byQuestion(sent('q1', 'before'))]]),
      }),
    );
    expect(outcomes.get('T')?.changed).toEqual([]);
    expect(outcomes.get('U')?.changed).toEqual([combined('q1', 'before', 'T'), sent('q2', 'two')]);
  });
});

/** Counts how often it is looked at. */
class WatchedAnswers extends Map<string, Answer> {
  looks = 0;

  override has(question: string): boolean {
    this.looks += 1;
    return super.has(question);
  }

  override [Symbol.iterator](): MapIterator<[string, Answer]> {
    this.looks += 1;
    return super[Symbol.iterator]();
  }
}

describe('combineAnswers of many', () => {
  it('looks at a source once, however often it is named and however many ask for it', () => {
    const [first, last] = [new WatchedAnswers(), new WatchedAnswers([['q1', sent('q1', 'L')]])];
    const sources = [...Array.from({ length: 100 }, () => 'first'), 'last'];
    const targets = new Map(
      Array.from({ length: 100 }, (_, at) => [`T${at}`, ['q1', 'q2']] as const),
    );
    const stored = new Map([
      ['first', first],
      ['last', last],
    ]);
    const outcomes = finishSteps(combineAnswers({ targets, sources, stored, sent: [] }));
    expect(outcomes.get('T99')?.applied).toEqual([combined('q1', 'L', 'last')]);
    expect([first.looks, last.looks]).toEqual([1, 1]);
  });

  it('lets others have their turn after each source and each target', () => {
    const targets = new Map([
      ['T', ['q1']],
      ['U', ['q1']],
    ]);
    const stored = new Map([['A', byQuestion(sent('q1', 'A'))]]);
    const steps = combineAnswers({ targets, sources: ['A', 'A'], stored, sent: [] });
    expect([...steps]).toHaveLength(3);
  });
});

describe('mergeAnswers', () => {
  it('keeps what the import does not name, puts changes over the rest, and follows the questions', () => {
    const stored = byQuestion(sent('gone', 'kept'), sent('q2', 'old'), sent('q1', 'stays'));
    expect(mergeAnswers(stored, [sent('q2', 'new')], ['q1', 'q2'])).toEqual([
      sent('q1', 'stays'),
      sent('q2', 'new'),
      sent('gone', 'kept'),
    ]);
    expect(mergeAnswers(undefined, [], ['q1'])).toEqual([]);
  });
});

describe('ignoredQuestions', () => {
  it('lists the sent keys that no target asks, each once, in the order they were sent', () => {
    const targets = new Map([
      ['T', ['q1']],
      ['U', ['q2']],
    ]);
    const keys = ['x', 'q2', 'X', 'x', 'q1', 'a'].map((question) => ({ question, answer: '' }));
    expect(listIgnoredQuestions(keys, targets)).toEqual(['x', 'X', 'a']);
  });
});
