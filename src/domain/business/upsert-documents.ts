import type { RequestedDocument } from '../files/document.ts';

export const MISSING_ITEMS = ['keep', 'delete'] as const;
export type MissingItems = (typeof MISSING_ITEMS)[number];

/** A requested document and its place among those of its participant, from 0. */
export type PlacedDocument = RequestedDocument & { position: number };

/** The types requested from one participant; a type that stands here twice is requested twice. */
export type Request = { participantId: number; typeCodes: readonly string[] };

export type DocumentPlan = { added: PlacedDocument[]; removed: PlacedDocument[] };

/**
 * Compares the requested types with what is stored. What is requested already stays as it is, with its
 * file and its place; what is new comes after it. What is no longer requested goes in mode `delete` only:
 * of several of one type first those without a file.
 */
export function planDocuments(
  requests: readonly Request[],
  stored: readonly PlacedDocument[],
  missing: MissingItems,
): DocumentPlan {
  const byParticipant = Map.groupBy(stored, (one) => one.participantId);
  const plan: DocumentPlan = { added: [], removed: [] };
  for (const request of requests) {
    const documents = byParticipant.get(request.participantId) ?? [];
    plan.added.push(...listAdded(request, documents));
    if (missing === 'delete') plan.removed.push(...listRemoved(request, documents));
  }
  return plan;
}

function listAdded(request: Request, documents: readonly PlacedDocument[]): PlacedDocument[] {
  const { participantId } = request;
  const byType = Map.groupBy(documents, (one) => one.typeCode);
  const surplus = new Map([...byType].map(([typeCode, group]) => [typeCode, group.length]));
  const lastOccurrence = new Map(
    [...byType].map(([typeCode, group]) => [typeCode, highest(group, (one) => one.occurrence, 0)]),
  );
  let position = highest(documents, (one) => one.position, -1);
  return request.typeCodes.flatMap((typeCode) => {
    const left = surplus.get(typeCode) ?? 0;
    surplus.set(typeCode, left - 1);
    if (left > 0) return [];
    const occurrence = (lastOccurrence.get(typeCode) ?? 0) + 1;
    lastOccurrence.set(typeCode, occurrence);
    position += 1;
    return [{ participantId, typeCode, occurrence, position, downloadId: null }];
  });
}

function listRemoved(request: Request, documents: readonly PlacedDocument[]): PlacedDocument[] {
  const wanted = new Map<string, number>();
  for (const typeCode of request.typeCodes) wanted.set(typeCode, (wanted.get(typeCode) ?? 0) + 1);
  const byWorth = documents.toSorted(
    (one, other) =>
      Number(one.downloadId === null) - Number(other.downloadId === null) ||
      one.position - other.position,
  );
  return byWorth.filter(({ typeCode }) => {
    const left = wanted.get(typeCode) ?? 0;
    wanted.set(typeCode, left - 1);
    return left <= 0;
  });
}

function highest<T>(items: readonly T[], valueOf: (item: T) => number, least: number): number {
  return items.reduce((value, item) => Math.max(value, valueOf(item)), least);
}

/** Document that a file is attached to, or the reason why there is none. */
export type Attachment =
  | { kind: 'known'; document: PlacedDocument }
  | { kind: 'attach'; document: PlacedDocument }
  | { kind: 'refused'; reason: 'not_requested' | 'ambiguous' };

/**
 * Plans the attachment of a file: to the first document of its type without a file. When all have one, a single
 * document gets the new file; several are ambiguous.
 */
export function planAttachment(ofType: readonly PlacedDocument[], downloadId: number): Attachment {
  const known = ofType.find((one) => one.downloadId === downloadId);
  if (known !== undefined) return { kind: 'known', document: known };
  const document = ofType.find((one) => one.downloadId === null) ?? ofType[0];
  if (document === undefined) return { kind: 'refused', reason: 'not_requested' };
  const isAmbiguous = document.downloadId !== null && ofType.length > 1;
  return isAmbiguous ? { kind: 'refused', reason: 'ambiguous' } : { kind: 'attach', document };
}
