import type { RequestedDocument } from '../files/document.ts';

export const MISSING_ITEMS = ['keep', 'delete'] as const;
export type MissingItems = (typeof MISSING_ITEMS)[number];

/** Requested document with its position among those of its participant, from 0. */
export type PositionedDocument = RequestedDocument & { position: number };

/** Document types requested from one participant; a type that occurs n times requests n documents. */
export type DocumentRequest = { participantId: number; typeCodes: readonly string[] };

export type DocumentPlan = { added: PositionedDocument[]; removed: PositionedDocument[] };

/**
 * Compares the requested types with the stored documents. Documents that are requested again keep their file and
 * position; new ones follow them. Mode `delete` removes documents that are no longer requested; of several of one
 * type, those without a file are removed first.
 */
export function planDocuments(
  requests: readonly DocumentRequest[],
  stored: readonly PositionedDocument[],
  missing: MissingItems,
): DocumentPlan {
  const byParticipant = Map.groupBy(stored, (document) => document.participantId);
  const plan: DocumentPlan = { added: [], removed: [] };
  for (const request of requests) {
    const documents = byParticipant.get(request.participantId) ?? [];
    plan.added.push(...listAdded(request, documents));
    if (missing === 'delete') plan.removed.push(...listRemoved(request, documents));
  }
  return plan;
}

function listAdded(
  request: DocumentRequest,
  documents: readonly PositionedDocument[],
): PositionedDocument[] {
  const { participantId } = request;
  const byType = Map.groupBy(documents, (document) => document.typeCode);
  const unmatchedCounts = new Map([...byType].map(([typeCode, group]) => [typeCode, group.length]));
  const lastOccurrence = new Map(
    [...byType].map(([typeCode, group]) => [
      typeCode,
      getMax(group, (document) => document.occurrence, 0),
    ]),
  );
  let position = getMax(documents, (document) => document.position, -1);
  return request.typeCodes.flatMap((typeCode) => {
    const unmatchedCount = unmatchedCounts.get(typeCode) ?? 0;
    unmatchedCounts.set(typeCode, unmatchedCount - 1);
    if (unmatchedCount > 0) return [];
    const occurrence = (lastOccurrence.get(typeCode) ?? 0) + 1;
    lastOccurrence.set(typeCode, occurrence);
    position += 1;
    return [{ participantId, typeCode, occurrence, position, downloadId: null }];
  });
}

function listRemoved(
  request: DocumentRequest,
  documents: readonly PositionedDocument[],
): PositionedDocument[] {
  const requestedCounts = new Map<string, number>();
  for (const typeCode of request.typeCodes)
    requestedCounts.set(typeCode, (requestedCounts.get(typeCode) ?? 0) + 1);
  const byPriority = documents.toSorted(
    (first, second) =>
      Number(first.downloadId === null) - Number(second.downloadId === null) ||
      first.position - second.position,
  );
  return byPriority.filter(({ typeCode }) => {
    const requestedCount = requestedCounts.get(typeCode) ?? 0;
    requestedCounts.set(typeCode, requestedCount - 1);
    return requestedCount <= 0;
  });
}

function getMax<T>(items: readonly T[], getValue: (item: T) => number, floor: number): number {
  return items.reduce((value, item) => Math.max(value, getValue(item)), floor);
}

/** Document to which a file is attached, or the reason why there is none. `known`: the file was already attached. */
export type Attachment =
  | { kind: 'known'; document: PositionedDocument }
  | { kind: 'attach'; document: PositionedDocument }
  | { kind: 'refused'; reason: 'not_requested' | 'ambiguous' };

/**
 * Selects the document that has the file already, otherwise the first document of the type without a file. When all
 * have another file, the file of a single document is replaced; several documents are ambiguous.
 */
export function planAttachment(
  documentsOfType: readonly PositionedDocument[],
  downloadId: number,
): Attachment {
  const attachedDocument = documentsOfType.find((candidate) => candidate.downloadId === downloadId);
  if (attachedDocument !== undefined) return { kind: 'known', document: attachedDocument };
  const document =
    documentsOfType.find((candidate) => candidate.downloadId === null) ?? documentsOfType[0];
  if (document === undefined) return { kind: 'refused', reason: 'not_requested' };
  const isAmbiguous = document.downloadId !== null && documentsOfType.length > 1;
  return isAmbiguous ? { kind: 'refused', reason: 'ambiguous' } : { kind: 'attach', document };
}
