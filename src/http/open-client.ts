import type { IncomingMessage } from 'node:http';
import type { Client } from '../pacing/client.ts';
import type { WaitAllowance } from '../pacing/wait-allowance.ts';

/** The client of one request, until that is over. */
export type OpenClient = Client & {
  /** Forgets it: nothing is made for it any more. */
  close: () => void;
};

type Waiting = { keep: () => (() => void) | undefined; waits: WaitAllowance };

/** `keep` keeps room for the largest answer; see UnreadAnswers. */
export function openClient(
  { socket }: Pick<IncomingMessage, 'socket'>,
  { keep, waits }: Waiting,
): OpenClient {
  let room: (() => void) | undefined;
  let gone: AbortController | undefined;
  const abort = (): void => gone?.abort();
  const releaseRoom = (): void => {
    room?.();
    room = undefined;
  };
  return {
    waits,
    hasGone: () => socket.destroyed,
    goneSignal: () => {
      if (gone !== undefined) return gone.signal;
      gone = new AbortController();
      if (socket.destroyed) abort();
      else socket.once('close', abort);
      return gone.signal;
    },
    keepRoom: () => {
      room ??= keep();
      return room !== undefined;
    },
    releaseRoom,
    close: () => {
      releaseRoom();
      if (gone !== undefined) socket.off('close', abort);
    },
  };
}
