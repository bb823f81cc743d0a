import { z } from 'zod';

const MESSAGE =
  'must be an address with http or https, a host and neither path, query nor user, e.g. https://gateway.example';

/** URL of the gateway for readers of printed reports: an http or https origin. */
export const publicUrlSchema = z
  .string()
  .max(200)
  .refine(isOrigin, { message: MESSAGE })
  .optional();

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    [url.origin, `${url.origin}/`].includes(text)
  );
}
