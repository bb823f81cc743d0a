import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { portOf } from './port-of.ts';

/** Span as received by a collector, with ids in hexadecimal. */
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentId: string;
  traceState: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number>;
  /** 2 where it has failed. */
  status: number;
  resource: Record<string, string | number>;
};

/** Collector that receives OTLP over HTTP in protobuf. */
export type OtlpReceiver = {
  url: () => string;
  spans: ReceivedSpan[];
  /** Of each request that came. */
  headers: IncomingHttpHeaders[];
};

export function useOtlpReceiver(): OtlpReceiver {
  let server: Server;
  const receiver: OtlpReceiver = {
    url: () => `http://127.0.0.1:${portOf(server)}`,
    spans: [],
    headers: [],
  };
  beforeAll(async () => {
    server = createServer((request, response) => void take(receiver, request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    receiver.spans = [];
    receiver.headers = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

async function take(
  receiver: OtlpReceiver,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await buffer(request);
  receiver.headers.push(request.headers);
  const isPacked = request.headers['content-encoding'] === 'gzip';
  receiver.spans.push(...readSpans(isPacked ? gunzipSync(body) : body));
  const isRight = request.url === '/v1/traces' && request.method === 'POST';
  response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/x-protobuf' }).end();
}

/** Fields of one message, by number: what was counted, and what has a length. */
type Field = { number: number; value: number; bytes: Buffer };

/** Protocol Buffers, encoding: varints, 64 and 32 bits, and what has a length. */
function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const type = tag % 8;
    const value = type === 0 ? varint() : 0;
    const length = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : 0;
    fields.push({ number, value, bytes: message.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

function partsOf(message: Buffer, number: number): Buffer[] {
  return readFields(message).flatMap((field) => (field.number === number ? [field.bytes] : []));
}

function readAttributes(pairs: readonly Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = Buffer.alloc(0)] = partsOf(pair, 1);
      const [any = Buffer.alloc(0)] = partsOf(pair, 2);
      const [value] = readFields(any);
      if (value?.number === 4) return [key.toString(), value.bytes.readDoubleLE()];
      return [key.toString(), value?.number === 1 ? value.bytes.toString() : (value?.value ?? 0)];
    }),
  );
}

/** Of an ExportTraceServiceRequest. */
function readSpans(request: Buffer): ReceivedSpan[] {
  return partsOf(request, 1).flatMap((ofResource) => {
    const resource = readAttributes(partsOf(ofResource, 1).flatMap((one) => partsOf(one, 1)));
    const spans = partsOf(ofResource, 2).flatMap((ofScope) => partsOf(ofScope, 2));
    return spans.map((span) => readSpan(span, resource));
  });
}

function readSpan(span: Buffer, resource: ReceivedSpan['resource']): ReceivedSpan {
  const text = (number: number, encoding: BufferEncoding): string =>
    partsOf(span, number)[0]?.toString(encoding) ?? '';
  const [status] = partsOf(span, 15);
  return {
    traceId: text(1, 'hex'),
    spanId: text(2, 'hex'),
    traceState: text(3, 'utf8'),
    parentId: text(4, 'hex'),
    name: text(5, 'utf8'),
    kind: readFields(span).find((field) => field.number === 6)?.value ?? 0,
    attributes: readAttributes(partsOf(span, 9)),
    status: status === undefined ? 0 : (readFields(status).find((f) => f.number === 3)?.value ?? 0),
    resource,
  };
}
