/** Code of GraphiQL's worker that marks an omitted input field as required. */
export const MARKS_REQUIRED = 'if (fieldRequired) {';

/**
 * The worker, made to know that GraphQL lets a field be left out that has a default, whatever its type: without this the
 * editor marks right variables red.
 */
export function leaveOutDefaults(worker: string): string {
  return worker.replace(MARKS_REQUIRED, 'if (fieldRequired && field.default === undefined) {');
}
