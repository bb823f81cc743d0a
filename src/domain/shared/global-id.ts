import type { RequestedDocument } from '../files/document.ts';

/** Content of a global id: a GraphQL type and the key of the object in the caller's service. */
export type GlobalId = { typename: string; id: string };

/** Returns the opaque id of the GraphQL global object identification specification: base64url of `Type:key`. */
export function encodeGlobalId(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64url');
}

/** Decodes a global id. Returns undefined for a text that `encodeGlobalId` cannot have created. */
export function decodeGlobalId(text: string): GlobalId | undefined {
  const decoded = Buffer.from(text, 'base64url').toString();
  const colon = decoded.indexOf(':');
  if (colon < 1) return undefined;
  const typename = decoded.slice(0, colon);
  const id = decoded.slice(colon + 1);
  return encodeGlobalId(typename, id) === text ? { typename, id } : undefined;
}

/** Returns the internal id in a global id of this type. Undefined for other types. */
export function decodeDatabaseId(text: string, typename: string): number | undefined {
  const decoded = decodeGlobalId(text);
  return decoded?.typename === typename ? parseDatabaseId(decoded.id) : undefined;
}

/** Parses a database id: decimal digits, 1 to 2^53-1. */
export function parseDatabaseId(digits: string): number | undefined {
  const id = /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

export type DocumentKey = Pick<RequestedDocument, 'participantId' | 'typeCode' | 'occurrence'>;

export function encodeDocumentKey(key: DocumentKey): string {
  return `${key.participantId}:${key.occurrence}:${key.typeCode}`;
}

export function parseDocumentKey(text: string): DocumentKey | undefined {
  const match = /^([^:]*):([^:]*):(.*)$/s.exec(text);
  const participantId = parseDatabaseId(match?.[1] ?? '');
  const occurrence = parseDatabaseId(match?.[2] ?? '');
  const typeCode = match?.[3];
  if (participantId === undefined || occurrence === undefined || typeCode === undefined)
    return undefined;
  return { participantId, typeCode, occurrence };
}
