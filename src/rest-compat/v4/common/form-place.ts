import { parseId } from '../../route.ts';

type PlaceTexts = { business_id?: string | undefined; participant_id?: string | undefined };
type PlaceIds = { businessId: number | undefined; participantId: number | undefined };

/**
 * Parses the business and the participant of a file from form texts. Throws AppError `invalid_input` for text that is
 * not an id.
 */
export function readPlace({ business_id, participant_id }: PlaceTexts): PlaceIds {
  return {
    businessId: parseOptionalId(business_id, 'business_id'),
    participantId: parseOptionalId(participant_id, 'participant_id'),
  };
}

function parseOptionalId(text: string | undefined, name: string): number | undefined {
  return text === undefined ? undefined : parseId(text, name);
}
