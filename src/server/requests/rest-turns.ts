import { AppError } from '../../errors.ts';
import type { FairTurns, Release } from '../../scheduling/fair-semaphore.ts';
import type { Exchange } from './open-request.ts';

/** Opens the permit and the memory reservation of a REST request. The response to a change is always sent. */
export function openRestTurn(
  { request, caller, client }: Exchange,
  turns: FairTurns,
): { take: (() => Promise<void>) | undefined; release: () => void } {
  if (request.method === 'POST' || request.method === 'PUT' || !caller || !client)
    return { take: undefined, release: () => undefined };
  let release: Release | undefined;
  return {
    take: async () => {
      const { serviceId } = caller;
      const permit = await turns.take(serviceId, {
        mayEnter: () => client.keepRoom(),
        waits: client.waits,
        signal: client.goneSignal(),
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
