import { z } from 'zod';

/** IANA time zone that this version of Node supports. */
export const timeZoneSchema = z.string().default('America/Mexico_City').refine(isTimeZone, {
  message: 'must be a time zone of the IANA database, e.g. America/Mexico_City',
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
