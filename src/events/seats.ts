import { AppError } from '../errors.ts';

export type EventSeats = {
  /** Takes a place for a subscriber of a service and returns how to leave it; throws AppError `too_many_requests`. */
  take: (serviceId: number) => () => void;
};

/** Creates the limit on concurrent subscriptions of one process. */
export function createEventSeats(max: {
  subscribersMax: number;
  subscribersPerServiceMax: number;
}): EventSeats {
  const counts = new Map<number, number>();
  let total = 0;
  const change = (serviceId: number, by: 1 | -1): void => {
    total += by;
    counts.set(serviceId, (counts.get(serviceId) ?? 0) + by);
    if (counts.get(serviceId) === 0) counts.delete(serviceId);
  };
  return {
    take: (serviceId) => {
      const ofService = counts.get(serviceId) ?? 0;
      if (total >= max.subscribersMax || ofService >= max.subscribersPerServiceMax)
        throw new AppError('too_many_requests', 'Too many subscriptions are open. Retry later.');
      change(serviceId, 1);
      let isTaken = true;
      return () => {
        if (isTaken) change(serviceId, -1);
        isTaken = false;
      };
    },
  };
}
