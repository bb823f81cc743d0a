import { builder } from '../base/builder.ts';

const AddressInput = builder.inputType('AddressInput', {
  description: 'An address is one value: a part left out is empty afterwards. v4: `domicilio`.',
  fields: (t) => ({
    street: t.string({ description: 'v4 `calle`.' }),
    exteriorNumber: t.string({ description: 'v4 `numero_exterior`.' }),
    interiorNumber: t.string({ description: 'v4 `numero_interior`.' }),
    neighborhood: t.string({ description: 'v4 `colonia`.' }),
    municipality: t.string({ description: 'v4 `municipio`.' }),
    city: t.string({ description: 'v4 `ciudad`.' }),
    state: t.string({ description: 'v4 `estado`.' }),
    postalCode: t.string({ description: 'v4 `codigo_postal`.' }),
    country: t.string({ description: 'v4 `pais`.' }),
  }),
});

/** What an upsert says of a person besides names. */
export const PersonalInformationInput = builder.inputType('PersonalInformationInput', {
  description:
    'A field left out stays as it is stored; null and empty text remove what is stored. Writing it needs no PERSONAL_READ.',
  fields: (t) => ({
    rfc: t.string({
      description: 'Capitals without separators; its check digit is not looked at. v4 `rfc`.',
    }),
    curp: t.string({
      description: 'Capitals without separators; its check digit is not looked at. v4 `curp`.',
    }),
    birthOrConstitutionDate: t.field({
      type: 'Date',
      description:
        'Of birth for a natural person, v4 `fecha_nacimiento`; of constitution for a legal entity, v4 `fecha_constitucion`.',
    }),
    nationality: t.string({ description: 'v4 `nacionalidad`: open vocabulary.' }),
    countryOfBirth: t.string({ description: 'v4 `pais_nacimiento`: open vocabulary.' }),
    civilStatus: t.string({ description: 'v4 `estado_civil`: open vocabulary.' }),
    economicActivity: t.string({ description: 'v4 `actividad_economica`.' }),
    address: t.field({ type: AddressInput, description: 'v4 `domicilio`.' }),
  }),
});
