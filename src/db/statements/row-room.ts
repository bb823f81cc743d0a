import { AppError } from '../../errors.ts';

export type RowRoomOptions = {
  /** Of the rows that requests of one service hold at once; one that is alone may hold more. */
  bytesPerServiceMax: number;
  waitMs: number;
};

/** What one request holds of rows until it is answered. */
export type RowHold = {
  /**
   * Resolves when rows of about so many bytes may be read, to what is told how many bytes they have. Throws AppError
   * `too_many_requests` where that takes too long.
   */
  reserve: (bytes: number) => Promise<(bytes: number) => void>;
  /** It waits no longer: it has what others wait for that hold rows. */
  pass: () => void;
  /** It is answered: nothing is held any more. */
  release: () => void;
};

/** Opens what a request of that service holds. */
export type RowRoom = (serviceId: number) => RowHold;

type Holder = { bytes: number; isFree: boolean; isOver: boolean };
type Waiting = { holder: Holder; bytes: number; enter: () => void };
/** `holders` in the order in which they came to hold something. */
type Own = { bytes: number; holders: Set<Holder>; waiting: Set<Waiting> };

/**
 * Room for large rows, of each service by itself, which is taken before they are read: what waits for its turn to be
 * answered would else hold them in any number. Whoever has held rows for longest never waits for more of them, so that no
 * two wait for each other.
 */
export function createRowRoom(options: RowRoomOptions): RowRoom {
  const services = new Map<number, Own>();
  return (serviceId) => {
    const holder: Holder = { bytes: 0, isFree: false, isOver: false };
    const own = (): Own => {
      const known = services.get(serviceId) ?? { bytes: 0, holders: new Set(), waiting: new Set() };
      services.set(serviceId, known);
      return known;
    };
    const settle = (): void => {
      const known = services.get(serviceId);
      if (known === undefined) return;
      letIn(known, options);
      if (known.holders.size === 0 && known.waiting.size === 0) services.delete(serviceId);
    };
    return {
      reserve: async (bytes) => {
        await enter(own(), { holder, bytes }, options);
        let reserved = bytes;
        return (actual) => {
          count(own(), holder, actual - reserved);
          reserved = actual;
          settle();
        };
      },
      pass: () => {
        holder.isFree = true;
        settle();
      },
      release: () => {
        holder.isFree = true;
        if (holder.bytes > 0) count(own(), holder, -holder.bytes);
        holder.isOver = true;
        settle();
      },
    };
  };
}

async function enter(
  own: Own,
  { holder, bytes }: Pick<Waiting, 'holder' | 'bytes'>,
  options: RowRoomOptions,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const one = { holder, bytes, enter: resolve };
  own.waiting.add(one);
  letIn(own, options);
  if (!own.waiting.has(one)) return;
  const timer = setTimeout(() => {
    own.waiting.delete(one);
    reject(
      new AppError('too_many_requests', 'Too many large rows of the service are held already.'),
    );
    letIn(own, options);
  }, options.waitMs);
  await promise.finally(() => clearTimeout(timer));
}

/** Who comes first goes first; behind one who must wait only those go on whom others wait for. */
function letIn(own: Own, { bytesPerServiceMax }: RowRoomOptions): void {
  let isFull = false;
  for (const one of own.waiting) {
    const { holder, bytes } = one;
    const [oldest = holder] = own.holders;
    const fits = own.bytes === 0 || own.bytes + bytes <= bytesPerServiceMax;
    if (!holder.isFree && oldest !== holder && (isFull || !fits)) {
      isFull = true;
      continue;
    }
    own.waiting.delete(one);
    count(own, holder, bytes);
    one.enter();
  }
}

function count(own: Own, holder: Holder, bytes: number): void {
  if (holder.isOver) return;
  own.bytes += bytes;
  holder.bytes += bytes;
  if (holder.bytes > 0) own.holders.add(holder);
  else own.holders.delete(holder);
}
