import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openClient } from '../../../src/http/backpressure/open-client.ts';
import { WaitDeadline } from '../../../src/scheduling/wait-deadline.ts';

function countReservations() {
  let reserved = 0;
  const reserve = () => {
    reserved += 1;
    return () => void (reserved -= 1);
  };
  return { reserve, read: () => reserved };
}

it('gives back the room that it keeps when its request is over', () => {
  const reservations = countReservations();
  const client = openClient(
    { socket: new Socket() },
    { ...reservations, waitDeadline: new WaitDeadline(1) },
  );
  expect([client.reserveMemory(), client.reserveMemory()]).toEqual([true, true]);
  expect(reservations.read()).toBe(1);
  client.close();
  expect(reservations.read()).toBe(0);
});

it('keeps no room once its request is over, and holds up nobody who asks for it then', () => {
  const reservations = countReservations();
  const client = openClient(
    { socket: new Socket() },
    { ...reservations, waitDeadline: new WaitDeadline(1) },
  );
  client.close();
  expect(client.reserveMemory()).toBe(true);
  expect(reservations.read()).toBe(0);
});

it('releases its permits once, at its end at the latest, and at once after that', () => {
  const client = openClient(
    { socket: new Socket() },
    { reserve: () => undefined, waitDeadline: new WaitDeadline(1) },
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
