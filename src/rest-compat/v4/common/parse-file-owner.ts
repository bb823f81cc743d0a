import { parseId } from '../../route.ts';

type OwnerTexts = { business_id?: string | undefined; participant_id?: string | undefined };
type OwnerIds = { businessId: number | undefined; participantId: number | undefined };

/**
 * Parses the ids of the business and the participant of a file from the texts of a form; undefined for an absent text.
 * Throws AppError `invalid_input` for text that is not an id.
 */
export function parseFileOwner({ business_id, participant_id }: OwnerTexts): OwnerIds {
  return {
    businessId: parseOptionalId(business_id, 'business_id'),
    participantId: parseOptionalId(participant_id, 'participant_id'),
  };
}

function parseOptionalId(text: string | undefined, name: string): number | undefined {
  return text === undefined ? undefined : parseId(text, name);
}
