import { AppError } from '../../errors.ts';
import type { FairSemaphore, Release } from '../../scheduling/fair-semaphore.ts';
import type { OpenRequest } from './open-request.ts';

/**
 * Returns functions that acquire and release the permit and memory of a large v4 response. `acquire` throws AppError
 * `too_many_requests` when none is available in time; it is undefined for requests that change data, because their
 * result is always sent.
 */
export function createRestPermit(
  { request, caller, client }: OpenRequest,
  semaphore: FairSemaphore,
): { acquire: (() => Promise<void>) | undefined; release: () => void } {
  if (request.method === 'POST' || request.method === 'PUT' || !caller || !client)
    return { acquire: undefined, release: () => undefined };
  let release: Release | undefined;
  return {
    acquire: async () => {
      const { serviceId } = caller;
      const permit = await semaphore.acquire(serviceId, {
        tryReserve: () => client.reserveMemory(),
        waitDeadline: client.waitDeadline,
        signal: client.abortSignal(),
      });
      if (permit === undefined)
        throw new AppError(
          'too_many_requests',
          'Too many large responses of the service are waiting. Retry later.',
        );
      release = client.releaseAtEnd(permit);
    },
    release: () => release?.(),
  };
}
