import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openClient } from '../../../src/http/backpressure/open-client.ts';
import { WaitDeadline } from '../../../src/scheduling/wait-deadline.ts';

function countRooms() {
  let kept = 0;
  const keep = () => {
    kept += 1;
    return () => void (kept -= 1);
  };
  return { keep, read: () => kept };
}

it('gives back the room that it keeps when its request is over', () => {
  const rooms = countRooms();
  const client = openClient({ socket: new Socket() }, { ...rooms, waits: new WaitDeadline(1) });
  expect([client.reserveMemory(), client.reserveMemory()]).toEqual([true, true]);
  expect(rooms.read()).toBe(1);
  client.close();
  expect(rooms.read()).toBe(0);
});

it('keeps no room once its request is over, and holds up nobody who asks for it then', () => {
  const rooms = countRooms();
  const client = openClient({ socket: new Socket() }, { ...rooms, waits: new WaitDeadline(1) });
  client.close();
  expect(client.reserveMemory()).toBe(true);
  expect(rooms.read()).toBe(0);
});

it('releases its permits once, at its end at the latest, and at once after that', () => {
  const client = openClient(
    { socket: new Socket() },
    { keep: () => undefined, waits: new WaitDeadline(1) },
  );
  const released: string[] = [];
  const [first] = ['first', 'second'].map((name) =>
    client.releaseAtEnd(() => void released.push(name)),
  );
  first?.();
  first?.();
  expect(released).toEqual(['first']);
  const signal = client.abortSignal();
  client.close();
  expect(released).toEqual(['first', 'second']);
  expect([signal.aborted, client.isDisconnected()]).toEqual([true, true]);
  client.releaseAtEnd(() => void released.push('late'));
  expect(released).toEqual(['first', 'second', 'late']);
});
