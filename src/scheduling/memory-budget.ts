import { AppError } from '../errors.ts';
import {
  type MemoryReservation,
  type PendingReservation,
  ReservationHolder,
} from './memory-reservation.ts';
import { WaitDeadline } from './wait-deadline.ts';

export type MemoryBudgetOptions = {
  /** Bytes that the requests of one service may reserve together; a single request may exceed them. */
  bytesPerServiceMax: number;
  /** Bytes that all services may reserve together. */
  bytesMax: number;
  waitMs: number;
  /** Message of the error for a request that has waited too long. */
  refusal: string;
};

/** Creates the reservation of one request of a service; it is empty at first. */
export type MemoryBudget = (serviceId: number, waitDeadline?: WaitDeadline) => MemoryReservation;

/** Reservations of one service; `holders` in the order in which they first reserved bytes. */
type ServiceReservations = {
  serviceId: number;
  bytes: number;
  holders: Set<ReservationHolder>;
  waiting: Set<PendingReservation>;
};

/**
 * Creates a memory budget for large data. A request reserves memory before it reads the data, for example rows. Each
 * service has a limit of its own, and services share the common limit round-robin. The request that has held a
 * reservation for the longest time never waits for more, so that two requests cannot deadlock.
 */
export function createMemoryBudget(options: MemoryBudgetOptions): MemoryBudget {
  const queue = new BudgetQueue(options);
  return (serviceId, waitDeadline = new WaitDeadline(options.waitMs)) =>
    new ReservationHolder(queue, serviceId, waitDeadline);
}

class BudgetQueue {
  readonly #options: MemoryBudgetOptions;
  /** Services that hold or wait for a reservation, in the order in which they are served next. */
  readonly #services = new Map<number, ServiceReservations>();
  /** Holders of all services, in the order in which they first reserved bytes. */
  readonly #holders = new Set<ReservationHolder>();
  #bytes = 0;

  constructor(options: MemoryBudgetOptions) {
    this.#options = options;
  }

  async reserve(
    { holder, bytes }: Pick<PendingReservation, 'holder' | 'bytes'>,
    waitMs: number,
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (): void => {
      this.#remove(pending);
      reject(new AppError('too_many_requests', this.#options.refusal));
    };
    const pending: PendingReservation = { holder, bytes, grant: resolve, refuse };
    const ownPending = (holder.waiting ??= new Set());
    ownPending.add(pending);
    this.#getReservations(holder).waiting.add(pending);
    this.admit(holder);
    if (!ownPending.has(pending)) return;
    const timer = setTimeout(() => {
      if (holder.hasNoTimeout) return;
      refuse();
      this.admit();
    }, waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  count(holder: ReservationHolder, bytes: number): void {
    if (holder.isReleased) return;
    const reservations = this.#getReservations(holder);
    this.#bytes += bytes;
    reservations.bytes += bytes;
    holder.bytes += bytes;
    for (const holders of [reservations.holders, this.#holders])
      if (holder.bytes > 0) holders.add(holder);
      else holders.delete(holder);
    this.#deleteIdle(reservations);
  }

  /** Grants the pending reservations of an exempt holder first, then whatever fits. */
  admit(changed?: ReservationHolder): void {
    if (changed?.isExempt === true)
      for (const pending of changed.waiting ?? []) this.#grant(pending);
    for (let next = this.#findNext(); next !== undefined; next = this.#findNext())
      this.#grant(next);
  }

  #findNext(): PendingReservation | undefined {
    const [oldest] = this.#holders;
    const [pendingOfOldest] = oldest?.waiting ?? [];
    if (pendingOfOldest !== undefined) return pendingOfOldest;
    for (const reservations of this.#services.values()) {
      const pending = this.#findNextOfService(reservations);
      if (pending === undefined) continue;
      // Smaller reservations behind it do not overtake it: a large one would otherwise never be granted.
      const fits = this.#bytes === 0 || this.#bytes + pending.bytes <= this.#options.bytesMax;
      return fits ? pending : undefined;
    }
    return undefined;
  }

  /** Returns the next reservation of a service: of its oldest holder first, then in order of arrival. */
  #findNextOfService({
    bytes,
    holders,
    waiting,
  }: ServiceReservations): PendingReservation | undefined {
    const [oldest] = holders;
    const [pendingOfOldest] = oldest?.waiting ?? [];
    if (pendingOfOldest !== undefined) return pendingOfOldest;
    const [pending] = waiting;
    if (pending === undefined) return undefined;
    const fits = bytes === 0 || bytes + pending.bytes <= this.#options.bytesPerServiceMax;
    return fits ? pending : undefined;
  }

  #grant(pending: PendingReservation): void {
    const reservations = this.#getReservations(pending.holder);
    this.#remove(pending);
    // The service moves behind the others.
    this.#services.delete(reservations.serviceId);
    this.#services.set(reservations.serviceId, reservations);
    this.count(pending.holder, pending.bytes);
    pending.grant();
  }

  #remove(pending: PendingReservation): void {
    const reservations = this.#getReservations(pending.holder);
    pending.holder.waiting?.delete(pending);
    reservations.waiting.delete(pending);
    this.#deleteIdle(reservations);
  }

  /** Returns the reservations of the holder's service; they exist only while the service holds or waits for some. */
  #getReservations({ serviceId }: ReservationHolder): ServiceReservations {
    const existing = this.#services.get(serviceId);
    if (existing !== undefined) return existing;
    const reservations: ServiceReservations = {
      serviceId,
      bytes: 0,
      holders: new Set(),
      waiting: new Set(),
    };
    this.#services.set(serviceId, reservations);
    return reservations;
  }

  #deleteIdle({ serviceId, holders, waiting }: ServiceReservations): void {
    if (holders.size === 0 && waiting.size === 0) this.#services.delete(serviceId);
  }
}
