import { describe, expect, it } from 'vitest';
import {
  type PositionedDocument,
  planAttachment,
  planDocuments,
} from '../../../src/domain/business/upsert-documents.ts';

const PARTICIPANT = 1;

/** Documents by type and file, in their order, numbered as they are stored. */
function stored(
  ...documents: [typeCode: string, downloadId: number | null][]
): PositionedDocument[] {
  const seen = new Map<string, number>();
  return documents.map(([typeCode, downloadId], position) => {
    const occurrence = (seen.get(typeCode) ?? 0) + 1;
    seen.set(typeCode, occurrence);
    return { participantId: PARTICIPANT, typeCode, occurrence, position, downloadId };
  });
}

function plan(typeCodes: string[], documents: PositionedDocument[], missing: 'keep' | 'delete') {
  return planDocuments([{ participantId: PARTICIPANT, typeCodes }], documents, missing);
}

describe('planDocuments', () => {
  it('adds what is not requested yet behind what is, without a file', () => {
    expect(plan(['B', 'A', 'B'], stored(['A', 7]), 'keep').added).toEqual([
      { participantId: PARTICIPANT, typeCode: 'B', occurrence: 1, position: 1, downloadId: null },
      { participantId: PARTICIPANT, typeCode: 'B', occurrence: 2, position: 2, downloadId: null },
    ]);
  });

  it('never takes a number twice, also where earlier ones are gone', () => {
    const [, , third] = stored(['A', 1], ['A', 2], ['A', 3]);
    const left = third === undefined ? [] : [third];
    expect(plan(['A', 'A'], left, 'keep').added).toMatchObject([{ occurrence: 4, position: 3 }]);
  });

  it('adds nothing and removes nothing where the same is requested, in any order', () => {
    const documents = stored(['A', null], ['B', 7], ['A', 8]);
    expect(plan(['A', 'A', 'B'], documents, 'delete')).toEqual({ added: [], removed: [] });
  });

  it('removes nothing in mode keep', () => {
    expect(plan([], stored(['A', null], ['B', 7]), 'keep')).toEqual({ added: [], removed: [] });
  });

  it('removes in mode delete first what has no file, and of that the last', () => {
    const documents = stored(['A', null], ['A', 7], ['A', null], ['A', 8]);
    const numbers = (typeCodes: string[]) =>
      plan(typeCodes, documents, 'delete')
        .removed.map((one) => one.occurrence)
        .toSorted((one, other) => one - other);
    expect(numbers(['A', 'A', 'A'])).toEqual([3]);
    expect(numbers(['A', 'A'])).toEqual([1, 3]);
    expect(numbers(['A'])).toEqual([1, 3, 4]);
    expect(numbers([])).toEqual([1, 2, 3, 4]);
  });

  it('touches no participant that is not requested from', () => {
    const others = stored(['A', null]).map((one) => ({ ...one, participantId: 2 }));
    expect(plan([], others, 'delete')).toEqual({ added: [], removed: [] });
  });
});

describe('planAttachment', () => {
  it.each([
    [
      'a file that stands there already',
      stored(['A', null], ['A', 7]),
      { kind: 'known', place: 1 },
    ],
    [
      'the first without a file',
      stored(['A', 6], ['A', null], ['A', null]),
      { kind: 'attach', place: 1 },
    ],
    ['the only one, also where it has a file', stored(['A', 6]), { kind: 'attach', place: 0 }],
  ])('takes %s', (_what, documents, { kind, place }) => {
    expect(planAttachment(documents, 7)).toEqual({ kind, document: documents[place] });
  });

  it('refuses where none is requested, and where several have other files', () => {
    expect(planAttachment([], 7)).toEqual({ kind: 'refused', reason: 'not_requested' });
    const documents = stored(['A', 5], ['A', 6]);
    expect(planAttachment(documents, 7)).toEqual({ kind: 'refused', reason: 'ambiguous' });
  });
});
