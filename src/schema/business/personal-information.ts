import type { Address, ShownPersonalInformation } from '../../domain/personal-information.ts';
import { showPersonalInformation } from '../../resolvers/business/show-personal-information.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from './participant.ts';

const AddressType = builder.objectRef<Address>('Address').implement({
  description: 'Where a person lives, or a company is. v4: `domicilio`.',
  fields: (t) => ({
    street: t.exposeString('street', { nullable: true, description: 'The street. v4 `calle`.' }),
    exteriorNumber: t.exposeString('exteriorNumber', {
      nullable: true,
      description: 'The number of the house. v4 `numero_exterior`.',
    }),
    interiorNumber: t.exposeString('interiorNumber', {
      nullable: true,
      description: 'The number of the flat or office in it. v4 `numero_interior`.',
    }),
    neighborhood: t.exposeString('neighborhood', {
      nullable: true,
      description: 'The neighbourhood. v4 `colonia`.',
    }),
    municipality: t.exposeString('municipality', {
      nullable: true,
      description: 'The municipality or borough. v4 `municipio`.',
    }),
    city: t.exposeString('city', { nullable: true, description: 'The city. v4 `ciudad`.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'The state of the country. v4 `estado`.',
    }),
    postalCode: t.exposeString('postalCode', {
      nullable: true,
      description: 'The postal code. v4 `codigo_postal`.',
    }),
    country: t.exposeString('country', { nullable: true, description: 'The country. v4 `pais`.' }),
  }),
});

const PersonalInformationType = builder
  .objectRef<ShownPersonalInformation>('PersonalInformation')
  .implement({
    description:
      'What is captured of a person besides names. Without the scope PERSONAL_READ the two identifiers are masked and all else is null; with it every reading is recorded. v4: GET /api/v4/fiduciary/participant/detail.',
    fields: (t) => ({
      isMasked: t.exposeBoolean('isMasked', {
        description: 'Whether the caller lacks the scope PERSONAL_READ. v4 `is_masked`.',
      }),
      rfc: t.exposeString('rfc', {
        nullable: true,
        description: 'The tax id; masked, no more than its first letters: COSC********. v4 `rfc`.',
      }),
      curp: t.exposeString('curp', {
        nullable: true,
        description:
          'The population register id; masked, no more than its first letters: COSC********. v4 `curp`.',
      }),
      birthOrConstitutionDate: t.expose('birthOrConstitutionDate', {
        type: 'Date',
        nullable: true,
        description:
          'Of birth for a natural person, v4 `fecha_nacimiento`; of constitution for a legal entity, v4 `fecha_constitucion`.',
      }),
      nationality: t.exposeString('nationality', {
        nullable: true,
        description: 'The nationality. v4 `nacionalidad`: open vocabulary.',
      }),
      countryOfBirth: t.exposeString('countryOfBirth', {
        nullable: true,
        description: 'The country of birth. v4 `pais_nacimiento`: open vocabulary.',
      }),
      civilStatus: t.exposeString('civilStatus', {
        nullable: true,
        description: 'The civil status. v4 `estado_civil`: open vocabulary.',
      }),
      economicActivity: t.exposeString('economicActivity', {
        nullable: true,
        description: 'What the person lives by, or the entity does. v4 `actividad_economica`.',
      }),
      address: t.expose('address', {
        type: AddressType,
        nullable: true,
        description: 'Null where no part of it is known. v4 `domicilio`.',
      }),
    }),
  });

builder.objectField(ParticipantType, 'personalInformation', (t) =>
  t.field({
    type: PersonalInformationType,
    description:
      'What is captured of the person; of many participants it is read, and recorded, at once. v4: GET /api/v4/fiduciary/participant/detail.',
    resolve: async (participant, _args, ctx) => await showPersonalInformation(ctx, participant.id),
  }),
);
