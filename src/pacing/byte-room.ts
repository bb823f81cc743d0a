import { AppError } from '../errors.ts';
import { WaitAllowance } from './wait-allowance.ts';

export type ByteRoomOptions = {
  /** What requests of one service hold at once; one that is alone may hold more. */
  bytesPerServiceMax: number;
  /** The same of all services. */
  bytesMax: number;
  waitMs: number;
  /** What is said to who has waited for longer. */
  refusal: string;
};

/** What one request holds until it is answered. */
export type ByteHold = {
  /**
   * Resolves when about so many bytes may be read, to what is told how many there are. Throws AppError
   * `too_many_requests` where that takes too long.
   */
  reserve: (bytes: number) => Promise<(bytes: number) => void>;
  /** Counts what was read before anybody knew that it is large. */
  add: (bytes: number) => void;
  /** It waits no longer: it has what others wait for that hold something. */
  pass: () => void;
  /** It waits as long as it takes: what it asked for is being done, and may not be refused any more. */
  insist: () => void;
  /** It is answered: nothing is held any more. */
  release: () => void;
};

/** Opens what a request of that service holds, which may wait for so long. */
export type ByteRoom = (serviceId: number, waits?: WaitAllowance) => ByteHold;

/** One request. `waiting` are those of its reads that wait. */
type Holder = {
  own: Own;
  bytes: number;
  waiting: Set<Waiting>;
  isFree: boolean;
  isPatient: boolean;
  isOver: boolean;
};
type Waiting = { holder: Holder; bytes: number; enter: () => void; refuse: () => void };
/** One service; `holders` in the order in which they came to hold something. */
type Own = { serviceId: number; bytes: number; holders: Set<Holder>; waiting: Set<Waiting> };

/**
 * Room in memory for what is large, such as rows, which is taken before it is read: what waits for its turn to be answered
 * would else hold it in any number. Each service has as much, and the services take turns at what is left of all. Whoever
 * has held something for longest never waits for more, so that no two wait for each other.
 */
export function createByteRoom(options: ByteRoomOptions): ByteRoom {
  const room = new Room(options);
  return (serviceId, waits = new WaitAllowance(options.waitMs)) => {
    const holder = room.open(serviceId);
    return {
      reserve: async (bytes) => {
        await waits.during(room.enter({ holder, bytes }, waits.leftMs()));
        let reserved = bytes;
        return (actual) => {
          room.count(holder, actual - reserved);
          reserved = actual;
          room.letIn();
        };
      },
      add: (bytes) => room.add(holder, bytes),
      pass: () => {
        holder.isFree = true;
        room.letIn(holder);
      },
      insist: () => {
        holder.isPatient = true;
      },
      release: () => {
        room.count(holder, -holder.bytes);
        Object.assign(holder, { isFree: true, isOver: true });
        // Nobody would look at what it still waits for.
        for (const { refuse } of holder.waiting) refuse();
        room.letIn();
      },
    };
  };
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

  open(serviceId: number): Holder {
    const own = { serviceId, bytes: 0, holders: new Set<Holder>(), waiting: new Set<Waiting>() };
    const state = { isFree: false, isPatient: false, isOver: false };
    return { own, bytes: 0, waiting: new Set(), ...state };
  }

  async enter({ holder, bytes }: Pick<Waiting, 'holder' | 'bytes'>, waitMs: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (): void => {
      this.#drop(one);
      reject(new AppError('too_many_requests', this.#options.refusal));
    };
    const one: Waiting = { holder, bytes, enter: resolve, refuse };
    this.#join(holder);
    holder.waiting.add(one);
    holder.own.waiting.add(one);
    this.letIn(holder);
    if (!holder.waiting.has(one)) return;
    const timer = setTimeout(() => {
      if (holder.isPatient) return;
      refuse();
      this.letIn();
    }, waitMs);
    await promise.finally(() => clearTimeout(timer));
  }

  add(holder: Holder, bytes: number): void {
    if (holder.isOver) return;
    this.#join(holder);
    this.count(holder, bytes);
  }

  count(holder: Holder, bytes: number): void {
    if (holder.isOver) return;
    const { own } = holder;
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
    if (changed?.isFree === true) for (const one of changed.waiting) this.#letInOne(one);
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
    const { own } = one.holder;
    this.#drop(one);
    // The others have their turns first.
    this.#services.delete(own.serviceId);
    this.#services.set(own.serviceId, own);
    this.count(one.holder, one.bytes);
    one.enter();
  }

  #drop(one: Waiting): void {
    one.holder.waiting.delete(one);
    one.holder.own.waiting.delete(one);
    this.#forgetIdle(one.holder.own);
  }

  /** All requests of a service share what is known of it, which is forgotten while there is nothing. */
  #join(holder: Holder): void {
    const { serviceId } = holder.own;
    const known = this.#services.get(serviceId);
    if (known !== undefined) holder.own = known;
    else this.#services.set(serviceId, holder.own);
  }

  #forgetIdle({ serviceId, holders, waiting }: Own): void {
    if (holders.size === 0 && waiting.size === 0) this.#services.delete(serviceId);
  }
}
