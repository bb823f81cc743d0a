import type {
  Address,
  ShownPersonalInformation,
} from '../../domain/business/personal-information.ts';
import { showPersonalInformation } from '../../resolvers/business/show-personal-information.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from './participant.ts';

const AddressType = builder.objectRef<Address>('Address').implement({
  description:
    'Home address of a natural person, or registered office of a legal entity. v4: `domicilio`.',
  fields: (t) => ({
    street: t.exposeString('street', {
      nullable: true,
      description: 'Street name. Null when unknown. v4: `calle`.',
    }),
    exteriorNumber: t.exposeString('exteriorNumber', {
      nullable: true,
      description: 'House number. Null when unknown. v4: `numero_exterior`.',
    }),
    interiorNumber: t.exposeString('interiorNumber', {
      nullable: true,
      description: 'Number of the apartment or office. Null when unknown. v4: `numero_interior`.',
    }),
    neighborhood: t.exposeString('neighborhood', {
      nullable: true,
      description: 'Neighborhood name. Null when unknown. v4: `colonia`.',
    }),
    municipality: t.exposeString('municipality', {
      nullable: true,
      description: 'Municipality or borough. Null when unknown. v4: `municipio`.',
    }),
    city: t.exposeString('city', {
      nullable: true,
      description: 'City name. Null when unknown. v4: `ciudad`.',
    }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Federal state. Null when unknown. v4: `estado`.',
    }),
    postalCode: t.exposeString('postalCode', {
      nullable: true,
      description: 'Postal code of the address. Null when unknown. v4: `codigo_postal`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country name or code. Null when unknown. v4: `pais`.',
    }),
  }),
});

const PersonalInformationType = builder
  .objectRef<ShownPersonalInformation>('PersonalInformation')
  .implement({
    description:
      'Personal information of a participant, in addition to the names. Without scope `personal:read`, `rfc` and `curp` are masked and all other fields are null. With it, every read is recorded in the audit trail. v4: GET /api/v4/fiduciary/participant/detail.',
    fields: (t) => ({
      isMasked: t.exposeBoolean('isMasked', {
        description: 'True when the caller lacks scope `personal:read`. v4: `is_masked`.',
      }),
      rfc: t.exposeString('rfc', {
        nullable: true,
        description:
          'RFC (tax id). Masked, it shows at most its first letters: COSC********. Null when unknown. v4: `rfc`.',
      }),
      curp: t.exposeString('curp', {
        nullable: true,
        description:
          'CURP (population register id). Masked, it shows at most its first letters: COSC********. Null when unknown. v4: `curp`.',
      }),
      birthOrConstitutionDate: t.expose('birthOrConstitutionDate', {
        type: 'Date',
        nullable: true,
        description:
          'Date of birth of a natural person, or date of constitution of a legal entity. Null when unknown or masked. v4: `fecha_nacimiento` or `fecha_constitucion`.',
      }),
      nationality: t.exposeString('nationality', {
        nullable: true,
        description:
          'Nationality, an open vocabulary. Null when unknown or masked. v4: `nacionalidad`.',
      }),
      countryOfBirth: t.exposeString('countryOfBirth', {
        nullable: true,
        description:
          'Country of birth, an open vocabulary. Null when unknown or masked. v4: `pais_nacimiento`.',
      }),
      civilStatus: t.exposeString('civilStatus', {
        nullable: true,
        description:
          'Civil status, an open vocabulary. Null when unknown or masked. v4: `estado_civil`.',
      }),
      economicActivity: t.exposeString('economicActivity', {
        nullable: true,
        description:
          'Occupation of a natural person, or economic activity of a legal entity. Null when unknown or masked. v4: `actividad_economica`.',
      }),
      address: t.expose('address', {
        type: AddressType,
        nullable: true,
        description:
          'Home address or registered office. Null when no part of it is known, or when masked. v4: `domicilio`.',
      }),
    }),
  });

builder.objectField(ParticipantType, 'personalInformation', (t) =>
  t.field({
    type: PersonalInformationType,
    description:
      'Personal information of the participant. For several participants it is read, and recorded in the audit trail, in one batch. v4: GET /api/v4/fiduciary/participant/detail.',
    resolve: async (participant, _args, ctx) => await showPersonalInformation(ctx, participant.id),
  }),
);
