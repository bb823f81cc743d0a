import type { RouteFailure } from '../../route.ts';

/** Failure responses of extractions. */
export const EXTRACTION_FAILURES: Record<'notFound' | 'unusable' | 'unavailable', RouteFailure> = {
  notFound: {
    id: 'ExtractionNotFound',
    status: 404,
    description: 'The service has no such file or extraction.',
  },
  unusable: {
    id: 'DocumentNotAvailable',
    status: 409,
    description: 'The bytes of the file have not been received, or are infected.',
  },
  unavailable: {
    id: 'ExtractionsUnavailable',
    status: 503,
    description:
      'Files cannot be read: file storage, the malware scanner or the document reader is unavailable.',
  },
};
