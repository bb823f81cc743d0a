import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { at } from '../clients/graphql.ts';
import { sendV4 } from '../clients/v4.ts';
import type { Gateway } from '../gateway/gateway.ts';

export const RESOLVED = '/api/v4/fiduciary/person/matches/resolved';

/** Upserts a person with matches of these provider ids in a new business. Returns the id of the participant. */
export async function sendPerson(
  gateway: Gateway,
  { business, person, matches }: { business: number; person: number; matches: object[] },
): Promise<number> {
  const participant = { id_persona: person, tipo_per: 'FIS', nombre: 'Ana', matches };
  const body = { id_negocio: business, cod_negocio: 'F', participantes: [participant] };
  const path = '/api/v4/fiduciary/requests';
  const { text } = await sendV4(gateway, path, { body: JSON.stringify(body) });
  const participants = at(JSON.parse(text), 'data', 'business', 'participantes');
  const list = Array.isArray(participants) ? participants : [];
  return Number(
    at(
      list.find((one) => at(one, 'id_persona') === person),
      'id',
    ),
  );
}

/** Returns the matches of the participant in order, as `list/id: status`. */
export async function listStates(db: Db, participantId: number): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select source_code || '/' || external_id || ': ' || status as state
    from participant_matches where participant_id = ${participantId} order by id
  `.execute(db);
  return rows.map((one) => one.state);
}

export type StoredResolution = {
  decision: string;
  reason: string;
  note: string | null;
  reviewer: string | null;
  supersedes: boolean;
};

/** Returns the decisions on the matches of a participant, oldest first. */
export async function listDecisions(db: Db, participantId: number): Promise<StoredResolution[]> {
  const { rows } = await sql<StoredResolution>`
    select r.decision, r.reason, r.note, r.reviewer_email as reviewer,
      r.supersedes_id is not null as supersedes
    from match_resolutions r
    join participant_matches m on m.service_id = r.service_id and m.id = r.match_id
    where m.participant_id = ${participantId} order by r.id
  `.execute(db);
  return rows;
}
