import type { Socket } from 'node:net';
import type { Attack } from '../attack.ts';
import { sendBody } from '../graphql.ts';
import { countOutcomes } from '../outcomes.ts';
import { openSocket } from '../raw.ts';

const BODY_BYTES = 200_000_000;
const CHUNK = Buffer.alloc(1_000_000, 'a');
const SENDING_MS = 20_000;

export const strangers: Attack[] = [
  {
    name: 'stranger-body',
    sends: 'a body of 200 MB by somebody who is not known',
    run: async (target) => {
      const socket = await openSocket(target);
      socket.resume();
      socket.write(
        `POST /api/v4/quiz/answers/import/api HTTP/1.1\r\nhost: gateway\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
      );
      const timer = setTimeout(() => socket.destroy(), SENDING_MS);
      let sent = 0;
      while (sent < BODY_BYTES && !socket.destroyed) {
        sent += CHUNK.byteLength;
        await written(socket, CHUNK);
      }
      clearTimeout(timer);
      const part = socket.destroyed ? 'cut off within the body' : 'read to its end';
      socket.destroy();
      return countOutcomes([part]);
    },
  },
  {
    name: 'bad-utf8',
    sends: 'a query whose text is not UTF-8',
    run: async (target) => {
      const text =
        '{"query":"query($c:String){business(by:{code:$c}){name}}","variables":{"c":"?"}}';
      const body = Buffer.from(text);
      body[text.lastIndexOf('?')] = 0xff;
      return countOutcomes([await sendBody(target, body)]);
    },
  },
];

/** Resolves when it went out, or when nothing goes out any more. */
async function written(socket: Socket, chunk: Uint8Array): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.write(chunk, () => resolve());
  await promise;
}
