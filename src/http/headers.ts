import type { IncomingMessage } from 'node:http';

/**
 * All values of a header, by its name in lower case; undefined where it did not come. As Node's `headersDistinct` has
 * them, which makes such a list of each header of the request first.
 */
export function headerValues(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): string[] | undefined {
  let values: string[] | undefined;
  // Names and values alternate. Their lengths distinguish most names without creating a text.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] ?? '';
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    const value = rawHeaders[at + 1] ?? '';
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values;
}

/** The value of a header that came exactly once; undefined otherwise. */
export function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = headerValues(request, name);
  return values?.length === 1 ? values[0] : undefined;
}
