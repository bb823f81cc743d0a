import { parseId } from '../../route.ts';

type PlaceTexts = { business_id?: string | undefined; participant_id?: string | undefined };
type PlaceIds = { businessId: number | undefined; participantId: number | undefined };

/** Whose a file is, as the texts of a form say it. Throws AppError `invalid_input` for what is no id. */
export function readPlace({ business_id, participant_id }: PlaceTexts): PlaceIds {
  return {
    businessId: idOf(business_id, 'business_id'),
    participantId: idOf(participant_id, 'participant_id'),
  };
}

function idOf(text: string | undefined, name: string): number | undefined {
  return text === undefined ? undefined : parseId(text, name);
}
