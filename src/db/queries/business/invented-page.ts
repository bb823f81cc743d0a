import type { FirstPage } from '../../../domain/business/participant.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { BusinessesInFull } from './businesses-in-full.ts';

/** Participant ids of a fictitious business. */
const PARTICIPANTS = [1, 2, 3, 4, 5];
const DOCUMENTS = ['INE', 'CURP', 'CSF'];

/** Its milliseconds are too many for what V8 takes for a small number. */
const MOMENT = Date.UTC(2026, 0, 1);
const MOMENT_TEXT = '2026-01-01T00:00:00+00:00';

/** Participant of one requested page. */
type Row = { place: number; id: number };

/**
 * What PostgreSQL would answer for businesses of five participants that nobody has. For the warm-up: what is not there
 * exercises nothing that reads it. It comes out of JSON as a real answer does: to V8 other arrays of the same values are of
 * another kind, and what it compiled for them would be of no use for real ones.
 */
export function inventPages(asked: ServiceKeys<FirstPage>): BusinessesInFull {
  return JSON.parse(JSON.stringify(invent(asked)));
}

function invent({ keys }: ServiceKeys<FirstPage>): BusinessesInFull {
  const places = keys.map((_, at) => at + 1);
  const rows = places.flatMap((place) => PARTICIPANTS.map((id) => ({ place, id })));
  return {
    participants: inventParticipants(rows),
    documents: inventDocuments(rows),
    businesses: keys.map(({ businessId }, at) => inventBusiness(at + 1, businessId)),
  };
}

function inventParticipants(rows: readonly Row[]): BusinessesInFull['participants'] {
  const text = rows.map(() => 'x');
  const moment = rows.map(() => MOMENT);
  return {
    place: rows.map((row) => row.place),
    id: rows.map((row) => row.id),
    externalPersonId: rows.map((row) => row.id),
    personType: rows.map(() => 'natural'),
    name: text,
    paternalSurname: text,
    maternalSurname: text,
    email: text,
    phoneCountryCode: text,
    phoneNumber: text,
    registrationMode: text,
    hasPendingMatches: rows.map(() => false),
    roles: rows.map(() => ['x']),
    legalActFolio: rows.map(() => null),
    createdAt: moment,
    updatedAt: moment,
  };
}

function inventDocuments(rows: readonly Row[]): BusinessesInFull['documents'] {
  const requested = rows.flatMap((row) => DOCUMENTS.map((typeCode) => ({ ...row, typeCode })));
  return {
    place: requested.map((row) => row.place),
    participantId: requested.map((row) => row.id),
    typeCode: requested.map((row) => row.typeCode),
    occurrence: requested.map(() => 1),
    // Now all have a file, now some of them.
    downloadId: requested.map(({ id }, at) => (rows.length % 2 === 0 && at % 3 === 0 ? null : id)),
  };
}

function inventBusiness(place: number, id: number): BusinessesInFull['businesses'][number] {
  return {
    place,
    id,
    external_id: id,
    code: 'x',
    name: 'x',
    has_pending_matches: false,
    has_missing_documents: true,
    version: 1,
    created_at: MOMENT_TEXT,
    updated_at: MOMENT_TEXT,
    responsible_user_id: 1,
    given_name: 'x',
    paternal_surname: 'x',
    maternal_surname: 'x',
    email: 'x',
  };
}
