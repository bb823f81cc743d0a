import { z } from 'zod';
import { DOCUMENT_KINDS, type DocumentKind } from '../../../domain/extraction/extracted.ts';
import { KIND_WORDS } from './words.ts';

/** What somebody says a document is: any code of the provider. */
export const claimedCodeSchema = z.string().max(100);

/** The provider's codes are its own; where one is a word of ours it says what the document is said to be. */
export function kindOf(code: string | null | undefined): DocumentKind | null {
  return DOCUMENT_KINDS.find((kind) => KIND_WORDS[kind] === code?.toUpperCase()) ?? null;
}
