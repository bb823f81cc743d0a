import { AppError } from '../errors.ts';
import { type ByteHold, Holder, type Waiting } from './memory-reservation.ts';
import { WaitAllowance } from './wait-deadline.ts';

export type ByteRoomOptions = {
  /** What requests of one service hold at once; one that is alone may hold more. */
  bytesPerServiceMax: number;
  /** The same of all services. */
  bytesMax: number;
  waitMs: number;
  /** What is said to who has waited for longer. */
  refusal: string;
};

/** Opens what a request of that service holds, which may wait for so long. */
export type ByteRoom = (serviceId: number, waits?: WaitAllowance) => ByteHold;

/** One service; `holders` in the order in which they came to hold something. */
type Own = { serviceId: number; bytes: number; holders: Set<Holder>; waiting: Set<Waiting> };

/**
 * Room in memory for what is large, such as rows, which is taken before it is read: what waits for its turn to be answered
 * would else hold it in any number. Each service has as much, and the services take turns at what is left of all. Whoever
 * has held something for longest never waits for more, so that no two wait for each other.
 */
export function createByteRoom(options: ByteRoomOptions): ByteRoom {
  const room = new Room(options);
  return (serviceId, waits = new WaitAllowance(options.waitMs)) =>
    new Holder(room, serviceId, waits);
}

class Room {
  readonly #options: ByteRoomOptions;
  /** Those that hold something or wait, in the order in which they have their next turn. */
  readonly #services = new Map<number, Own>();
  /** Of all services, in the order in which they came to hold something. */
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

  /** Lets in what waits of who is free, and of the others what there is room for. */
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
      // It has its turn whatever it takes: smaller ones behind it would keep it waiting for ever.
      const fits = this.#bytes === 0 || this.#bytes + one.bytes <= this.#options.bytesMax;
      return fits ? one : undefined;
    }
    return undefined;
  }

  /** Who comes first goes first, but for who of the service has held something for longest. */
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
    // The others have their turns first.
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

  /** All requests of a service share what is known of it, which is forgotten while there is nothing. */
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
