import { CONTENT_BYTES_MAX, type ReportContent } from './content.ts';

/** Whether a content is small enough to be stored; gathered from very long answers it may not be. */
export function fitsStore(content: ReportContent): boolean {
  return new TextEncoder().encode(JSON.stringify(content)).length <= CONTENT_BYTES_MAX;
}
