import type { RouteFailure } from '../../route.ts';

/** Failure response of a request that would exceed a quota of the service. */
export const QUOTA_EXCEEDED: RouteFailure = {
  id: 'QuotaExceeded',
  status: 507,
  description:
    'The service would exceed a quota, of bytes of files or of records: `quota_exceeded`. Nothing was stored.',
};
