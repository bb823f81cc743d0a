import type { BusinessFilter as BusinessFilterShape } from '../../domain/business-list.ts';
import type { ParticipantFilter as ParticipantFilterShape } from '../../domain/participant-list.ts';
import { builder } from '../base/builder.ts';
import { PersonType } from './participant.ts';

const StringFilter = builder.inputType('StringFilter', {
  description: 'Which texts pass.',
  isOneOf: true,
  fields: (t) => ({
    equals: t.string({ description: 'This text, to the letter. Not in v4.' }),
    startsWith: t.string({
      description:
        'What begins like this, at most 200 characters. Case and the marks of Latin letters do not matter: nunez finds Núñez. No character has a meaning of its own. Not in v4.',
    }),
  }),
});

const NAME_CONTAINS =
  'What a person types to find a name: each word stands somewhere in it, in any order, whatever the case and the marks of Latin letters: nunez maria finds María Núñez. At most 10 words and 200 characters, and at least one word of three letters.';

const ResponsibleUserFilter = builder.inputType('ResponsibleUserFilter', {
  description: 'Which responsible user, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id of the user. Not in v4.',
    }),
    email: t.string({
      description:
        'The e-mail of the user, whatever the case of its letters. v4 `email` of `responsible_user`.',
    }),
  }),
});

const AND =
  'All of these must hold too. A filter holds at most 20, itself among them, and 4 in each other. Not in v4.';
const OR = 'One of these must hold too; of none, nothing does. Not in v4.';
const SINCE = (what: string): string => `${what} at this instant or later. Not in v4.`;
const BEFORE = (what: string): string => `${what} before this instant. Not in v4.`;

export const BusinessFilter = builder.inputRef<BusinessFilterShape>('BusinessFilter');
BusinessFilter.implement({
  description: 'All that is given must hold.',
  fields: (t) => ({
    code: t.field({ type: StringFilter, description: 'Its code. v4 `cod_negocio`.' }),
    name: t.field({
      type: StringFilter,
      description: 'Its name. A business without a name never passes. v4 `business_name`.',
    }),
    nameContains: t.string({ description: `${NAME_CONTAINS} v4 \`business_name\`.` }),
    databaseIdIn: t.field({
      type: ['SafeInt'],
      description: 'One of these internal ids, at most 100. v4 `business.id`.',
    }),
    externalIdIn: t.field({
      type: ['SafeInt'],
      description: 'One of these ids of the provider, at most 1000. v4 `id_negocio`.',
    }),
    responsibleUser: t.field({
      type: ResponsibleUserFilter,
      description: 'Who is responsible for it. v4 `responsible_user`.',
    }),
    hasPendingMatches: t.boolean({
      description:
        'Whether a match of any participant waits for a decision. v4: `match_resolution_pending` is true.',
    }),
    hasMissingDocuments: t.boolean({
      description:
        'Whether the file of a document of any participant is missing. v4: `id_descarga` is null.',
    }),
    createdSince: t.field({ type: 'DateTime', description: SINCE('Created') }),
    createdBefore: t.field({ type: 'DateTime', description: BEFORE('Created') }),
    updatedSince: t.field({ type: 'DateTime', description: SINCE('Changed') }),
    updatedBefore: t.field({ type: 'DateTime', description: BEFORE('Changed') }),
    and: t.field({ type: [BusinessFilter], description: AND }),
    or: t.field({ type: [BusinessFilter], description: OR }),
  }),
});

export const ParticipantFilter = builder.inputRef<ParticipantFilterShape>('ParticipantFilter');
ParticipantFilter.implement({
  description: 'All that is given must hold.',
  fields: (t) => ({
    personType: t.field({
      type: PersonType,
      description: 'Whether it is a person or a legal entity. v4 `tipo_per`.',
    }),
    role: t.string({ description: 'One of its roles, to the letter. v4 `roles`.' }),
    registrationMode: t.string({
      description: 'How it was registered, to the letter. v4 `mod_carga`.',
    }),
    hasPendingMatches: t.boolean({
      description: 'Whether a match waits for a decision. v4 `match_resolution_pending`.',
    }),
    hasLegalActFolio: t.boolean({ description: 'What completeBusiness goes by. Not in v4.' }),
    hasMissingDocuments: t.boolean({
      description:
        'Whether the file of any of its documents is missing. v4: `id_descarga` is null.',
    }),
    nameContains: t.string({
      description: `${NAME_CONTAINS} Of the name and both surnames together. v4 \`nombre\`, \`apellido_paterno\` and \`apellido_materno\`.`,
    }),
    databaseIdIn: t.field({
      type: ['SafeInt'],
      description: 'One of these internal ids, at most 100. v4 `participantes[].id`.',
    }),
    externalPersonIdIn: t.field({
      type: ['SafeInt'],
      description:
        'One of these ids of the provider, at most 100. One person may take part in many businesses. v4 `id_persona`.',
    }),
    createdSince: t.field({ type: 'DateTime', description: SINCE('Created') }),
    createdBefore: t.field({ type: 'DateTime', description: BEFORE('Created') }),
    updatedSince: t.field({ type: 'DateTime', description: SINCE('Changed') }),
    updatedBefore: t.field({ type: 'DateTime', description: BEFORE('Changed') }),
    and: t.field({ type: [ParticipantFilter], description: AND }),
    or: t.field({ type: [ParticipantFilter], description: OR }),
  }),
});
