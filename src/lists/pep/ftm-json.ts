import type { EntryDetails, ListEntry, ListIdentifier } from '../../domain/lists/list-entry.ts';
import { type ReadList, refuseList } from '../reading.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, mainNamesOf, parseEntity, partyTypeOf } from './ftm-entity.ts';
import { readLinks } from './ftm-links.ts';
import { officesOf } from './ftm-offices.ts';
import { readRelations } from './ftm-relations.ts';
import { identifierText } from './identifier-text.ts';

const IDENTIFIERS: Record<string, ListIdentifier['kind']> = {
  passportNumber: 'passport',
  idNumber: 'national_id',
  taxNumber: 'tax_id',
  registrationNumber: 'registration',
  imoNumber: 'imo',
};

/**
 * OpenSanctions' entities in the FollowTheMoney format, one JSON object a line, for operators that have a licence.
 * People, companies, vessels and aircraft become entries, people with the offices that links give them and with whom in office they
 * are related to; the links themselves are counted and left out. Reads the files twice, and once more where people are related.
 * Throws OperatorError.
 */
export const readFtmJson: ReadList = async function* readFtmJson(files, reading) {
  const links = await readLinks(files, reading);
  const relatedOf = await readRelations(files, links, reading);
  for (const file of files) {
    for await (const { line, text } of readTextLines(file, reading)) {
      const entity = parseEntity(text);
      if (entity === null) {
        throw refuseList({ file: file.name, line }, 'not an entity of FollowTheMoney');
      }
      reading.countRow(entity.schema);
      const linked = { ...officesOf(entity.id, links), ...relatedOf(entity.id) };
      const entry = readEntity(entity, linked);
      if (entry !== null) yield entry;
      else if (partyTypeOf(entity) !== undefined) {
        reading.warn({ file: file.name, line, code: 'without_name' });
      }
    }
  }
};

function readEntity(entity: Entity, linked: EntryDetails): ListEntry | null {
  const { id, schema, properties } = entity;
  const partyType = partyTypeOf(entity);
  const values = (name: string) => properties[name] ?? [];
  const names = mainNamesOf(entity);
  if (partyType === undefined || names.length === 0) return null;
  const details = Object.entries({
    schema,
    topics: values('topics'),
    gender: values('gender'),
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
      ...linked,
    },
  };
}
