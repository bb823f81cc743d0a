import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseLine } from '../../../../src/import/parse-line.ts';
import { upsertBusinessInput } from '../../../../src/resolvers/upsert/write-inputs.ts';
import { fiduciaryRequestSchema } from '../../../../src/rest-compat/v4/business/decode-business.ts';
import { DEFAULT_TIME_ZONE, setTimeZone } from '../../../../src/runtime/calendar.ts';
import { checkInput } from '../../../../src/validation/input-issues.ts';
import { listIdentityWriters } from '../../../support/probes/identity-writers.ts';

afterEach(() => {
  vi.useRealTimers();
  setTimeZone(DEFAULT_TIME_ZONE);
});

/** Code that writes the date, each with the input that its values pass. */
const WRITERS = {
  'src/db/queries/upsert/upsert-participants.ts: insertRows': 'upsert',
  'src/db/queries/upsert/upsert-participants.ts: updateRows': 'upsert',
  'src/db/queries/import/participants.ts: insertParticipants': 'import',
  'src/db/queries/import/participants.ts: updateParticipants': 'import',
  'src/db/queries/import/participants.ts: updatePersonalInformation': 'import',
  // Passes personalInformationSchema, as an upsert does.
  'src/db/queries/extractions/applied-fields.ts: updatePersonalInformation': 'apply',
};

it('every writer of the date passes an input that is tested here', () => {
  const places = listIdentityWriters(['birth_or_constitution_date']).map(({ place }) => place);
  expect(places.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
});

type Refusal = { path: string; message: string } | undefined;
const NATURAL = { id_persona: 1, tipo_per: 'FIS', nombre: 'Ana' };
const LEGAL = { id_persona: 1, tipo_per: 'MOR', nombre: 'Molino' };

function readLine(participant: object): Refusal {
  const business = { type: 'business', id_negocio: 1, cod_negocio: 'F' };
  const record = { ...business, participantes: [participant] };
  const line = parseLine(Buffer.from(JSON.stringify(record)));
  const [fault] = line.kind === 'bad' ? line.faults : [];
  return fault && { path: fault.field, message: fault.reason };
}

function readInput(schema: Parameters<typeof checkInput>[0], input: object): Refusal {
  const result = checkInput(schema, input);
  const [issue] = result.success ? [] : result.issues;
  return issue && { path: issue.path.join('.'), message: issue.message };
}

/** Refusals of a date by graph, v4 and import. */
function readOnAllWires(date: string, isNatural = true): Refusal[] {
  const member = isNatural ? 'fecha_nacimiento' : 'fecha_constitucion';
  const wire = { ...(isNatural ? NATURAL : LEGAL), [member]: date };
  const participant = {
    externalPersonId: 1,
    personType: isNatural ? 'natural' : 'legal',
    name: 'Ana',
    personalInformation: { birthOrConstitutionDate: date },
    requestedDocumentTypes: [],
  };
  const missing = { missingParticipants: 'keep', missingDocuments: 'keep' };
  const business = { externalId: 1, code: 'F', participants: [participant], ...missing };
  const body = { id_negocio: 1, cod_negocio: 'F', participantes: [wire] };
  return [
    readInput(upsertBusinessInput, business),
    readInput(fiduciaryRequestSchema, body),
    readLine(wire),
  ];
}

function expectRefused(date: string, message: string, isNatural = true): void {
  const member = isNatural ? 'fecha_nacimiento' : 'fecha_constitucion';
  const v4 = { path: `participantes.0.${member}`, message };
  const path = 'participants.0.personalInformation.birthOrConstitutionDate';
  expect(readOnAllWires(date, isNatural)).toEqual([{ path, message }, v4, v4]);
}

const ACCEPTED = [undefined, undefined, undefined];

describe('a date of birth or constitution', () => {
  it('is not later than the day in the time zone of the process', () => {
    // 21:00 of the 28th in Mexico City.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T03:00:00Z') });
    expect(readOnAllWires('2026-11-28')).toEqual(ACCEPTED);
    expectRefused('2026-11-29', 'Must not be a day in the future');
    expectRefused('2026-11-29', 'Must not be a day in the future', false);
    setTimeZone('Asia/Tokyo');
    expect(readOnAllWires('2026-11-29')).toEqual(ACCEPTED);
    // 03:00 of the 29th in Tokyo, which is tomorrow only by UTC.
    vi.setSystemTime(new Date('2026-11-28T18:00:00Z'));
    expect(readOnAllWires('2026-11-29')).toEqual(ACCEPTED);
  });

  it('is in a year in which the person or company can have begun', () => {
    expectRefused('0202-03-07', 'Must not be before the year 1700', false);
    expectRefused('1899-12-31', 'Must not be before the year 1900 for a natural person');
    expect(readOnAllWires('1900-01-01')).toEqual(ACCEPTED);
    expect(readOnAllWires('1884-06-02', false)).toEqual(ACCEPTED);
    for (const refusal of readOnAllWires('0202-03-07')) expect(refusal).toBeDefined();
  });
});
