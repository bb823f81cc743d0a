import { hash } from 'node:crypto';
import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { ASSOCIATE_TOPIC, listPepRelations, listTopics } from '../../domain/lists/pep-relation.ts';

/**
 * SHA-256, in hexadecimal, of all that an entry says, and of what a decision about a match rests on: a new oficio or remark
 * alone is no new matter. The order of what has none does not count.
 */
export function hashEntry(entry: ListEntry): { content: string; matter: string } {
  const said = JSON.stringify(matter(entry));
  return { content: digest(said + JSON.stringify(entry.details)), matter: digest(said) };
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
    ...tiesOf(entry),
  ];
}

/** Whose relative or associate somebody has become is matter; nothing is added for who is none, so that all others stay as they are. */
function tiesOf({ details }: ListEntry): string[][] {
  const relations = listPepRelations(details).map(({ kind, key }) => `${kind} ${key}`);
  const topics = listTopics(details).filter((topic) => topic === ASSOCIATE_TOPIC);
  const ties = sorted([...topics, ...relations]);
  return ties.length === 0 ? [] : [ties];
}

function sorted(texts: readonly string[]): string[] {
  return texts.toSorted((a, b) => (a < b ? -1 : 1));
}

function digest(text: string): string {
  return hash('sha256', text);
}
