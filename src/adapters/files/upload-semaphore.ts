import { AppError } from '../../errors.ts';

/**
 * Creates a semaphore with `max` permits, of which one service may hold half, so that its slow uploads do not block
 * other services. The returned function runs work with a permit, and throws AppError `too_many_requests` when none is
 * free.
 */
export function createUploadSemaphore(
  max: number,
): <T>(serviceId: number, work: () => Promise<T>) => Promise<T> {
  const maxPerService = Math.ceil(max / 2);
  const activeByService = new Map<number, number>();
  let total = 0;
  return async (serviceId, work) => {
    const active = activeByService.get(serviceId) ?? 0;
    if (total >= max || active >= maxPerService)
      throw new AppError('too_many_requests', 'Too many uploads are in progress. Retry later.');
    total += 1;
    activeByService.set(serviceId, active + 1);
    try {
      return await work();
    } finally {
      total -= 1;
      const left = (activeByService.get(serviceId) ?? 1) - 1;
      if (left > 0) activeByService.set(serviceId, left);
      else activeByService.delete(serviceId);
    }
  };
}
