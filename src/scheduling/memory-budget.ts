import { AppError } from '../errors.ts';
import { type ByteHold, Holder, type Waiting } from './memory-reservation.ts';
import { WaitAllowance } from './wait-deadline.ts';

export type ByteRoomOptions = {
  /** Maximum number of reserved bytes of one service. A single request may exceed it. */
  bytesPerServiceMax: number;
  /** Maximum number of reserved bytes of all services. */
  bytesMax: number;
  waitMs: number;
  /** Error message after a wait that took too long. */
  refusal: string;
};

/** Opens the reservation of a request of the service, with its maximum wait. */
export type ByteRoom = (serviceId: number, waits?: WaitAllowance) => ByteHold;

/** Reservations of one service. `holders` is in the order of their first reservation. */
type Own = { serviceId: number; bytes: number; holders: Set<Holder>; waiting: Set<Waiting> };

/**
 * Creates a memory budget for large data, for example rows,, which is reserved before the data is read, so that waiting
 * requests do not hold it in memory in any number. Each service has the same limit, and the services share the total in
 * rotation. The request with the oldest reservation never waits for more, so that no two requests wait for each other.
 */
export function createByteRoom(options: ByteRoomOptions): ByteRoom {
  const room = new Room(options);
  return (serviceId, waits = new WaitAllowance(options.waitMs)) =>
    new Holder(room, serviceId, waits);
}

class Room {
  readonly #options: ByteRoomOptions;
  /** Services with reservations or waiting requests, in the order of their next grant. */
  readonly #services = new Map<number, Own>();
  /** Holders of all services, in the order of their first reservation. */
  readonly #holders = new Set<Holder>();
  #bytes = 0;

  constructor(options: ByteRoomOptions) {
    this.#options = options;
  }

  async enter({ holder, bytes }: Pick<Waiting, 'holder' | 'bytes'>, waitMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (): void => {
      this.#drop(one);
      reject(new AppError('too_many_requests', this.#options.refusal));
    };
    const one: Waiting = { holder, bytes, enter: resolve, refuse };
    const reads = (holder.waiting ??= new Set());
    reads.add(one);
    this.#ownOf(holder).waiting.add(one);
    this.letIn(holder);
    if (!reads.has(one)) return;
    const timer = setTimeout(() => {
      if (holder.isPatient) return;
      refuse();
      this.letIn();
    }, waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  count(holder: Holder, bytes: number): void {
    if (holder.isOver) return;
    const own = this.#ownOf(holder);
    this.#bytes += bytes;
    own.bytes += bytes;
    holder.bytes += bytes;
    for (const holders of [own.holders, this.#holders])
      if (holder.bytes > 0) holders.add(holder);
      else holders.delete(holder);
    this.#forgetIdle(own);
  }

  /** Grants waiting reservations: exempt holders first, then whatever fits. */
  letIn(changed?: Holder): void {
    if (changed?.isFree === true) for (const one of changed.waiting ?? []) this.#letInOne(one);
    for (let next = this.#next(); next !== undefined; next = this.#next()) this.#letInOne(next);
  }

  #next(): Waiting | undefined {
    const [oldest] = this.#holders;
    const [first] = oldest?.waiting ?? [];
    if (first !== undefined) return first;
    for (const own of this.#services.values()) {
      const one = this.#nextOf(own);
      if (one === undefined) continue;
      // The first waiting reservation is not passed over: smaller ones behind it would keep it waiting for ever.
      const fits = this.#bytes === 0 || this.#bytes + one.bytes <= this.#options.bytesMax;
      return fits ? one : undefined;
    }
    return undefined;
  }

  /** Returns the next waiting reservation: the first one, but the oldest holder of the service before it. */
  #nextOf({ bytes, holders, waiting }: Own): Waiting | undefined {
    const [oldest] = holders;
    const [more] = oldest?.waiting ?? [];
    if (more !== undefined) return more;
    const [first] = waiting;
    if (first === undefined) return undefined;
    const fits = bytes === 0 || bytes + first.bytes <= this.#options.bytesPerServiceMax;
    return fits ? first : undefined;
  }

  #letInOne(one: Waiting): void {
    const own = this.#ownOf(one.holder);
    this.#drop(one);
    // Other services come before the next grant of this one.
    this.#services.delete(own.serviceId);
    this.#services.set(own.serviceId, own);
    this.count(one.holder, one.bytes);
    one.enter();
  }

  #drop(one: Waiting): void {
    const own = this.#ownOf(one.holder);
    one.holder.waiting?.delete(one);
    own.waiting.delete(one);
    this.#forgetIdle(own);
  }

  /** Returns the shared state of a service, which is deleted while it has no reservations. */
  #ownOf({ serviceId }: Holder): Own {
    const known = this.#services.get(serviceId);
    if (known !== undefined) return known;
    const own = { serviceId, bytes: 0, holders: new Set<Holder>(), waiting: new Set<Waiting>() };
    this.#services.set(serviceId, own);
    return own;
  }

  #forgetIdle({ serviceId, holders, waiting }: Own): void {
    if (holders.size === 0 && waiting.size === 0) this.#services.delete(serviceId);
  }
}
