import { z } from 'zod';
import type { PersonType } from '../../../domain/business/participant.ts';
import type {
  Address,
  ShownPersonalInformation,
} from '../../../domain/business/personal-information.ts';

const addressSchema = z
  .object({
    calle: z.string(),
    numero_exterior: z.string(),
    numero_interior: z.string(),
    colonia: z.string(),
    municipio: z.string(),
    ciudad: z.string(),
    estado: z.string(),
    codigo_postal: z.string(),
    pais: z.string(),
  })
  .meta({ id: 'Address' });

/** Members of personal information in responses. Absent or masked text is an empty string. */
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
  is_masked: z
    .boolean()
    .describe('True when values are masked because the caller lacks the scope `personal:read`.'),
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
  const getText = (name: keyof Address) => address?.[name] ?? '';
  return {
    calle: getText('street'),
    numero_exterior: getText('exteriorNumber'),
    numero_interior: getText('interiorNumber'),
    colonia: getText('neighborhood'),
    municipio: getText('municipality'),
    ciudad: getText('city'),
    estado: getText('state'),
    codigo_postal: getText('postalCode'),
    pais: getText('country'),
  };
}
