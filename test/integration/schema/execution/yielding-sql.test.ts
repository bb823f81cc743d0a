import { beforeAll, expect, it } from 'vitest';
import { dataOf } from '../../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../../support/data/documents.ts';
import { extractAndWait } from '../../../support/data/extractions.ts';
import { makeBusiness, makeTemplate } from '../../../support/data/factories.ts';
import { uploadAndGetId } from '../../../support/data/files.ts';
import { answerQuestionnaire, generateDraft } from '../../../support/data/socioeconomic-reports.ts';
import { alwaysYield } from '../../../support/gateway/always-yield.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PEOPLE = 4;
const participantIds: number[] = [];
const fileIds: number[] = [];

/** Businesses of one participant each, who has files, a reading, consents and reports. */
beforeAll(async () => {
  await answerQuestionnaire(gateway);
  await makeTemplate(gateway.db, gateway.service.serviceId, { key: 'kyc', questions: ['q1'] });
  for (let index = 0; index < PEOPLE; index += 1) {
    const made = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [{ name: `Inés ${index}`, documents: [['INE', null]] }],
    });
    const person = { businessId: made.id, participantId: made.participantIds[0] ?? 0 };
    participantIds.push(person.participantId);
    const fields = { participant_id: String(person.participantId), cod_tipo_docto: 'INE' };
    const fileId = await uploadAndGetId(gateway, { bytes: CERTIFICATE, fields });
    fileIds.push(fileId);
    await extractAndWait(gateway, fileId);
    await generateDraft(gateway, person);
    await generateDraft(gateway, person);
  }
});

/** The selection of `field` once for each id. */
const each = (ids: readonly number[], field: (id: number) => string): string =>
  ids.map((id) => `n${id}: ${field(id)}`).join('\n');

const FILE = `name downloadUrl business { name responsibleUser { email } }
  documents { typeCode file { name } extractions { kind fields { found { name value } } } }`;
const REPORT = `version consent { textVersion } participant { name business { name } }
  content { sha256 sections { fields { key } } }`;

const QUERIES: [name: string, query: (count: number) => string][] = [
  [
    'files by id',
    (count) =>
      `{ ${each(fileIds.slice(0, count), (id) => `file(by: { databaseId: ${id} }) { ${FILE} }`)} }`,
  ],
  ['files of a list', (count) => `{ files(first: ${count}) { totalCount nodes { ${FILE} } } }`],
  [
    'reports of participants',
    (count) =>
      `{ ${each(
        participantIds.slice(0, count),
        (id) => `participant(by: { databaseId: ${id} }) {
          personalInformation { rfc } socioeconomicReports(first: 2) { nodes { ${REPORT} } }
          consents { nodes { textVersion } } }`,
      )} }`,
  ],
  [
    'audit events',
    (count) => `{ auditEvents(first: ${count * 3}, filter: { action: FILE_UPLOADED }) { nodes {
      business { name } file { ${FILE} } receipt { business { name } } } } }`,
  ],
  [
    'questionnaires',
    () => `{ filledQuestionnaires(userId: ${gateway.service.userId}) { key answers { answer } }
      questionnaireTemplates { key questions { key text } } }`,
  ],
];

async function countStatements(query: string): Promise<number> {
  // The caller is known for some seconds without a statement.
  dataOf(await gateway.graphql('{ viewer { service } }'));
  gateway.statements.length = 0;
  dataOf(await gateway.graphql(query));
  return gateway.statements.length;
}

it.each(QUERIES)(
  'sends as many statements for %s of many as of one, however often it yields',
  async (_name, query) => {
    const ofOne = await countStatements(query(1));
    const ofMany = await countStatements(query(PEOPLE));
    alwaysYield();
    expect({
      ofOne: await countStatements(query(1)),
      ofMany: await countStatements(query(PEOPLE)),
    }).toEqual({ ofOne, ofMany });
    expect(ofMany).toBe(ofOne);
  },
);
