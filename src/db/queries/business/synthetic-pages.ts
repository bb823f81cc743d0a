import type { FirstPage } from '../../../domain/business/participant.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { BusinessesInFull } from './businesses-in-full.ts';

/** Participant ids of a fictitious business. */
const PARTICIPANTS = [1, 2, 3, 4, 5];
const DOCUMENTS = ['INE', 'CURP', 'CSF'];

/** Time of all fictitious rows. Its milliseconds exceed V8's small integers (Smi), as those of real rows do. */
const INSTANT = Date.UTC(2026, 0, 1);
const INSTANT_TEXT = '2026-01-01T00:00:00+00:00';

/** Participant of a requested page; `ordinal` is the position of the page among the requested pages, from 1. */
type Row = { ordinal: number; id: number };

/**
 * Builds the result that PostgreSQL would return for businesses with five participants, for the warm-up. An empty
 * result would not exercise the decoders. It is parsed from JSON as a real result is: V8 gives arrays built otherwise
 * another elements kind, and code compiled for those would not serve real results.
 */
export function buildSyntheticPages(request: ServiceKeys<FirstPage>): BusinessesInFull {
  return JSON.parse(JSON.stringify(buildPages(request)));
}

function buildPages({ keys }: ServiceKeys<FirstPage>): BusinessesInFull {
  const ordinals = keys.map((_, index) => index + 1);
  const rows = ordinals.flatMap((ordinal) => PARTICIPANTS.map((id) => ({ ordinal, id })));
  return {
    participants: buildParticipants(rows),
    documents: buildDocuments(rows),
    businesses: keys.map(({ businessId }, index) => buildBusiness(index + 1, businessId)),
  };
}

function buildParticipants(rows: readonly Row[]): BusinessesInFull['participants'] {
  const texts = rows.map(() => 'x');
  const instants = rows.map(() => INSTANT);
  return {
    ordinal: rows.map((row) => row.ordinal),
    id: rows.map((row) => row.id),
    externalPersonId: rows.map((row) => row.id),
    personType: rows.map(() => 'natural'),
    name: texts,
    paternalSurname: texts,
    maternalSurname: texts,
    email: texts,
    phoneCountryCode: texts,
    phoneNumber: texts,
    registrationMode: texts,
    hasPendingMatches: rows.map(() => false),
    roles: rows.map(() => ['x']),
    legalActFolio: rows.map(() => null),
    createdAt: instants,
    updatedAt: instants,
  };
}

function buildDocuments(rows: readonly Row[]): BusinessesInFull['documents'] {
  const documents = rows.flatMap((row) => DOCUMENTS.map((typeCode) => ({ ...row, typeCode })));
  return {
    ordinal: documents.map((row) => row.ordinal),
    participantId: documents.map((row) => row.id),
    typeCode: documents.map((row) => row.typeCode),
    occurrence: documents.map(() => 1),
    // A result with an even number of participants has documents without a file, so that the decoders see both cases.
    downloadId: documents.map(({ id }, index) =>
      rows.length % 2 === 0 && index % 3 === 0 ? null : id,
    ),
  };
}

function buildBusiness(ordinal: number, id: number): BusinessesInFull['businesses'][number] {
  return {
    ordinal,
    id,
    external_id: id,
    code: 'x',
    name: 'x',
    has_pending_matches: false,
    has_missing_documents: true,
    version: 1,
    created_at: INSTANT_TEXT,
    updated_at: INSTANT_TEXT,
    responsible_user_id: 1,
    given_name: 'x',
    paternal_surname: 'x',
    maternal_surname: 'x',
    email: 'x',
  };
}
