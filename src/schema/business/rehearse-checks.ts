import { upsertBusinessInput } from '../../resolvers/business/write-inputs.ts';
import { checksOf } from '../../validate.ts';

/** As many as a large upsert names, in pieces, so that nothing large is made for it. */
const TIMES = 20;
const PARTICIPANTS = 50;

/**
 * Has the checks of the largest input run for nobody. They are written as code when they are first used, and while V8
 * interprets that, the first thousand participants would hold the loop for thirty milliseconds.
 */
export function rehearseChecks(): void {
  const participants = Array.from({ length: PARTICIPANTS }, (_, at) => ({
    externalPersonId: at + 1,
    personType: 'natural',
    name: 'A',
    paternalSurname: 'B',
    email: 'a@example.com',
    phone: { countryCode: '52', number: '55' },
    roles: ['C'],
    requestedDocumentTypes: ['D'],
  }));
  const kept = { missingParticipants: 'keep', missingDocuments: 'keep' };
  const input = { externalId: 1, code: 'E', participants, ...kept };
  const checks = checksOf(upsertBusinessInput);
  for (let time = 0; time < TIMES; time += 1) checks.safeParse(input);
}
