import type { EntryDetails } from './list-entry.ts';

/** Returns a detail that is a text; null when it is absent or a list. */
export function readText(details: EntryDetails, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' ? value : null;
}

/** Returns the texts in a detail that is a list; empty when it is absent or no list. */
export function listTexts(details: EntryDetails, name: string): string[] {
  return listElements(details, name).filter((element) => typeof element === 'string');
}

/** Returns the nested details in a detail that is a list; empty when it is absent or no list. */
export function listNestedDetails(details: EntryDetails, name: string): EntryDetails[] {
  return listElements(details, name).filter((element) => typeof element !== 'string');
}

function listElements(details: EntryDetails, name: string): readonly (string | EntryDetails)[] {
  const value = details[name];
  return value === undefined || typeof value === 'string' ? [] : value;
}
