import type { EntryDetails, ListEntry, ListIdentifier } from '../../domain/lists/list-entry.ts';
import { createListError, type ListReader } from '../list-reader.ts';
import { readTextLines } from '../text/read-text-lines.ts';
import { type Entity, listMainNames, parseEntity, toPartyType } from './ftm-entity.ts';
import { readLinks } from './ftm-links.ts';
import { toOfficeDetails } from './ftm-offices.ts';
import { readRelations } from './ftm-relations.ts';
import { normalizeIdentifier } from './normalize-identifier.ts';

const IDENTIFIERS: Record<string, ListIdentifier['kind']> = {
  passportNumber: 'passport',
  idNumber: 'national_id',
  taxNumber: 'tax_id',
  registrationNumber: 'registration',
  imoNumber: 'imo',
};

/**
 * Reader of OpenSanctions' entities in the FollowTheMoney format, one JSON object for each line, for operators with a
 * license. People, companies, vessels and aircraft become entries; people get the offices and relations to office
 * holders that links give them. Links are counted but become no entries. Reads the files twice, and a third time when
 * there are relations. Throws OperatorError for a line that is not an entity.
 */
export const readFtmJson: ListReader = async function* readFtmJson(files, report) {
  const links = await readLinks(files, report);
  const toRelationDetails = await readRelations(files, links, report);
  for (const file of files) {
    for await (const { line, text } of readTextLines(file, report)) {
      const entity = parseEntity(text);
      if (entity === null) {
        throw createListError({ file: file.name, line }, 'not an entity of FollowTheMoney');
      }
      report.countRow(entity.schema);
      const linkDetails = { ...toOfficeDetails(entity.id, links), ...toRelationDetails(entity.id) };
      const entry = readEntity(entity, linkDetails);
      if (entry !== null) yield entry;
      else if (toPartyType(entity) !== undefined) {
        report.warn({ file: file.name, line, code: 'without_name' });
      }
    }
  }
};

function readEntity(entity: Entity, linkDetails: EntryDetails): ListEntry | null {
  const { id, schema, properties } = entity;
  const partyType = toPartyType(entity);
  const values = (name: string) => properties[name] ?? [];
  const names = listMainNames(entity);
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
        value: normalizeIdentifier(value),
        country: null,
      })),
    ),
    status: null,
    programs: values('programId'),
    birthDates: values('birthDate'),
    countries: [...new Set([...values('nationality'), ...values('country')])],
    details: {
      ...Object.fromEntries(details.filter(([, value]) => value.length > 0)),
      ...linkDetails,
    },
  };
}
