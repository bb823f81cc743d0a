import type { Passport } from '../../domain/screening/parties/screened-party.ts';
import type { VisibleSubject } from '../../resolvers/screening/visible-subject.ts';
import { builder } from '../base/builder.ts';
import { ScreenedPartyType } from './screening-enums.ts';

const PassportType = builder.objectRef<Passport>('Passport').implement({
  description: 'Passport of a screening subject.',
  fields: (t) => ({
    number: t.exposeString('number', { description: 'Passport number.' }),
    country: t.exposeString('country', {
      description: 'Country that issued the passport, as sent by the client.',
    }),
  }),
});

export const ScreenedSubjectType = builder.objectRef<VisibleSubject>('ScreenedSubject').implement({
  description:
    'Subject of a screening, with the data that was compared. Without scope `personal:read`, RFC and CURP are masked, and passport, birth date and country are null. With the scope, every read is recorded in the audit trail.',
  fields: (t) => ({
    isMasked: t.exposeBoolean('isMasked', {
      description: 'True when values are masked because the caller lacks scope `personal:read`.',
    }),
    partyType: t.expose('partyType', {
      type: ScreenedPartyType,
      description: 'Kind of party that the subject was compared as. v4: `tipo_per`.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Full name of the subject. Null when unknown. v4: `nombre`.',
    }),
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'Mexican tax id (RFC), possibly without homoclave. Null when unknown. v4: `rfc`.',
    }),
    curp: t.exposeString('curp', {
      nullable: true,
      description: 'Mexican population register id (CURP). Null when unknown. v4: `curp`.',
    }),
    passport: t.expose('passport', {
      type: PassportType,
      nullable: true,
      description: 'Passport of the subject. Null when unknown or masked.',
    }),
    birthDate: t.exposeString('birthDate', {
      nullable: true,
      description:
        'Date of birth of a natural person, or date of incorporation of a legal entity: a year, a month or a day. Null when unknown or masked. v4: `fecha_nacimiento`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country of the subject, as sent. Null when unknown or masked. v4: `pais`.',
    }),
  }),
});
