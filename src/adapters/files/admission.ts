import { AppError } from '../../errors.ts';

/**
 * Lets in work while less than `max` of it is under way, and less than half of that for any one service: one that sends
 * slowly leaves room for the others. Throws AppError `too_many_requests` otherwise.
 */
export function createAdmission(
  max: number,
): <T>(serviceId: number, work: () => Promise<T>) => Promise<T> {
  const maxOfOne = Math.ceil(max / 2);
  const underWay = new Map<number, number>();
  let total = 0;
  return async (serviceId, work) => {
    const ofService = underWay.get(serviceId) ?? 0;
    if (total >= max || ofService >= maxOfOne)
      throw new AppError('too_many_requests', 'Too many uploads are in progress. Retry later.');
    total += 1;
    underWay.set(serviceId, ofService + 1);
    try {
      return await work();
    } finally {
      total -= 1;
      const left = (underWay.get(serviceId) ?? 1) - 1;
      if (left > 0) underWay.set(serviceId, left);
      else underWay.delete(serviceId);
    }
  };
}
