/** Condition in GraphiQL's worker that marks an omitted input field as an error. */
export const REQUIRED_CONDITION = 'if (fieldRequired) {';

/**
 * Patches GraphiQL's worker so that input fields with a default value are optional, as GraphQL defines. Without the
 * patch, the editor marks valid variables as errors.
 */
export function makeDefaultedFieldsOptional(worker: string): string {
  return worker.replace(REQUIRED_CONDITION, 'if (fieldRequired && field.default === undefined) {');
}
