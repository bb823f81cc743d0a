import { builder } from '../base/builder.ts';

const AddressInput = builder.inputType('AddressInput', {
  description:
    'Address to store. It replaces the complete stored address: omitted parts become empty. v4: `domicilio`.',
  fields: (t) => ({
    street: t.string({ description: 'Street name. v4: `calle`.' }),
    exteriorNumber: t.string({ description: 'House number. v4: `numero_exterior`.' }),
    interiorNumber: t.string({
      description: 'Number of the apartment or office. v4: `numero_interior`.',
    }),
    neighborhood: t.string({ description: 'Neighborhood name. v4: `colonia`.' }),
    municipality: t.string({ description: 'Municipality or borough. v4: `municipio`.' }),
    city: t.string({ description: 'City name. v4: `ciudad`.' }),
    state: t.string({ description: 'Federal state. v4: `estado`.' }),
    postalCode: t.string({ description: 'Postal code of the address. v4: `codigo_postal`.' }),
    country: t.string({ description: 'Country of the address; any text is accepted. v4: `pais`.' }),
  }),
});

/** Personal information of a participant in an upsert, in addition to the names. */
export const PersonalInformationInput = builder.inputType('PersonalInformationInput', {
  description:
    'Personal information to store. Omitted fields keep their value; null and empty text delete the stored value. Writing does not require scope `personal:read`.',
  fields: (t) => ({
    rfc: t.string({
      description:
        'Tax id (RFC), in capital letters without separators. The check digit is not verified. v4: `rfc`.',
    }),
    curp: t.string({
      description:
        'Population register id (CURP), in capital letters without separators. The check digit is not verified. v4: `curp`.',
    }),
    birthOrConstitutionDate: t.field({
      type: 'Date',
      description:
        'Date of birth of a natural person, or date of incorporation of a legal entity. v4: `fecha_nacimiento` or `fecha_constitucion`.',
    }),
    nationality: t.string({
      description: 'Nationality; any text is accepted. v4: `nacionalidad`.',
    }),
    countryOfBirth: t.string({
      description: 'Country of birth; any text is accepted. v4: `pais_nacimiento`.',
    }),
    civilStatus: t.string({
      description: 'Civil status; any text is accepted. v4: `estado_civil`.',
    }),
    economicActivity: t.string({
      description:
        'Occupation of a natural person, or economic activity of a legal entity. v4: `actividad_economica`.',
    }),
    address: t.field({
      type: AddressInput,
      description:
        'Home address of a natural person, or registered office of a legal entity. v4: `domicilio`.',
    }),
  }),
});
