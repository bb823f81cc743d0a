/**
 * Reads the body of a response. Of a stream, reads the first result only and cancels the rest; no data when it has none
 * yet.
 */
export async function readReply(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return await response.text();
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const [, result] = /^data: (.+)\n\n/m.exec(text) ?? [];
    if (result !== undefined) return result;
    if (/^id: .+\n\n/m.test(text)) break;
  }
  return '{"data":{"begun":{}}}';
}
