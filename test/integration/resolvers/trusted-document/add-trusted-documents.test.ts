import { beforeEach, describe, expect, it } from 'vitest';
import {
  DOCUMENT_LENGTH_MAX,
  DOCUMENTS_MAX,
} from '../../../../src/domain/access/trusted-document.ts';
import { OperatorError } from '../../../../src/errors.ts';
import {
  type AddedDocuments,
  addTrustedDocuments,
} from '../../../../src/resolvers/trusted-document/add-trusted-documents.ts';
import type { DocumentCheck } from '../../../../src/resolvers/trusted-document/check-documents.ts';
import { listTrustedDocuments } from '../../../../src/resolvers/trusted-document/list-trusted-documents.ts';
import type { ManifestDocument } from '../../../../src/resolvers/trusted-document/parse-manifest.ts';
import { removeTrustedDocuments } from '../../../../src/resolvers/trusted-document/remove-trusted-documents.ts';
import { trustDocuments } from '../../../support/data/trusted.ts';
import { useDatabase } from '../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';

const PAGE = 'query Page { __typename }';
const OTHER = 'query Other { __typename }';

const database = useDatabase();
let ours: TestService;

beforeEach(async () => {
  ours = await createTestService(database.db, await createTestTokens(database.db));
});

async function trust(texts: Record<string, string>) {
  return await trustDocuments(database.db, ours.service, texts);
}

async function remove(...ids: string[]) {
  return await removeTrustedDocuments(database.db, { service: ours.service, ids });
}

async function listStored(service = ours.service): Promise<string[][]> {
  const found = await listTrustedDocuments(database.db, service);
  return found.map(({ id, name }) => [id, name]);
}

/** Adds documents to which a graph has no objection. */
async function addAnything(documents: ManifestDocument[]): Promise<AddedDocuments> {
  const input = { service: ours.service, documents, check: acceptAnything };
  return await addTrustedDocuments(database.db, input);
}

function acceptAnything(): ReturnType<DocumentCheck> {
  return { name: 'query Page', faults: [] };
}

function listOf(...texts: string[]): ManifestDocument[] {
  return texts.map((text) => ({ id: 'page', text }));
}

/** The version of the service's documents, and what the audit says of them. */
async function readTraces() {
  const { documents_version: version } = await database.db
    .selectFrom('services')
    .select('documents_version')
    .where('id', '=', ours.serviceId)
    .executeTakeFirstOrThrow();
  const events = await database.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('service_id', '=', ours.serviceId)
    .where('action', 'like', 'trusted%')
    .orderBy('id')
    .execute();
  return { version, events: events.map(({ action, details }) => [action, details]) };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof OperatorError ? error.message : '';
}

describe('documents that are added', () => {
  it('are stored with the names of their operations, and told to gateways and audit once', async () => {
    const two =
      'query A { __typename } mutation B { __typename } fragment C on Query { __typename }';
    expect(await refusal(trust({ two }))).toContain('two (query A, mutation B): ');
    expect(await trust({ page: PAGE, anonymous: '{ __typename }' })).toEqual({
      added: 2,
      known: 0,
    });
    expect(await listStored()).toEqual([
      ['anonymous', 'query'],
      ['page', 'query Page'],
    ]);
    expect(await readTraces()).toEqual({
      version: 1,
      events: [['trusted_documents_added', { count: 2 }]],
    });
  });

  it('change nothing when they are added again, alone or among new ones', async () => {
    await trust({ page: PAGE });
    const before = await readTraces();
    expect(await trust({ page: PAGE })).toEqual({ added: 0, known: 1 });
    expect(await readTraces()).toEqual(before);
    expect(await trust({ page: PAGE, other: OTHER })).toEqual({ added: 1, known: 1 });
    expect((await readTraces()).version).toBe(2);
  });

  it('are refused all together where one id stands for another text', async () => {
    await trust({ page: PAGE, same: OTHER });
    const before = await readTraces();
    expect(await refusal(trust({ new: PAGE, page: OTHER, same: OTHER }))).toBe(
      `Nothing was added: the service "${ours.service}" has another document with the id page.`,
    );
    expect(await listStored()).toHaveLength(2);
    expect(await readTraces()).toEqual(before);
  });

  it('may stand for another text in another service', async () => {
    const other = await createTestService(database.db, await createTestTokens(database.db));
    await trust({ page: PAGE });
    await trustDocuments(database.db, other.service, { page: OTHER });
    expect(await listStored()).toEqual([['page', 'query Page']]);
    expect(await listStored(other.service)).toEqual([['page', 'query Other']]);
  });

  it('are none for a service that is not known', async () => {
    const adding = trustDocuments(database.db, 'nobody', { page: PAGE });
    expect(await refusal(adding)).toBe('Service "nobody" does not exist.');
  });
});

describe('documents that come at once', () => {
  it('are stored once each when twins add them', async () => {
    const twins = Array.from({ length: 8 }, () => trust({ page: PAGE, other: OTHER }));
    const counts = await Promise.all(twins);
    expect(counts.filter(({ added }) => added === 2)).toHaveLength(1);
    expect(counts.filter(({ known }) => known === 2)).toHaveLength(7);
    expect((await readTraces()).version).toBe(1);
  });

  it('are those of one caller where several bring other texts under one id', async () => {
    const texts = [1, 2, 3, 4].map((number) => `query Page${number} { __typename }`);
    const adding = texts.map((page, index) => trust({ page, [`own${index}`]: page }));
    const results = await Promise.allSettled(adding);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const names = (await listStored()).map(([, name]) => name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  it('are there or not there as a whole while they are added and removed', async () => {
    const work = Array.from({ length: 10 }, (_, round) =>
      round % 2 === 0 ? trust({ page: PAGE, other: OTHER }) : remove('page', 'other'),
    );
    await Promise.all(work);
    expect([0, 2]).toContain((await listStored()).length);
    const { version, events } = await readTraces();
    expect(events).toHaveLength(version);
  });
});

describe('a document that cannot run', () => {
  it.each([
    ['is no GraphQL', 'query {', 'Syntax Error: Expected Name, found <EOF>.'],
    ['is empty', '', 'Syntax Error: Unexpected <EOF>.'],
    ['asks for what is not there', '{ nothing }', 'Cannot query field "nothing" on type "Query".'],
    ['is no operation', 'fragment Names on Business { name }', 'Fragment "Names" is never used.'],
    [
      'is over a limit',
      `{ ${'__typename '.repeat(21)} }`,
      'The document has too many root fields: at most 20.',
    ],
    [
      'has too many words',
      '{ __typename }'.repeat(2000),
      'Document contains more than 5000 tokens',
    ],
    ['is too long', `#${' '.repeat(DOCUMENT_LENGTH_MAX)}`, 'Must have at most'],
    ['holds U+0000', '{ __typename } # \0', 'Must not contain U+0000 or a lone surrogate.'],
    [
      'holds half a sign',
      '{ __typename } # \ud800',
      'Must not contain U+0000 or a lone surrogate.',
    ],
  ])('is named with its fault, and nothing is added: it %s', async (_what, text, fault) => {
    const message = await refusal(trust({ page: PAGE, broken: text }));
    expect(message).toContain('Nothing was added: of 2 documents 1 is not valid.\nbroken');
    expect(message).toContain(fault);
    expect(await listStored()).toEqual([]);
  });

  it.each(['', 'with space', 'é', 'line\nbreak', '\u001b[2J', 'x'.repeat(129)])(
    'is named in quotes where its id is none: %j',
    async (id) => {
      const message = await refusal(trust({ [id]: PAGE }));
      expect(message).toContain('The id must be 1 to 128 visible ASCII characters.');
      expect(message.split('\n')[1]).toMatch(/^"[ -~é]*": /);
    },
  );

  it('is one of twenty that are listed', async () => {
    const ids = Array.from({ length: 23 }, (_, index) => `id${index}`);
    const texts = Object.fromEntries(ids.map((id) => [id, '{ nothing }']));
    const lines = (await refusal(trust(texts))).split('\n');
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('and 3 more');
  });

  it('is one whose id comes twice with two texts, but not with one', async () => {
    expect(await refusal(addAnything(listOf(PAGE, OTHER)))).toContain(
      'page (query Page): Another document has the same id.',
    );
    expect(await addAnything(listOf(PAGE, PAGE))).toEqual({ added: 1, known: 0 });
  });
});

describe('a service', () => {
  it('has ten thousand documents and no more, whether they come at once or later', async () => {
    const documents = Array.from({ length: DOCUMENTS_MAX }, (_, index) => ({
      id: `id${index}`,
      text: PAGE,
    }));
    const over = { id: 'over', text: PAGE };
    const tooMany = 'Nothing was added: a service has at most 10000 trusted documents.';
    expect(await refusal(addAnything([...documents, over]))).toContain(tooMany);
    expect(await addAnything(documents)).toEqual({ added: DOCUMENTS_MAX, known: 0 });
    expect(await refusal(addAnything([over]))).toContain(tooMany);
    expect(await listStored()).toHaveLength(DOCUMENTS_MAX);
    await remove('id0');
    expect(await addAnything([over])).toEqual({ added: 1, known: 0 });
  });
});

describe('documents that are removed', () => {
  it('are counted, told once, and may come again with another text', async () => {
    await trust({ page: PAGE, other: OTHER });
    expect(await remove('page', 'page', 'nothing')).toEqual({ removed: 1, unknown: 1 });
    expect(await listStored()).toEqual([['other', 'query Other']]);
    const { version, events } = await readTraces();
    expect(version).toBe(2);
    expect(events.at(-1)).toEqual(['trusted_documents_removed', { count: 1 }]);
    expect(await remove('page')).toEqual({ removed: 0, unknown: 1 });
    expect((await readTraces()).version).toBe(2);
    expect(await trust({ page: OTHER })).toEqual({ added: 1, known: 0 });
  });

  it('are none of another service', async () => {
    const other = await createTestService(database.db, await createTestTokens(database.db));
    await trust({ page: PAGE });
    const theirs = { service: other.service, ids: ['page'] };
    expect(await removeTrustedDocuments(database.db, theirs)).toEqual({ removed: 0, unknown: 1 });
    expect(await listStored()).toHaveLength(1);
  });
});
