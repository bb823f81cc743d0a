import type { Participant } from '../../domain/business/participant.ts';
import { findAmbiguousIndexes } from '../../domain/business/upsert-participants.ts';
import { invalidInput } from '../../errors.ts';
import type { UpsertBusinessInput } from './write-inputs.ts';

/**
 * Throws AppError `invalid_input` for each sent participant whose `externalPersonId` several stored participants share.
 */
export function checkAmbiguous(
  sent: UpsertBusinessInput['participants'],
  stored: readonly Participant[],
): void {
  const message =
    'The business has this person more than once, so that the participant is ambiguous';
  const issues = findAmbiguousIndexes(sent, stored).map((index) => ({
    path: ['participants', String(index), 'externalPersonId'],
    code: 'ambiguous' as const,
    message,
  }));
  if (issues.length > 0) throw invalidInput(issues);
}
