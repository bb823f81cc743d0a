import { hash } from 'node:crypto';
import type { ListEntry } from '../domain/lists/list-entry.ts';

/** SHA-256 of all that an entry says; the order of what has none does not count. */
export function contentHash(entry: ListEntry): Buffer {
  return digest([matter(entry), entry.details]);
}

/** SHA-256 of what a decision about a match rests on: a new oficio or remark alone is no new matter. */
export function matterHash(entry: ListEntry): Buffer {
  return digest(matter(entry));
}

function matter(entry: ListEntry): unknown {
  return [
    entry.partyType,
    entry.status,
    sorted(entry.names.map(({ kind, name }) => `${kind} ${name}`)),
    sorted(entry.identifiers.map(({ kind, value, country }) => `${kind} ${value} ${country}`)),
    sorted(entry.programs),
    sorted(entry.birthDates),
    sorted(entry.countries),
  ];
}

function sorted(texts: readonly string[]): string[] {
  return texts.toSorted((a, b) => (a < b ? -1 : 1));
}

function digest(value: unknown): Buffer {
  return hash('sha256', JSON.stringify(value), 'buffer');
}
