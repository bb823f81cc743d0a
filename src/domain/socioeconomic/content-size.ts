import { CONTENT_BYTES_MAX, type ReportContent } from './content.ts';

/** True when a content is small enough to be stored; with very long answers it may be too large. */
export function fitsStore(content: ReportContent): boolean {
  return new TextEncoder().encode(JSON.stringify(content)).length <= CONTENT_BYTES_MAX;
}
