import type { FirstPage } from '../../../domain/participant.ts';
import type { Pairs } from '../../statements/coalesce.ts';
import type { BusinessesInFull } from './participant-pages.ts';

/** Of an invented business. */
const PARTICIPANTS = [1, 2, 3, 4, 5];
const DOCUMENTS = ['INE', 'CURP', 'CSF'];

/**
 * What PostgreSQL would answer for businesses of five participants that nobody has. For the warm-up: what is not there
 * exercises nothing that reads it.
 */
export function inventPages({ keys }: Pairs<FirstPage>): BusinessesInFull {
  const places = keys.map((_, at) => at + 1);
  const rows = places.flatMap((place) => PARTICIPANTS.map((id) => ({ place, id })));
  const column = <Value>(value: (row: (typeof rows)[number]) => Value): Value[] => rows.map(value);
  const requested = rows.flatMap((row) => DOCUMENTS.map((typeCode) => ({ ...row, typeCode })));
  const text = column(() => 'x');
  const moment = column(() => 0);
  return {
    participants: {
      place: column((row) => row.place),
      id: column((row) => row.id),
      externalPersonId: column((row) => row.id),
      personType: column(() => 'natural'),
      name: text,
      paternalSurname: text,
      maternalSurname: column(() => null),
      email: text,
      phoneCountryCode: text,
      phoneNumber: text,
      registrationMode: text,
      hasPendingMatches: column(() => false),
      roles: column(() => ['x']),
      legalActFolio: column(() => null),
      createdAt: moment,
      updatedAt: moment,
    },
    documents: {
      place: requested.map((row) => row.place),
      participantId: requested.map((row) => row.id),
      typeCode: requested.map((row) => row.typeCode),
      occurrence: requested.map(() => 1),
      downloadId: requested.map(() => null),
    },
    businesses: keys.map(({ businessId }, at) => ({
      place: at + 1,
      id: businessId,
      external_id: businessId,
      code: 'x',
      name: 'x',
      has_pending_matches: false,
      has_missing_documents: true,
      version: 1,
      created_at: '1970-01-01T00:00:00Z',
      updated_at: '1970-01-01T00:00:00Z',
      responsible_user_id: 1,
      given_name: 'x',
      paternal_surname: 'x',
      maternal_surname: null,
      email: 'x',
    })),
  };
}
