import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf, INSTANT } from '../../support/clients/graphql.ts';
import { mutate } from '../../support/clients/mutate.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makeFoundMatch, SAME_RFC } from '../../support/data/found-matches.ts';
import { headersWithoutPersonal, listReadings } from '../../support/data/personal.ts';
import { readPages } from '../../support/data/read-printed.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const NOTE = 'Vi el pasaporte de Evaristo Notado.';
const REVIEWER = { name: 'Rita Revisora', email: 'rita@example.test' };
const REPORT = '/api/v4/blacklist/report';

let participantId = 0;
let screeningId = 0;
let lacking: Record<string, string> = {};

const pdfSchema = z.object({ fileId: z.number(), text: z.string() });
let undecided: z.infer<typeof pdfSchema>;

async function readPdf(): Promise<z.infer<typeof pdfSchema>> {
  const { headers } = gateway.service;
  const pdf = await fetch(`${gateway.url}${REPORT}/${screeningId}/pdf`, { headers });
  const text = (await readPages(Buffer.from(await pdf.arrayBuffer()))).join(' ');
  const { body } = await gateway.request('GET', `${REPORT}/${screeningId}`);
  return pdfSchema.parse({ fileId: at(body, 'data', 'pdf', 'id_descarga'), text });
}

beforeAll(async () => {
  const { db, service } = gateway;
  const { serviceId } = service;
  const business = await makeBusiness(db, serviceId, { participants: [{}] });
  [participantId = 0] = business.participantIds;
  await makeFoundMatch(db, { serviceId, participantId }, [SAME_RFC]);
  const screenings = db.selectFrom('screenings').select('id');
  const made = await screenings.where('service_id', '=', serviceId).executeTakeFirstOrThrow();
  screeningId = made.id;
  lacking = await headersWithoutPersonal(gateway);
  undecided = await readPdf();
  const decision = { verdict: 'FALSE_POSITIVE', reason: 'OTHER', note: NOTE, reviewer: REVIEWER };
  const participant = { databaseId: participantId };
  await mutate(gateway, ['resolveParticipantMatches', { participant, ...decision }]);
});

const READ = `query ($id: SafeInt!) { participant(by: { databaseId: $id }) { matches { resolutions {
  decision reason note isMasked reviewer { name email } decidedBy { userId name apiKeyId } } } } }`;

async function read(headers: Record<string, string>): Promise<unknown> {
  const data = dataOf(await gateway.graphql(READ, { id: participantId }, headers));
  return at(data, 'participant', 'matches', 0, 'resolutions');
}

async function readV4(headers: Record<string, string>): Promise<unknown> {
  const path = `/api/v4/fiduciary/participant/detail?id=${participantId}`;
  const { body } = await gateway.request('GET', path, { headers });
  return at(body, 'data', 'participant', 'matches', 0, 'decisions');
}

async function nameOfUser(): Promise<string> {
  const { serviceId, userId } = gateway.service;
  const users = gateway.db.selectFrom('users').selectAll().where('service_id', '=', serviceId);
  const user = await users.where('id', '=', userId).executeTakeFirstOrThrow();
  return user.given_name === '' ? user.email : user.given_name;
}

describe('a decision on a match', () => {
  it('states who made it and why in the graph, with its note for personal:read alone', async () => {
    const { userId, apiKeyId, headers } = gateway.service;
    const before = (await listReadings(gateway)).length;
    const name: unknown = expect.stringContaining(await nameOfUser());
    const decidedBy = { userId, name, apiKeyId };
    const said = { decision: 'FALSE_POSITIVE', reason: 'OTHER', decidedBy };
    const masked = { note: null, reviewer: null, isMasked: true };
    expect(await read(lacking)).toMatchObject([
      { ...masked, decision: 'FALSE_POSITIVE', reason: 'OTHER' },
    ]);
    expect(await listReadings(gateway)).toHaveLength(before);
    expect(await read(headers)).toEqual([
      { ...said, note: NOTE, reviewer: REVIEWER, isMasked: false },
    ]);
    expect(await listReadings(gateway)).toHaveLength(before + 1);
  });

  it('200 states the same in v4', async () => {
    const { userId, headers } = gateway.service;
    const name: unknown = expect.stringContaining(await nameOfUser());
    const user = { id: userId, name };
    const said = {
      resolution: 'FALSE_POSITIVE',
      reason: 'other',
      created_at: INSTANT,
      resolved_at: null,
      awaits_second: false,
      user,
    };
    const whole = { ...said, note: NOTE, reviewer: REVIEWER, is_masked: false };
    expect(await readV4(headers)).toEqual([whole]);
    const masked = { note: null, reviewer: null, is_masked: true };
    expect(await readV4(lacking)).toEqual([{ ...said, ...masked }]);
  });

  it('names nobody where the user is gone', async () => {
    const { db, service } = gateway;
    const decisions = db
      .updateTable('match_resolutions')
      .where('service_id', '=', service.serviceId);
    await decisions.set({ user_id: 999_999 }).execute();
    expect(await read(service.headers)).toMatchObject([
      { decidedBy: { userId: 999_999, name: null } },
    ]);
    expect((await readPdf()).text).toContain('Usuario 999999, que ya no existe');
    await decisions.set({ user_id: service.userId }).execute();
  });
});

describe('the report of a screening whose match was decided', () => {
  it('states the decision as JSON, with its digest', async () => {
    const { body } = await gateway.request('GET', `${REPORT}/${screeningId}`);
    const { userId } = gateway.service;
    expect(at(body, 'data', 'report', 'matches', 0, 'review')).toMatchObject({
      state: 'false_positive',
      decisions: [
        {
          decision: 'false_positive',
          reason: 'other',
          note: NOTE,
          decidedBy: { userId },
          reviewer: REVIEWER,
        },
      ],
    });
  });

  it('states it as a PDF, which is another file than before the decision and then stays the same', async () => {
    const decided = await readPdf();
    expect(undecided.text).toContain('Revisión: pendiente');
    expect(undecided.text).not.toContain(NOTE);
    for (const words of [NOTE, 'descartada (es otra persona)', 'Rita Revisora, rita@example.test'])
      expect(decided.text).toContain(words);
    expect(decided.fileId).not.toBe(undecided.fileId);
    expect(await readPdf()).toEqual(decided);
  });
});
