import type { ListEntry, ListIdentifier, PartyType } from '../../domain/lists/list-entry.ts';
import { type ReadList, refuseList } from '../reading.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, parseEntity } from './ftm-entity.ts';
import { type Offices, readOffices } from './ftm-offices.ts';
import { identifierText } from './identifier-text.ts';

const PARTIES: Record<string, PartyType> = {
  Person: 'natural',
  Company: 'legal',
  Organization: 'legal',
  PublicBody: 'legal',
  LegalEntity: 'unknown',
  Vessel: 'vessel',
  Airplane: 'aircraft',
};

const IDENTIFIERS: Record<string, ListIdentifier['kind']> = {
  passportNumber: 'passport',
  idNumber: 'national_id',
  taxNumber: 'tax_id',
  registrationNumber: 'registration',
  imoNumber: 'imo',
};

/**
 * OpenSanctions' entities in the FollowTheMoney format, one JSON object a line, for operators that have a licence.
 * People, companies, vessels and aircraft become entries, people with the offices that links give them; the links
 * themselves are counted and left out. Reads the files twice. Throws OperatorError.
 */
export const readFtmJson: ReadList = async function* readFtmJson(files, reading) {
  const offices = await readOffices(files);
  for (const file of files) {
    for await (const { line, text } of readTextLines(file)) {
      const entity = parseEntity(text);
      if (entity === null) {
        throw refuseList({ file: file.name, line }, 'this is no entity of FollowTheMoney');
      }
      reading.countRow(entity.schema);
      const entry = readEntity(entity, offices);
      if (entry !== null) yield entry;
    }
  }
};

function readEntity(
  { id, schema, caption, properties }: Entity,
  offices: Offices,
): ListEntry | null {
  const partyType = PARTIES[schema];
  const values = (name: string) => properties[name] ?? [];
  const names = [...new Set([caption ?? '', ...values('name')])].filter((name) => name !== '');
  if (partyType === undefined || names.length === 0) return null;
  const details = Object.entries({
    schema,
    topics: values('topics'),
    positions: values('position'),
    notes: values('notes'),
  });
  return {
    key: id,
    partyType,
    names: [
      ...names.map((name, index) => ({
        name,
        kind: index === 0 ? ('primary' as const) : ('aka' as const),
      })),
      ...values('alias').map((name) => ({ name, kind: 'aka' as const })),
      ...values('weakAlias').map((name) => ({ name, kind: 'weak' as const })),
      ...values('previousName').map((name) => ({ name, kind: 'fka' as const })),
    ],
    identifiers: Object.entries(IDENTIFIERS).flatMap(([property, kind]) =>
      values(property).map((value) => ({
        kind,
        value: identifierText(value),
        country: null,
      })),
    ),
    status: null,
    programs: values('programId'),
    birthDates: values('birthDate'),
    countries: [...new Set([...values('nationality'), ...values('country')])],
    details: {
      ...Object.fromEntries(details.filter(([, value]) => value.length > 0)),
      ...offices.detailsOf(id),
    },
  };
}
