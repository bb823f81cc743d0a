import type { EntryDetails } from './list-entry.ts';

/** What a detail says by itself; null where it is not there, or a list. */
export function textOfDetail(details: EntryDetails, name: string): string | null {
  const value = details[name];
  return typeof value === 'string' ? value : null;
}

/** The texts in a detail that is a list; none where it is not there, or no list. */
export function textsOfDetail(details: EntryDetails, name: string): string[] {
  return elementsOf(details, name).filter((one) => typeof one === 'string');
}

/** What has details of its own in a detail that is a list; none where it is not there, or no list. */
export function partsOfDetail(details: EntryDetails, name: string): EntryDetails[] {
  return elementsOf(details, name).filter((one) => typeof one !== 'string');
}

function elementsOf(details: EntryDetails, name: string): readonly (string | EntryDetails)[] {
  const value = details[name];
  return value === undefined || typeof value === 'string' ? [] : value;
}
