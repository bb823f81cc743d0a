import { AppError } from '../errors.ts';

export type SubscriptionLimit = {
  /** Acquires a permit for a subscriber of a service and returns its release; throws AppError `too_many_requests`. */
  acquire: (serviceId: number) => () => void;
};

/** Creates the limit on concurrent subscriptions of one process. */
export function createSubscriptionLimit(max: {
  subscribersMax: number;
  subscribersPerServiceMax: number;
}): SubscriptionLimit {
  const counts = new Map<number, number>();
  let total = 0;
  const change = (serviceId: number, delta: 1 | -1): void => {
    total += delta;
    counts.set(serviceId, (counts.get(serviceId) ?? 0) + delta);
    if (counts.get(serviceId) === 0) counts.delete(serviceId);
  };
  return {
    acquire: (serviceId) => {
      const serviceCount = counts.get(serviceId) ?? 0;
      if (total >= max.subscribersMax || serviceCount >= max.subscribersPerServiceMax)
        throw new AppError('too_many_requests', 'Too many subscriptions are open. Retry later.');
      change(serviceId, 1);
      let isAcquired = true;
      return () => {
        if (isAcquired) change(serviceId, -1);
        isAcquired = false;
      };
    },
  };
}
