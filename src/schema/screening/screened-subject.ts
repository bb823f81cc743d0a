import type { Passport } from '../../domain/screening/screened-party.ts';
import type { ShownSubject } from '../../resolvers/screening/show-subject.ts';
import { builder } from '../base/builder.ts';
import { ScreenedPartyType } from './screening-words.ts';

const PassportType = builder.objectRef<Passport>('Passport').implement({
  description: 'A passport that somebody was looked for by.',
  fields: (t) => ({
    number: t.exposeString('number', { description: 'Its number.' }),
    country: t.exposeString('country', { description: 'Who gave it.' }),
  }),
});

export const ScreenedSubjectType = builder.objectRef<ShownSubject>('ScreenedSubject').implement({
  description:
    'Who was looked for, as it was compared. Without the scope PERSONAL_READ the identifiers are masked and the rest but the name is null.',
  fields: (t) => ({
    isMasked: t.exposeBoolean('isMasked', {
      description: 'Whether the caller lacks the scope PERSONAL_READ.',
    }),
    partyType: t.expose('partyType', {
      type: ScreenedPartyType,
      description: 'What it was taken for. v4 `tipo_per`.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'The whole name. v4 `nombre`.' }),
    rfc: t.exposeString('rfc', {
      nullable: true,
      description: 'The tax id, perhaps without homoclave. v4 `rfc`.',
    }),
    curp: t.exposeString('curp', {
      nullable: true,
      description: 'The population register id. v4 `curp`.',
    }),
    passport: t.expose('passport', {
      type: PassportType,
      nullable: true,
      description: 'A passport.',
    }),
    birthDate: t.exposeString('birthDate', {
      nullable: true,
      description:
        'A year, a month or a day, of a company that of its constitution. v4 `fecha_nacimiento`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'As it was sent. v4 `pais`.',
    }),
  }),
});
