import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from '../attack.ts';
import { sendOperation } from '../graphql.ts';
import { countOutcomes } from '../outcomes.ts';
import { isClosedWithin, openSocket, requestText } from '../raw.ts';
import { LONG_BUSINESS_ID } from '../rows.ts';
import { times } from '../send.ts';

const SUBSCRIBERS = 200;
const HELD_MS = 30_000;

const ALIASES = Array.from({ length: 40 }, (_, n) => `r${n}:roles`).join(' ');
const SUBSCRIPTION = `subscription{businessEvents{id ...on BusinessUpsertedEvent{business{participants(first:10){nodes{${ALIASES}}}}}}}`;

/** One change of each subscriber's business makes an answer for each of them. */
export const heavyEvents: Attack[] = [
  {
    name: 'heavy-events',
    sends: `${SUBSCRIBERS} subscribers that read nothing, each told 8 MB of a change, heap of 512 MB`,
    heapMb: 512,
    run: async (target) => {
      const headers = { ...target.headers, accept: 'text/event-stream' };
      const text = requestText({ headers }, JSON.stringify({ query: SUBSCRIPTION }));
      const sockets = await times({ count: SUBSCRIBERS, width: 20 }, async () => {
        const socket = await openSocket(target);
        socket.write(text);
        return socket;
      });
      await wait(3_000);
      const input = `externalId:${900 + LONG_BUSINESS_ID},code:"ATK-${LONG_BUSINESS_ID}",name:"Otro"`;
      const end = await sendOperation(target, {
        query: `mutation{upsertBusiness(input:{${input}}){__typename}}`,
      });
      await wait(HELD_MS);
      const ends = sockets.map(async (socket) => {
        socket.resume();
        const isClosed = await isClosedWithin(socket, 3_000);
        socket.destroy();
        return isClosed ? 'cut off' : 'goes on';
      });
      return countOutcomes([`change ${end}`, ...(await Promise.all(ends))]);
    },
  },
];
