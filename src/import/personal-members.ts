import { z } from 'zod';
import type { StagedRow } from '../db/queries/import-tables.ts';
import { toAddress } from '../domain/personal-information.ts';
import { personalInformationSchema } from '../resolvers/business/personal-inputs.ts';

const shape = personalInformationSchema.shape;
const part = shape.nationality;

/** What a line says of a participant besides names, with the words of the v4 wire. */
export const personalMembers = {
  rfc: shape.rfc,
  curp: shape.curp,
  fecha_nacimiento: shape.birthOrConstitutionDate,
  fecha_constitucion: shape.birthOrConstitutionDate,
  nacionalidad: shape.nationality,
  pais_nacimiento: shape.countryOfBirth,
  estado_civil: shape.civilStatus,
  actividad_economica: shape.economicActivity,
  domicilio: z
    .object({
      calle: part,
      numero_exterior: part,
      numero_interior: part,
      colonia: part,
      municipio: part,
      ciudad: part,
      estado: part,
      codigo_postal: part,
      pais: part,
    })
    .nullish(),
};
const membersSchema = z.object(personalMembers);
type Members = z.infer<typeof membersSchema>;
type MembersOfKind = Members & { tipo_per: 'FIS' | 'MOR' };

/** A person was born, a company was constituted: whether no date of the other kind is said. */
export function hasFittingDate(record: MembersOfKind): boolean {
  const { tipo_per, fecha_nacimiento, fecha_constitucion } = record;
  return !(tipo_per === 'FIS' ? fecha_constitucion : fecha_nacimiento);
}
export const FITTING_DATE = {
  path: ['tipo_per'],
  message: 'A person has no date of constitution, a legal entity none of birth',
};

type PersonalColumns = Pick<
  StagedRow<'import_participants'>,
  | 'has_personal_information'
  | 'rfc'
  | 'curp'
  | 'birth_or_constitution_date'
  | 'nationality'
  | 'country_of_birth'
  | 'civil_status'
  | 'economic_activity'
  | 'address'
>;

const NAMES = Object.keys(personalMembers);

/** The columns of a staged participant. A line that names none of the members says nothing of them. */
export function personalColumns(record: MembersOfKind): PersonalColumns {
  const date = record.tipo_per === 'FIS' ? record.fecha_nacimiento : record.fecha_constitucion;
  const address = toAddress(decodeAddress(record.domicilio));
  return {
    has_personal_information: NAMES.some((name) => name in record),
    rfc: record.rfc || null,
    curp: record.curp || null,
    birth_or_constitution_date: date || null,
    nationality: record.nacionalidad || null,
    country_of_birth: record.pais_nacimiento || null,
    civil_status: record.estado_civil || null,
    economic_activity: record.actividad_economica || null,
    address: address === null ? null : JSON.stringify(address),
  };
}

function decodeAddress(address: Members['domicilio']) {
  return {
    street: address?.calle,
    exteriorNumber: address?.numero_exterior,
    interiorNumber: address?.numero_interior,
    neighborhood: address?.colonia,
    municipality: address?.municipio,
    city: address?.ciudad,
    state: address?.estado,
    postalCode: address?.codigo_postal,
    country: address?.pais,
  };
}
