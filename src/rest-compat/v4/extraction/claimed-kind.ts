import { z } from 'zod';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/extraction/extracted.ts';
import { KIND_WORDS } from './words.ts';

/** Document type that the client states: any code of the client system, which may name no document kind. */
export const claimedCodeSchema = z.string().max(100);

/** Returns the document kind with this v4 name, in upper or lower case. Null for any other code. */
export function findKind(code: string | null | undefined): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => KIND_WORDS[kind] === code?.toUpperCase()) ?? null;
}
