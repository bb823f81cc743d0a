import { createServer } from 'node:http';
import { ANSWER_BYTES, PORT } from './environment.ts';

/** What Node alone gives: the request is read and one ready answer of the usual size is sent. */
const text = JSON.stringify({ data: { text: 'x'.repeat(ANSWER_BYTES) } });
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(text),
};

createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(200, headers).end(text));
}).listen(PORT, '127.0.0.1');
