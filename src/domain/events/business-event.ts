export const BUSINESS_EVENT_TYPES = [
  'business_upserted',
  'matches_found',
  'matches_resolved',
  'document_available',
  'document_extracted',
  'report_finalized',
  'answers_imported',
  'business_completed',
] as const;
export type BusinessEventType = (typeof BUSINESS_EVENT_TYPES)[number];

/** Maximum number of participants that an event names. */
export const FOUND_PARTICIPANTS_MAX = 100;

/** Event with ids and keys only, without personal data, because events outlive the deletion of a person. */
export type BusinessEvent = {
  /** Opaque id, see encodeEventId. */
  id: string;
  /** Position among the events of the service, counted from 1 without gaps. */
  position: number;
  occurredAt: Date;
} & (
  | {
      type: 'business_upserted';
      businessId: number;
      created: boolean;
      /** Id of the receipt for deleted participants. Null when the upsert deleted none. */
      receiptId: number | null;
    }
  | {
      type: 'matches_found';
      businessId: number;
      /** Ids of the first participants in order, at most FOUND_PARTICIPANTS_MAX. */
      participantIds: number[];
      participantsCount: number;
      /** Null in older events, which concern one participant each. */
      matchesCount: number | null;
    }
  | { type: 'matches_resolved'; businessId: number; participantId: number }
  | {
      type: 'document_available';
      businessId: number;
      participantId: number;
      occurrence: number;
      /** SHA-256 of the document's type code, hexadecimal. */
      typeDigest: string;
    }
  | { type: 'document_extracted'; businessId: number; extractionId: number }
  | { type: 'report_finalized'; businessId: number; participantId: number; reportId: number }
  | { type: 'answers_imported'; userId: number; templateKeys: string[] }
  | { type: 'business_completed'; businessId: number; receiptId: number }
);
export type BusinessEventOf<Type extends BusinessEventType> = Extract<
  BusinessEvent,
  { type: Type }
>;

/** Position up to which a subscriber has missed no event. */
export type Checkpoint = { type: 'checkpoint'; id: string };
export type FeedItem = BusinessEvent | Checkpoint;

/** Position in the events of one service; `streamKey` is the UUID of its event stream. */
export type EventPosition = { streamKey: string; position: number };

/** Length of the UUID of the stream in an event id, and of the position after it. */
const KEY_BYTES = 16;
const POSITION_BYTES = 8;

/** Returns the opaque id of an event: 32 characters of base64url. */
export function encodeEventId({ streamKey, position }: EventPosition): string {
  const bytes = Buffer.alloc(KEY_BYTES + POSITION_BYTES);
  bytes.write(streamKey.replaceAll('-', ''), 'hex');
  bytes.writeBigUInt64BE(BigInt(position), KEY_BYTES);
  return bytes.toString('base64url');
}

/** Decodes an event id. Returns undefined for a text that `encodeEventId` cannot have created. */
export function decodeEventId(text: string): EventPosition | undefined {
  if (!/^[\w-]{32}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  const position = Number(bytes.readBigUInt64BE(KEY_BYTES));
  if (!Number.isSafeInteger(position)) return undefined;
  const hex = bytes.toString('hex', 0, KEY_BYTES);
  return { streamKey: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), position };
}
