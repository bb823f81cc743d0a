/** Code of GraphiQL's worker that marks an omitted input field as required. */
export const MARKS_REQUIRED = 'if (fieldRequired) {';

/**
 * Patches the worker to treat input fields with a default as optional, as GraphQL does; otherwise the editor marks
 * valid variables as errors.
 */
export function leaveOutDefaults(worker: string): string {
  return worker.replace(MARKS_REQUIRED, 'if (fieldRequired && field.default === undefined) {');
}
