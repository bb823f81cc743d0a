import { z } from 'zod';
import { personalInformationSchema } from '../resolvers/business/personal-inputs.ts';
import type { PersonTypeCode } from './person-type.ts';

const shape = personalInformationSchema.shape;
/** Every text of an address has the same schema as `nationality`. */
const addressText = shape.nationality;

/** Members of a participant with personal information, in requests and imports. */
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
    .strictObject({
      calle: addressText,
      numero_exterior: addressText,
      numero_interior: addressText,
      colonia: addressText,
      municipio: addressText,
      ciudad: addressText,
      estado: addressText,
      codigo_postal: addressText,
      pais: addressText,
    })
    .meta({ id: 'AddressRequest' })
    .nullish(),
};
const membersSchema = z.object(personalMembers);
type Members = z.infer<typeof membersSchema>;
type MembersOfKind = Members & { tipo_per: PersonTypeCode };

/**
 * Converts the members to the input of the operations; absent members stay undefined. Of the two dates, only the one of
 * the person type is used.
 */
export function decodePersonalInformation(
  record: MembersOfKind,
): z.infer<typeof personalInformationSchema> {
  const isNatural = record.tipo_per === 'FIS';
  return {
    rfc: record.rfc,
    curp: record.curp,
    birthOrConstitutionDate: isNatural ? record.fecha_nacimiento : record.fecha_constitucion,
    nationality: record.nacionalidad,
    countryOfBirth: record.pais_nacimiento,
    civilStatus: record.estado_civil,
    economicActivity: record.actividad_economica,
    address: record.domicilio && decodeAddress(record.domicilio),
  };
}

function decodeAddress(address: NonNullable<Members['domicilio']>) {
  return {
    street: address.calle,
    exteriorNumber: address.numero_exterior,
    interiorNumber: address.numero_interior,
    neighborhood: address.colonia,
    municipality: address.municipio,
    city: address.ciudad,
    state: address.estado,
    postalCode: address.codigo_postal,
    country: address.pais,
  };
}
