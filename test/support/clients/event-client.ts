import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Block of an event stream as received, with its data parsed. A comment alone is no block. */
export type Block = { id?: string; event?: string; data?: unknown };

export type EventStream = {
  status: number;
  headers: IncomingMessage['headers'];
  /** Returns the next block; undefined at the end of the stream. */
  block: () => Promise<Block | undefined>;
  /** Returns the next block without consuming it. */
  peek: () => Promise<Block | undefined>;
  /** Returns the next result, and skips checkpoints; undefined at the end of the stream. */
  next: () => Promise<Block | undefined>;
  /** Returns the id of the last block that had one. */
  lastId: () => string | undefined;
  /** Takes nothing more from the socket until `resume`. */
  response: IncomingMessage;
  /** Closes the connection abruptly. */
  drop: () => void;
};

export type EventRequest = {
  headers: Record<string, string>;
  query: string;
  variables?: object;
  lastEventId?: string | undefined;
  accept?: string;
};

/** Opens a subscription and reads its blocks, as an EventSource would. Throws when the response is no event stream. */
export async function openEventStream(url: string, asked: EventRequest): Promise<EventStream> {
  const response = await send(url, asked);
  if (response.headers['content-type']?.startsWith('text/event-stream') !== true)
    throw new Error(`No stream: ${response.statusCode} ${await text(response)}`);
  onTestFinished(() => void response.destroy());
  const blocks = readBlocks(response);
  let lastId: string | undefined;
  let peeked: Promise<Block | undefined> | undefined;
  const peek = async (): Promise<Block | undefined> => {
    peeked ??= blocks.next().then((one) => one.value);
    return await peeked;
  };
  const block = async (): Promise<Block | undefined> => {
    const value = await peek();
    peeked = undefined;
    if (value?.id !== undefined) lastId = value.id;
    return value;
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    block,
    peek,
    next: async () => {
      for (;;) {
        const found = await block();
        if (found === undefined || found.event !== undefined) return found;
      }
    },
    lastId: () => lastId,
    response,
    drop: () => void response.destroy(),
  };
}

async function send(url: string, asked: EventRequest): Promise<IncomingMessage> {
  const { headers, query, variables = {}, lastEventId, accept = 'text/event-stream' } = asked;
  const outgoing = request(`${url}/graphql`, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  outgoing.on('response', resolve).on('error', reject);
  outgoing.end(JSON.stringify({ query, variables }));
  return await promise;
}

async function* readBlocks(response: IncomingMessage): AsyncGenerator<Block, undefined> {
  let rest = '';
  response.setEncoding('utf8');
  try {
    for await (const chunk of response) {
      rest += chunk;
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      yield* parts.map(parseBlock).filter((block) => Object.keys(block).length > 0);
    }
  } catch (error) {
    // A closed connection ends the stream.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ECONNRESET') throw error;
  }
  return undefined;
}

function parseBlock(part: string): Block {
  const block: Block = {};
  for (const line of part.split('\n')) {
    const [, field, value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    if (field === 'id') block.id = value;
    if (field === 'event') block.event = value;
    if (field === 'data') block.data = value === '' ? null : JSON.parse(value);
  }
  return block;
}
