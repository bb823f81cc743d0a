import { z } from 'zod';
import type { PersonType } from '../../domain/participant.ts';
import type { Address, ShownPersonalInformation } from '../../domain/personal-information.ts';
import { personalInformationSchema } from '../../resolvers/business/personal-inputs.ts';

const shape = personalInformationSchema.shape;
const part = shape.nationality;

/** The members of a participant that are personal information, as a provider sends them. */
export const personalWireShape = {
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
const personalWireSchema = z.object(personalWireShape);
type WireInformation = z.infer<typeof personalWireSchema>;

/** A person was born, a company was constituted: whether no date of the other kind is said. */
export function hasFittingDate(wire: WireInformation & { tipo_per: 'FIS' | 'MOR' }): boolean {
  const isPerson = wire.tipo_per === 'FIS';
  return !(isPerson ? wire.fecha_constitucion : wire.fecha_nacimiento);
}

export function decodePersonalInformation(
  wire: WireInformation & { tipo_per: 'FIS' | 'MOR' },
): z.infer<typeof personalInformationSchema> {
  const isPerson = wire.tipo_per === 'FIS';
  return {
    rfc: wire.rfc,
    curp: wire.curp,
    birthOrConstitutionDate: isPerson ? wire.fecha_nacimiento : wire.fecha_constitucion,
    nationality: wire.nacionalidad,
    countryOfBirth: wire.pais_nacimiento,
    civilStatus: wire.estado_civil,
    economicActivity: wire.actividad_economica,
    address: wire.domicilio && decodeAddress(wire.domicilio),
  };
}

function decodeAddress(wire: NonNullable<WireInformation['domicilio']>) {
  return {
    street: wire.calle,
    exteriorNumber: wire.numero_exterior,
    interiorNumber: wire.numero_interior,
    neighborhood: wire.colonia,
    municipality: wire.municipio,
    city: wire.ciudad,
    state: wire.estado,
    postalCode: wire.codigo_postal,
    country: wire.pais,
  };
}

const addressSchema = z.object({
  calle: z.string(),
  numero_exterior: z.string(),
  numero_interior: z.string(),
  colonia: z.string(),
  municipio: z.string(),
  ciudad: z.string(),
  estado: z.string(),
  codigo_postal: z.string(),
  pais: z.string(),
});

/** The same members as they are answered: text that is absent or masked is empty (decision 8). */
export const personalInformationShape = {
  rfc: z.string(),
  curp: z.string(),
  fecha_nacimiento: z.string(),
  fecha_constitucion: z.string(),
  nacionalidad: z.string(),
  pais_nacimiento: z.string(),
  estado_civil: z.string(),
  actividad_economica: z.string(),
  domicilio: addressSchema,
  is_masked: z.boolean().describe('Whether the caller lacks the scope personal:read'),
};
const shownSchema = z.object(personalInformationShape);

export function encodePersonalInformation(
  personType: PersonType,
  shown: ShownPersonalInformation,
): z.infer<typeof shownSchema> {
  const date = shown.birthOrConstitutionDate ?? '';
  return {
    rfc: shown.rfc ?? '',
    curp: shown.curp ?? '',
    fecha_nacimiento: personType === 'natural' ? date : '',
    fecha_constitucion: personType === 'legal' ? date : '',
    nacionalidad: shown.nationality ?? '',
    pais_nacimiento: shown.countryOfBirth ?? '',
    estado_civil: shown.civilStatus ?? '',
    actividad_economica: shown.economicActivity ?? '',
    domicilio: encodeAddress(shown.address),
    is_masked: shown.isMasked,
  };
}

function encodeAddress(address: Address | null): z.infer<typeof addressSchema> {
  const textOf = (name: keyof Address) => address?.[name] ?? '';
  return {
    calle: textOf('street'),
    numero_exterior: textOf('exteriorNumber'),
    numero_interior: textOf('interiorNumber'),
    colonia: textOf('neighborhood'),
    municipio: textOf('municipality'),
    ciudad: textOf('city'),
    estado: textOf('state'),
    codigo_postal: textOf('postalCode'),
    pais: textOf('country'),
  };
}
