import { upsertBusinessInput } from '../../resolvers/upsert/write-inputs.ts';
import { createChecks } from '../../validation/validate.ts';

/**
 * Number of runs, which check 1,000 participants in total, as many as a large upsert, without creating a large object.
 */
const RUNS = 20;
const PARTICIPANTS_PER_RUN = 50;

/**
 * Runs the input checks on a large synthetic input during warm-up. The checks are compiled on first use; until V8 has
 * optimized them, the first thousand participants would block the event loop for about 30 ms.
 */
export function warmUpChecks(): void {
  const participants = Array.from({ length: PARTICIPANTS_PER_RUN }, (_, index) => ({
    externalPersonId: index + 1,
    personType: 'natural',
    name: 'A',
    paternalSurname: 'B',
    email: 'a@example.com',
    phone: { countryCode: '52', number: '55' },
    roles: ['C'],
    requestedDocumentTypes: ['D'],
  }));
  const keepAll = { missingParticipants: 'keep', missingDocuments: 'keep' };
  const input = { externalId: 1, code: 'E', participants, ...keepAll };
  const checks = createChecks(upsertBusinessInput);
  for (let run = 0; run < RUNS; run += 1) checks.safeParse(input);
}
