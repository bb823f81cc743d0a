import { builder } from '../base/builder.ts';

const AddressInput = builder.inputType('AddressInput', {
  description: 'An address is one value: a part left out is empty afterwards. v4: `domicilio`.',
  fields: (t) => ({
    street: t.string({ description: 'The street. v4 `calle`.' }),
    exteriorNumber: t.string({ description: 'The number of the house. v4 `numero_exterior`.' }),
    interiorNumber: t.string({
      description: 'The number of the flat or office in it. v4 `numero_interior`.',
    }),
    neighborhood: t.string({ description: 'The neighbourhood. v4 `colonia`.' }),
    municipality: t.string({ description: 'The municipality or borough. v4 `municipio`.' }),
    city: t.string({ description: 'The city. v4 `ciudad`.' }),
    state: t.string({ description: 'The state of the country. v4 `estado`.' }),
    postalCode: t.string({ description: 'The postal code. v4 `codigo_postal`.' }),
    country: t.string({ description: 'The country. v4 `pais`.' }),
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
    nationality: t.string({ description: 'The nationality. v4 `nacionalidad`: open vocabulary.' }),
    countryOfBirth: t.string({
      description: 'The country of birth. v4 `pais_nacimiento`: open vocabulary.',
    }),
    civilStatus: t.string({ description: 'The civil status. v4 `estado_civil`: open vocabulary.' }),
    economicActivity: t.string({
      description: 'What the person lives by, or the entity does. v4 `actividad_economica`.',
    }),
    address: t.field({
      type: AddressInput,
      description: 'Where the person lives, or the entity has its seat. v4 `domicilio`.',
    }),
  }),
});
