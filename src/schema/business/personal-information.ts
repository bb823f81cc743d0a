import type {
  Address,
  ShownPersonalInformation,
} from '../../domain/business/personal-information.ts';
import { getPersonalInformation } from '../../resolvers/business/get-personal-information.ts';
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
      description:
        'Country as sent by the client system; any text is accepted. Null when unknown. v4: `pais`.',
    }),
  }),
});

const PersonalInformationType = builder
  .objectRef<ShownPersonalInformation>('PersonalInformation')
  .implement({
    description:
      'Personal information of a participant, in addition to the names. Without scope `personal:read`, `rfc` and `curp` are masked and all other values are null. With the scope, every read is recorded in the audit trail. v4: GET /api/v4/fiduciary/participant/detail.',
    fields: (t) => ({
      isMasked: t.exposeBoolean('isMasked', {
        description:
          'True when values are masked because the caller lacks scope `personal:read`. v4: `is_masked`.',
      }),
      rfc: t.exposeString('rfc', {
        nullable: true,
        description:
          'Tax id (RFC). When masked, only the first letters are shown: COSC********. Null when unknown. v4: `rfc`.',
      }),
      curp: t.exposeString('curp', {
        nullable: true,
        description:
          'Population register id (CURP). When masked, only the first letters are shown: COSC********. Null when unknown. v4: `curp`.',
      }),
      birthOrConstitutionDate: t.expose('birthOrConstitutionDate', {
        type: 'Date',
        nullable: true,
        description:
          'Date of birth of a natural person, or date of incorporation of a legal entity. Null when unknown or masked. v4: `fecha_nacimiento` or `fecha_constitucion`.',
      }),
      nationality: t.exposeString('nationality', {
        nullable: true,
        description:
          'Nationality as sent by the client system; any text is accepted. Null when unknown or masked. v4: `nacionalidad`.',
      }),
      countryOfBirth: t.exposeString('countryOfBirth', {
        nullable: true,
        description:
          'Country of birth as sent by the client system; any text is accepted. Null when unknown or masked. v4: `pais_nacimiento`.',
      }),
      civilStatus: t.exposeString('civilStatus', {
        nullable: true,
        description:
          'Civil status as sent by the client system; any text is accepted. Null when unknown or masked. v4: `estado_civil`.',
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
          'Home address or registered office. Null when no part of it is known, and when masked. v4: `domicilio`.',
      }),
    }),
  });

builder.objectField(ParticipantType, 'personalInformation', (t) =>
  t.field({
    type: PersonalInformationType,
    description:
      'Personal information of the participant in addition to its names, masked without scope `personal:read`. With the scope, every read is recorded in the audit trail. v4: GET /api/v4/fiduciary/participant/detail.',
    resolve: async (participant, _args, ctx) => await getPersonalInformation(ctx, participant.id),
  }),
);
