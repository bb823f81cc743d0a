/** The three headers of a known caller. */
export type CallerHeaders = { authorization: string; 'x-api-key': string; service: string };

export const JSON_CONTENT = { 'content-type': 'application/json' };
