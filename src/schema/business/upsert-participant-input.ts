import { builder } from '../base/builder.ts';
import { MatchState } from './match-state.ts';
import { PersonType } from './participant.ts';
import { PersonalInformationInput } from './personal-information-input.ts';

const PhoneNumberInput = builder.inputType('PhoneNumberInput', {
  description:
    'Telephone number to store. It replaces the complete stored number: omitted parts become empty. Null instead of the object deletes the stored number.',
  fields: (t) => ({
    countryCode: t.string({ description: 'Country calling code. v4: `codigo_telefonico`.' }),
    number: t.string({ description: 'Number without the country code. v4: `telefono`.' }),
  }),
});

const ParticipantMatchInput = builder.inputType('ParticipantMatchInput', {
  description:
    'Match that an external screening provider found, identified by `sourceCode` and `externalId`. v4: `matches[]`.',
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
        'State of the match. A match that is stored already keeps its state. Defaults to PENDING. v4: `status`.',
    }),
  }),
});

const PERSON_TYPE =
  'Type of person: natural person or legal entity. When the type of a stored participant changes, its date of birth or incorporation is deleted, and the surnames of a participant that becomes a legal entity, unless the input sets them. v4: `tipo_per`.';
const FIRST_SURNAME =
  'First surname. Rejected for a legal entity, whose complete name is `name`. v4: `apellido_paterno`.';
const SECOND_SURNAME =
  'Second surname. Rejected for a legal entity, whose complete name is `name`. v4: `apellido_materno`.';
const REQUESTED =
  'Types of the requested documents, as codes of the client system, at most 1000. A type that is listed twice is requested twice. New types are added at the end; stored documents keep their position and file. Stored documents that are not listed are kept, unless `UpsertBusinessInput.missingDocuments` is DELETE. When omitted, the list is empty: DELETE then deletes all documents of the participant. upsertBusinesses always keeps them. v4: `cod_tipo_docto`.';

/** Input of one participant in an upsert. */
export const UpsertParticipantInput = builder.inputType('UpsertParticipantInput', {
  description:
    'Participant to create or update. An omitted field keeps its stored value, or is empty for a new participant. Null, blank text and an empty list of roles delete the stored value. Exceptions: `registrationMode` is never empty, a changed `personType` deletes other fields, and an omitted `requestedDocumentTypes` is the empty list, so that `missingDocuments: DELETE` deletes all stored documents of the participant.',
  fields: (t) => ({
    externalPersonId: t.field({
      type: 'SafeInt',
      required: true,
      description:
        'Id of the person in the client system. A stored participant of the business with this id is updated; otherwise a participant is created. Fails with issue AMBIGUOUS when several stored participants of the business have the id. v4: `id_persona`.',
    }),
    personType: t.field({ type: PersonType, required: true, description: PERSON_TYPE }),
    name: t.string({
      required: true,
      description: 'Given name of a natural person, or name of a legal entity. v4: `nombre`.',
    }),
    paternalSurname: t.string({ description: FIRST_SURNAME }),
    maternalSurname: t.string({ description: SECOND_SURNAME }),
    email: t.string({ description: 'E-mail address. v4: `email`.' }),
    phone: t.field({
      type: PhoneNumberInput,
      description: 'Telephone number. v4: `codigo_telefonico` and `telefono`.',
    }),
    registrationMode: t.string({
      description:
        'Mode in which the participant was registered: any text of at most 30 characters. When omitted, a stored participant keeps its mode and a new one gets `API`. Null and blank text set `API`. v4: `mod_carga`.',
    }),
    roles: t.stringList({
      description:
        'Roles of the participant, in this order, at most 100 and at most 20,000 characters in total. They replace the stored roles. Blank and duplicate roles are rejected. v4: `roles`.',
    }),
    legalActFolio: t.string({
      description:
        'Folio of the legal act (acto jurídico). completeBusiness selects the participants to delete by whether they have a folio. v4: `folio_acto_juridico` or `juridical_folio`.',
    }),
    personalInformation: t.field({
      type: PersonalInformationInput,
      description:
        'Personal information to store. Null deletes all of it. v4: the fields of GET /api/v4/fiduciary/participant/detail.',
    }),
    matches: t.field({
      type: [ParticipantMatchInput],
      description:
        'Matches that an external screening provider found, at most 1000. Matches are only added: a stored match keeps its state, and a stored match that the list omits is not deleted. v4: `matches`.',
    }),
    requestedDocumentTypes: t.stringList({
      required: true,
      defaultValue: [],
      description: REQUESTED,
    }),
  }),
});
