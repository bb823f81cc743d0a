import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, Target } from '../attack.ts';
import { sendBody } from '../graphql.ts';
import { countOutcomes, type Outcomes } from '../outcomes.ts';
import { endOf, listenTo, openSocket, requestText } from '../raw.ts';
import { times } from '../send.ts';

const HELD_MS = 15_000;

/** What a request asks is in memory until it is answered, several times as large as it was sent. */
export const largeBodies: Attack[] = [
  {
    name: 'bodies-begun',
    sends: '800 bodies of 1 MB whose last sign does not come for 15 s, heap of 512 MB',
    heapMb: 512,
    run: async (target) => await beginBodies(target, 800),
  },
  {
    name: 'bodies-of-objects',
    sends: '64 queries at once with a variable of 330,000 empty objects, heap of 512 MB',
    heapMb: 512,
    run: async (target) => {
      const body = `{"query":"query($a:[ID!]){nodes(ids:$a){id}}","variables":{"b":[${'{},'.repeat(330_000)}0]}}`;
      return countOutcomes(await times({ count: 64, width: 64 }, () => sendBody(target, body)));
    },
  },
  {
    name: 'upserts',
    sends: '64 upserts at once of 100 businesses and 3,000 participants in 1 MB, heap of 512 MB',
    heapMb: 512,
    run: async (target) =>
      countOutcomes(
        await times({ count: 64, width: 64 }, async (n) => await sendBody(target, upserts(n))),
      ),
  },
  {
    name: 'upserts-wrong',
    sends: '4 upserts at once of 5,000 participants whose ids are all negative',
    run: async (target) =>
      countOutcomes(
        await times({ count: 4, width: 4 }, async () => await sendBody(target, wrongUpsert())),
      ),
  },
];

async function beginBodies(target: Target, count: number): Promise<Outcomes> {
  const query = `{viewer{service}} #${'x'.repeat(1_000_000)}`;
  const text = requestText(target, JSON.stringify({ query })).slice(0, -1);
  const sockets = await times({ count, width: 50 }, async () => {
    const socket = await openSocket(target);
    const asked = listenTo(socket);
    socket.write(text);
    return asked;
  });
  await wait(HELD_MS);
  return countOutcomes(await Promise.all(sockets.map(endOf)));
}

/** Each of its participants has a fault. */
function wrongUpsert(): string {
  const participants = Array.from({ length: 5_000 }, (_, place) => ({
    externalPersonId: -1 - place,
    personType: 'NATURAL_PERSON',
    name: 'Ana',
  }));
  const query = 'mutation($i:UpsertBusinessInput!){upsertBusiness(input:$i){__typename}}';
  const input = { externalId: 1, code: 'WRONG', participants };
  return JSON.stringify({ query, variables: { i: input } });
}

/** Of businesses that nobody else writes. */
function upserts(n: number): string {
  const inputs = Array.from({ length: 100 }, (_, at) => ({
    externalId: 1_000_000 + 1_000 * n + at,
    code: `BULK-${n}-${at}`,
    name: `Negocio ${at}`,
    participants: Array.from({ length: 30 }, (_one, place) => ({
      externalPersonId: 10_000_000 + 10_000 * n + 100 * at + place,
      personType: 'NATURAL_PERSON',
      name: `Persona ${place}`,
      paternalSurname: 'Prueba'.repeat(10),
      email: `p${place}@example.test`,
      roles: ['FIDEICOMITENTE', 'FIDUCIARIO'],
      requestedDocumentTypes: ['INE', 'CSF'],
    })),
  }));
  const query =
    'mutation($i:[BusinessInput!]!){upsertBusinesses(input:{businesses:$i}){__typename}}';
  return JSON.stringify({ query, variables: { i: inputs } });
}
