import { isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { participantMembers } from '../../../src/v4-words/participant-members.ts';
import { readPage } from '../../support/documents/pages.ts';

/** Page that names every field of these inputs. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'docs/guide/filters.md': [
    'BusinessFilter',
    'ParticipantFilter',
    'FileFilter',
    'ScreeningFilter',
    'UserFilter',
    'WatchListFilter',
  ],
  'docs/guide/history.md': ['AuditEventFilter', 'DeletionReceiptFilter'],
  'docs/guide/members.md': [
    'UpsertBusinessInput',
    'UpsertParticipantInput',
    'PersonalInformationInput',
    'AddressInput',
  ],
};

function fieldsOf(input: string): string[] {
  const type = schema.getType(input);
  if (!isInputObjectType(type)) throw new Error(`The schema has no input ${input}.`);
  return Object.keys(type.getFields()).filter((name) => name !== 'idempotencyKey');
}

describe.each(Object.entries(PAGES))('%s', (path, inputs) => {
  it.each(inputs)('names every field of %s', (input) => {
    const words = new Set(readPage(path).match(/\w+/g));
    expect(fieldsOf(input).length).toBeGreaterThan(1);
    expect(fieldsOf(input).filter((name) => !words.has(name))).toEqual([]);
  });
});

it('the page of the members names every v4 member of a participant', () => {
  const words = new Set(readPage('docs/guide/members.md').match(/\w+/g));
  const missing = Object.keys(participantMembers).filter((name) => !words.has(name));
  // Second name of the folio, which the rules of v4 explain.
  expect(missing).toEqual(['juridical_folio']);
});
