import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';

const PassportInput = builder.inputType('PassportInput', {
  description: 'Passport of a screening subject.',
  fields: (t) => ({
    number: t.string({ required: true, description: 'Passport number, at most 64 characters.' }),
    country: t.string({
      required: true,
      description:
        'Country that issued the passport: two letters, or the name in English or Spanish.',
    }),
  }),
});

export const ScreenedPersonInput = builder.inputType('ScreenedPersonInput', {
  description:
    'Person or company to screen that is not a participant. A name, an RFC with homoclave, a CURP or a passport is required.',
  fields: (t) => ({
    personType: t.field({
      type: PersonType,
      description:
        'Type of person: natural person or legal entity. When omitted, the subject is compared as both. v4: `tipo_per`.',
    }),
    name: t.string({
      description:
        'Full name, or the given names when the surnames are sent separately. All parts of the name have at most 500 characters together. v4: `nombre`.',
    }),
    paternalSurname: t.string({
      description: 'First surname (apellido paterno). v4: `apellido_paterno`.',
    }),
    maternalSurname: t.string({
      description: 'Second surname (apellido materno). v4: `apellido_materno`.',
    }),
    rfc: t.string({
      description:
        'Mexican tax id (RFC), with or without homoclave (the last three characters). The generic RFCs XAXX010101000 and XEXX010101000 are rejected. v4: `rfc`.',
    }),
    curp: t.string({ description: 'Mexican population register id (CURP). v4: `curp`.' }),
    passport: t.field({ type: PassportInput, description: 'Passport of the subject.' }),
    birthDate: t.string({
      description:
        'Date of birth of a natural person, or date of incorporation of a legal entity: YYYY, YYYY-MM or YYYY-MM-DD. v4: `fecha_nacimiento`.',
    }),
    country: t.string({
      description:
        'Country of the subject: two letters, or the name in English or Spanish. An equal country supports a match; a different country never contradicts one. v4: `pais`.',
    }),
  }),
});
