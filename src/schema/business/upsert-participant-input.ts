import { builder } from '../base/builder.ts';
import { MatchState } from './match-state.ts';
import { PersonType } from './participant.ts';
import { PersonalInformationInput } from './personal-information-input.ts';

const PhoneNumberInput = builder.inputType('PhoneNumberInput', {
  description:
    'Telephone number to store. It replaces the complete stored number: omitted parts become empty.',
  fields: (t) => ({
    countryCode: t.string({ description: 'Country calling code. v4: `codigo_telefonico`.' }),
    number: t.string({ description: 'Number without the country code. v4: `telefono`.' }),
  }),
});

const ParticipantMatchInput = builder.inputType('ParticipantMatchInput', {
  description:
    'Match that an external screening provider found. It is identified by `sourceCode` and `externalId`. v4: `matches[]`.',
  fields: (t) => ({
    sourceCode: t.string({
      required: true,
      description: 'Code of the list, or of the external screening provider. v4: `list`.',
    }),
    externalId: t.string({
      required: true,
      description: 'Id of the match at the external screening provider. v4: `match_id`.',
    }),
    state: t.field({
      type: MatchState,
      description:
        'State of the match, used only when it is first stored. Defaults to PENDING. v4: `status`.',
    }),
  }),
});

const PERSON_TYPE = 'Type of person: natural person or legal entity. v4: `tipo_per`.';
const REQUESTED =
  'Types of the requested documents, as codes of the client system. A type that is listed twice is requested twice. New types are added at the end; stored documents keep their position and file. `UpsertBusinessInput.missingDocuments` determines the treatment of stored types that are not listed; a batch keeps them. v4: `cod_tipo_docto`.';

/** Input of one participant in an upsert. */
export const UpsertParticipantInput = builder.inputType('UpsertParticipantInput', {
  description:
    'Participant to create or update. An omitted field keeps its stored value, or is empty for a new participant. Null, blank text and an empty list of roles delete the stored value.',
  fields: (t) => ({
    externalPersonId: t.field({
      type: 'SafeInt',
      required: true,
      description: 'Id of the person in the client system. v4: `id_persona`.',
    }),
    personType: t.field({ type: PersonType, required: true, description: PERSON_TYPE }),
    name: t.string({
      required: true,
      description: 'Given name of a natural person, or name of a legal entity. v4: `nombre`.',
    }),
    paternalSurname: t.string({
      description: 'First surname. A legal entity has none. v4: `apellido_paterno`.',
    }),
    maternalSurname: t.string({
      description: 'Second surname. A legal entity has none. v4: `apellido_materno`.',
    }),
    email: t.string({ description: 'E-mail address. v4: `email`.' }),
    phone: t.field({
      type: PhoneNumberInput,
      description: 'Telephone number. v4: `codigo_telefonico` and `telefono`.',
    }),
    registrationMode: t.string({
      description:
        'Mode in which the participant was registered: any text of at most 30 characters. Defaults to `API`. v4: `mod_carga`.',
    }),
    roles: t.stringList({
      description:
        'Roles of the participant, in this order. They replace the stored roles. Blank and duplicate roles are rejected. v4: `roles`.',
    }),
    legalActFolio: t.string({
      description:
        'Folio of the legal act (acto jurídico). Null and blank text delete it. completeBusiness selects the participants to delete by whether they have a folio. v4: `folio_acto_juridico` or `juridical_folio`.',
    }),
    personalInformation: t.field({
      type: PersonalInformationInput,
      description:
        'Personal information to store. Null deletes all of it. v4: fields of the same names as in GET /api/v4/fiduciary/participant/detail.',
    }),
    matches: t.field({
      type: [ParticipantMatchInput],
      description:
        'Matches that an external screening provider found, at most 1000. Matches are only added: a stored match keeps its values, and an omitted match is not deleted. v4: `matches`.',
    }),
    requestedDocumentTypes: t.stringList({
      required: true,
      defaultValue: [],
      description: REQUESTED,
    }),
  }),
});
