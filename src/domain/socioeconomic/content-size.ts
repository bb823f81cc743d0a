import { CONTENT_BYTES_MAX, type ReportContent } from './content.ts';

/** True when the content has at most CONTENT_BYTES_MAX bytes. Very long answers may exceed them. */
export function fitsSizeLimit(content: ReportContent): boolean {
  return new TextEncoder().encode(JSON.stringify(content)).length <= CONTENT_BYTES_MAX;
}
