import { hash } from 'node:crypto';
import type { ListEntry } from '../../domain/lists/list-entry.ts';
import { ASSOCIATE_TOPIC, listPepRelations, listTopics } from '../../domain/lists/pep-relation.ts';

/**
 * Returns the hexadecimal SHA-256 of the whole content of an entry, and of its matter: the part on which a decision
 * about a match is based, without remarks and notices. Independent of the order of names, identifiers and other sets.
 */
export function hashEntry(entry: ListEntry): { content: string; matter: string } {
  const matterText = JSON.stringify(selectMatter(entry));
  return {
    content: digest(matterText + JSON.stringify(entry.details)),
    matter: digest(matterText),
  };
}

function selectMatter(entry: ListEntry): unknown {
  return [
    entry.partyType,
    entry.status,
    sortTexts(entry.names.map(({ kind, name }) => `${kind} ${name}`)),
    sortTexts(entry.identifiers.map(({ kind, value, country }) => `${kind} ${value} ${country}`)),
    sortTexts(entry.programs),
    sortTexts(entry.birthDates),
    sortTexts(entry.countries),
    ...listPepRelationKeys(entry),
  ];
}

/**
 * Returns the relations to politically exposed persons, which are part of the matter. Entries without any get no
 * element, so that their stored hashes stay valid.
 */
function listPepRelationKeys({ details }: ListEntry): string[][] {
  const relations = listPepRelations(details).map(({ kind, key }) => `${kind} ${key}`);
  const topics = listTopics(details).filter((topic) => topic === ASSOCIATE_TOPIC);
  const relationKeys = sortTexts([...topics, ...relations]);
  return relationKeys.length === 0 ? [] : [relationKeys];
}

function sortTexts(texts: readonly string[]): string[] {
  return texts.toSorted((a, b) => (a < b ? -1 : 1));
}

function digest(text: string): string {
  return hash('sha256', text);
}
