import { AppError } from '../../errors.ts';
import type { FairSemaphore, Release } from '../../scheduling/fair-semaphore.ts';
import type { OpenRequest } from './open-request.ts';

/** The turn of one request, and the room for its answer. What makes a change is told whatever it takes. */
export function createRestPermit(
  { request, caller, client }: OpenRequest,
  turns: FairSemaphore,
): { take: (() => Promise<void>) | undefined; release: () => void } {
  if (request.method === 'POST' || request.method === 'PUT' || !caller || !client)
    return { take: undefined, release: () => undefined };
  let release: Release | undefined;
  return {
    take: async () => {
      const { serviceId } = caller;
      const permit = await turns.acquire(serviceId, {
        canEnter: () => client.reserveMemory(),
        waitDeadline: client.waitDeadline,
        signal: client.abortSignal(),
      });
      if (permit === undefined)
        throw new AppError('too_many_requests', 'Too many large answers of the service wait.');
      release = client.releaseAtEnd(permit);
    },
    release: () => release?.(),
  };
}
