import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ListEntry, ListIdentifier, PartyType } from '../../domain/lists/list-entry.ts';
import { type ReadList, refuseList } from '../reading.ts';

const ENTITY = z.object({
  id: z.string().min(1).max(500),
  schema: z.string().max(100),
  caption: z.string().max(2_000).optional(),
  properties: z.record(z.string(), z.array(z.string())),
});
type Entity = z.infer<typeof ENTITY>;

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
 * People, companies, vessels and aircraft become entries; what only links them is counted and left out.
 */
export const readFtmJson: ReadList = async function* readFtmJson(files, reading) {
  for (const file of files) {
    let line = 0;
    for await (const text of createInterface({ input: Readable.from(file.open()) })) {
      line += 1;
      if (text.trim() === '') continue;
      const entity = parseLine(text);
      if (entity === null) {
        throw refuseList({ file: file.name, line }, 'this is no entity of FollowTheMoney');
      }
      reading.countRow(entity.schema);
      const entry = readEntity(entity);
      if (entry !== null) yield entry;
    }
  }
};

function parseLine(text: string): Entity | null {
  try {
    return ENTITY.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readEntity({ id, schema, caption, properties }: Entity): ListEntry | null {
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
        value: value.toUpperCase().replace(/[^A-Z0-9Ñ&]/g, ''),
        country: null,
      })),
    ),
    status: null,
    programs: values('programId'),
    birthDates: values('birthDate'),
    countries: [...new Set([...values('nationality'), ...values('country')])],
    details: Object.fromEntries(details.filter(([, value]) => value.length > 0)),
  };
}
