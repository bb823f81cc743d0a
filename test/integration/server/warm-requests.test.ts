import { expect, it } from 'vitest';
import { generateWarmUpRequests } from '../../../src/server/warm-up/warm-requests.ts';

const requests = [...generateWarmUpRequests()];

it('begins as what comes to a process does, with whoever asks whether it is there', () => {
  const probes = requests.filter((one) => !one.includes('authorization:'));
  expect(requests[0]).toBe(probes[0]);
  expect(new Set(probes.map((one) => one.split('\r\n')[0]))).toEqual(
    new Set(['GET /health/live HTTP/1.1']),
  );
});

it('asks with documents that are new now and then, each after a probe', () => {
  const names = requests.flatMap((one) => /query (\w+)\(/.exec(one)?.[1] ?? []);
  const probes = requests.filter((one) => one.startsWith('GET /health/'));
  expect(new Set(names).size).toBe(probes.length);
});

it('says of each body how long it is', () => {
  for (const request of requests) {
    const [head = '', body = ''] = request.split('\r\n\r\n');
    expect(Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0)).toBe(Buffer.byteLength(body));
  }
});
