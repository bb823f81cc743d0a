import { findMember, getListMember } from './json.ts';

/** Converts a PostGraphile response to the form of the others: flat documents, a phone object and numeric ids. */
export function fromPostgraphile(answer: unknown): unknown {
  const single = findMember(answer, 'data', 'business');
  if (single !== undefined) return { data: { business: toBusiness(single) } };
  const nodes = getListMember(answer, 'data', 'businesses', 'nodes').map(toBusiness);
  return { data: { businesses: { nodes } } };
}

function toBusiness(business: unknown): object {
  return {
    databaseId: Number(findMember(business, 'databaseId')),
    externalId: Number(findMember(business, 'externalId')),
    code: findMember(business, 'code'),
    name: findMember(business, 'name'),
    responsibleUser: findMember(business, 'responsibleUser'),
    participants: { nodes: getListMember(business, 'participants', 'nodes').map(toParticipant) },
  };
}

function toParticipant(one: unknown): object {
  const copied = ['name', 'paternalSurname', 'maternalSurname', 'email', 'registrationMode'];
  const texts = copied.map((name): [string, unknown] => [name, findMember(one, name)]);
  const countryCode = findMember(one, 'phoneCountryCode');
  const number = findMember(one, 'phoneNumber');
  return {
    ...Object.fromEntries(texts),
    databaseId: Number(findMember(one, 'databaseId')),
    externalPersonId: Number(findMember(one, 'person', 'externalId')),
    personType: findMember(one, 'personType') === 'legal' ? 'LEGAL_ENTITY' : 'NATURAL_PERSON',
    phone: countryCode === null && number === null ? null : { countryCode, number },
    hasPendingMatches: findMember(one, 'hasPendingMatches'),
    roles: findMember(one, 'roles'),
    documents: getListMember(one, 'documents', 'nodes').map(toDocument),
  };
}

function toDocument(document: unknown): object {
  const fileId = findMember(document, 'fileId');
  return {
    typeCode: findMember(document, 'typeCode'),
    downloadId: fileId === null ? null : Number(fileId),
  };
}
