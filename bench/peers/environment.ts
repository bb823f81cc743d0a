/** What the harness hands to every server. */
export const PORT: number = Number(process.env['PORT']);
export const DATABASE_URL: string = process.env['DATABASE_URL'] ?? '';
/** How long the static server's answer is. */
export const ANSWER_BYTES: number = Number(process.env['ANSWER_BYTES'] ?? 0);
