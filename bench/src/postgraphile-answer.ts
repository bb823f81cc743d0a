import { listMember, member } from './json.ts';

/** Converts a PostGraphile response to the form of the others: flat documents, a phone object and numeric ids. */
export function fromPostgraphile(answer: unknown): unknown {
  const single = member(answer, 'data', 'business');
  if (single !== undefined) return { data: { business: toBusiness(single) } };
  const nodes = listMember(answer, 'data', 'businesses', 'nodes').map(toBusiness);
  return { data: { businesses: { nodes } } };
}

function toBusiness(business: unknown): object {
  return {
    databaseId: Number(member(business, 'databaseId')),
    externalId: Number(member(business, 'externalId')),
    code: member(business, 'code'),
    name: member(business, 'name'),
    responsibleUser: member(business, 'responsibleUser'),
    participants: { nodes: listMember(business, 'participants', 'nodes').map(toParticipant) },
  };
}

function toParticipant(one: unknown): object {
  const copied = ['name', 'paternalSurname', 'maternalSurname', 'email', 'registrationMode'];
  const texts = copied.map((name): [string, unknown] => [name, member(one, name)]);
  const countryCode = member(one, 'phoneCountryCode');
  const number = member(one, 'phoneNumber');
  return {
    ...Object.fromEntries(texts),
    databaseId: Number(member(one, 'databaseId')),
    externalPersonId: Number(member(one, 'person', 'externalId')),
    personType: member(one, 'personType') === 'legal' ? 'LEGAL_ENTITY' : 'NATURAL_PERSON',
    phone: countryCode === null && number === null ? null : { countryCode, number },
    hasPendingMatches: member(one, 'hasPendingMatches'),
    roles: member(one, 'roles'),
    documents: listMember(one, 'documents', 'nodes').map(toDocument),
  };
}

function toDocument(document: unknown): object {
  const fileId = member(document, 'fileId');
  return {
    typeCode: member(document, 'typeCode'),
    downloadId: fileId === null ? null : Number(fileId),
  };
}
