import { z } from 'zod';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/extraction/extracted.ts';
import { KIND_WORDS } from './words.ts';

/** Claimed document type: any code of the provider. */
export const claimedCodeSchema = z.string().max(100);

/** Returns the document kind of a provider's code. Null when the code is not one of the kinds. */
export function kindOf(code: string | null | undefined): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => KIND_WORDS[kind] === code?.toUpperCase()) ?? null;
}
