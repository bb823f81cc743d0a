import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Headers of a request that describe its body, and the response that its client reads. */
export type ContentHeaders = Pick<
  IncomingHttpHeaders,
  'accept' | 'content-encoding' | 'content-type'
>;

/**
 * Returns all values of a header by its lower-case name; undefined when it was not sent. Unlike Node's
 * `headersDistinct` it does not build the lists of all other headers.
 */
export function findHeaderValues(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  name: string,
): string[] | undefined {
  let values: string[] | undefined;
  // Names and values alternate. Comparing lengths first avoids most calls of toLowerCase.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sentName = rawHeaders[index] ?? '';
    if (sentName.length !== name.length || sentName.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? '';
    if (values === undefined) values = [value];
    else values.push(value);
  }
  return values;
}

/** Returns the value of a header that was sent exactly once; otherwise undefined. */
export function findSingleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = findHeaderValues(request, name);
  return values?.length === 1 ? values[0] : undefined;
}
