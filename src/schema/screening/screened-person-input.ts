import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';

const PassportInput = builder.inputType('PassportInput', {
  description: 'A passport to look for somebody by.',
  fields: (t) => ({
    number: t.string({ required: true, description: 'Its number.' }),
    country: t.string({
      required: true,
      description: 'Who gave it: two letters, or the name in English or Spanish.',
    }),
  }),
});

export const ScreenedPersonInput = builder.inputType('ScreenedPersonInput', {
  description: 'Somebody who is looked for: a name or an identifier must be given.',
  fields: (t) => ({
    personType: t.field({
      type: PersonType,
      description: 'Left out, nothing is taken for granted. v4 `tipo_per`.',
    }),
    name: t.string({
      description:
        'The whole name, or the given names; all parts at most 500 characters. v4 `nombre`.',
    }),
    paternalSurname: t.string({ description: 'The first surname. v4 `apellido_paterno`.' }),
    maternalSurname: t.string({ description: 'The second surname. v4 `apellido_materno`.' }),
    rfc: t.string({
      description: 'The tax id, with homoclave or without; none that stands for nobody. v4 `rfc`.',
    }),
    curp: t.string({ description: 'The population register id. v4 `curp`.' }),
    passport: t.field({ type: PassportInput, description: 'A passport.' }),
    birthDate: t.string({
      description:
        'YYYY, YYYY-MM or YYYY-MM-DD; of a company of its constitution. v4 `fecha_nacimiento`.',
    }),
    country: t.string({
      description: 'It supports a match and never speaks against one. v4 `pais`.',
    }),
  }),
});
