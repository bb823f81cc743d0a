import type { RouteFailure } from '../../route.ts';

/** What may be answered in place of an extraction. */
export const EXTRACTION_FAILURES: Record<'notFound' | 'unusable' | 'unavailable', RouteFailure> = {
  notFound: {
    id: 'ExtractionNotFound',
    status: 404,
    description: 'The service has no such file or extraction.',
  },
  unusable: {
    id: 'DocumentNotAvailable',
    status: 409,
    description: 'The file has no bytes that may be read: they have not come, or are infected.',
  },
  unavailable: {
    id: 'ExtractionsUnavailable',
    status: 503,
    description: 'Files cannot be read at the moment.',
  },
};
