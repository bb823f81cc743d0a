import { builder } from '../base/builder.ts';
import { MatchState } from './match-state.ts';
import { PersonType } from './participant.ts';
import { PersonalInformationInput } from './personal-information-input.ts';

const PhoneNumberInput = builder.inputType('PhoneNumberInput', {
  description: 'A telephone number is one value: a part left out is empty afterwards.',
  fields: (t) => ({
    countryCode: t.string({ description: 'The code of the country. v4 `codigo_telefonico`.' }),
    number: t.string({ description: 'The number without that code. v4 `telefono`.' }),
  }),
});

const ParticipantMatchInput = builder.inputType('ParticipantMatchInput', {
  description: 'A match with an entry of a list, by the ids of whoever found it. v4: `matches[]`.',
  fields: (t) => ({
    sourceCode: t.string({
      required: true,
      description: 'The list, or the source that looked. v4 `list`.',
    }),
    externalId: t.string({ required: true, description: "The match's id there. v4 `match_id`." }),
    state: t.field({
      type: MatchState,
      description: 'Where it stands when it becomes known; pending where left out. v4 `status`.',
    }),
  }),
});

/** What an upsert says of one participant. */
export const UpsertParticipantInput = builder.inputType('UpsertParticipantInput', {
  description:
    'A field left out stays as it is stored (or is empty where the participant is new); null, blank text and an empty list of roles remove what is stored.',
  fields: (t) => ({
    externalPersonId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'The person’s id at the provider. v4 `id_persona`.',
    }),
    personType: t.field({
      type: PersonType,
      required: true,
      description: 'What it is. v4 `tipo_per`.',
    }),
    name: t.string({
      required: true,
      description: 'The given name, or that of the legal entity. v4 `nombre`.',
    }),
    paternalSurname: t.string({ description: 'A legal entity has none. v4 `apellido_paterno`.' }),
    maternalSurname: t.string({ description: 'A legal entity has none. v4 `apellido_materno`.' }),
    email: t.string({ description: 'The e-mail address. v4 `email`.' }),
    phone: t.field({
      type: PhoneNumberInput,
      description: 'The telephone number. v4 `codigo_telefonico` and `telefono`.',
    }),
    registrationMode: t.string({
      description: 'At most 30 characters; `API` where there is none. v4 `mod_carga`.',
    }),
    roles: t.stringList({
      description: 'Exactly these, in this order; none blank, none twice. v4 `roles`.',
    }),
    legalActFolio: t.string({
      description:
        'The legal-act folio; blank text is none. Decides what completeBusiness deletes, so it is never removed by being left out. v4 `folio_acto_juridico`, or `juridical_folio`.',
    }),
    personalInformation: t.field({
      type: PersonalInformationInput,
      description:
        'Null removes all of it. v4: the members that GET /api/v4/fiduciary/participant/detail answers.',
    }),
    matches: t.field({
      type: [ParticipantMatchInput],
      description:
        'Matches that an outside provider has found, at most 1000. They are only ever added: one that is known stays as it is, whatever is sent of it, and none goes by being left out. v4 `matches`.',
    }),
    requestedDocumentTypes: t.stringList({
      required: true,
      defaultValue: [],
      description:
        'Twice where a type is requested twice. What is not requested yet is added after the others; what is keeps its place and file. For types not named see `missingDocuments`. v4 `cod_tipo_docto`.',
    }),
  }),
});
