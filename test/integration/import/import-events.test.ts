import { beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  type ImportTarget,
  importLines,
  participant,
  readRows,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const imports = async (...lines: object[]) => await importLines(database, target, lines);

const listEvents = async () =>
  (await readRows(database.db, target, { table: 'business_events', order: 'id' })).map((row) =>
    row['type'] === 'business_upserted'
      ? [row['business_id'], row['created']]
      : [row['user_id'], row['template_keys']],
  );
const answered = (template: string, answer: string) => ({
  type: 'answers',
  user_id: 7,
  template,
  answers: [{ question: 'q', answer }],
});

describe('the events of an import', () => {
  it('are one for each business and each user of whom anything became another', async () => {
    const [one, two, three] = [
      businessLine({ id: 1 }),
      businessLine({ id: 2 }),
      businessLine({ id: 3 }),
    ];
    const templates = ['kyc', 'fatca'].map((key) => ({
      type: 'template',
      key,
      title: key,
      questions: [{ key: 'q', text: '?' }],
    }));
    const user = { type: 'user', id: 7, email: 'u@example.test' };
    await imports(two, one, ...templates, user, answered('kyc', 'a'), answered('fatca', 'a'));
    const first = [
      [1, true],
      [2, true],
      [7, ['fatca', 'kyc']],
    ];
    expect(await listEvents()).toEqual(first);
    await imports(
      one,
      { ...two, participantes: [participant()] },
      three,
      answered('kyc', 'b'),
      answered('fatca', 'a'),
    );
    expect(await listEvents()).toEqual([...first, [3, true], [2, false], [7, ['kyc']]]);
  });

  it('do not happen where the import is refused', async () => {
    await expect(imports(businessLine(), answered('unknown', 'a'))).rejects.toThrow('line 2');
    expect(await listEvents()).toEqual([]);
  });
});
