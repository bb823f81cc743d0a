import type { BusinessFilter as BusinessFilterShape } from '../../domain/business/business-list.ts';
import type { ParticipantFilter as ParticipantFilterShape } from '../../domain/business/participant-list.ts';
import { builder } from '../base/builder.ts';
import { PersonType } from './participant.ts';

const StringFilter = builder.inputType('StringFilter', {
  description: 'Filter for a text. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    equals: t.string({ description: 'Text to match exactly, including case and diacritics.' }),
    startsWith: t.string({
      description:
        'Prefix to match, at most 200 characters. Case and diacritics of Latin letters are ignored: nunez matches Núñez. There are no wildcards.',
    }),
  }),
});

const NAME_CONTAINS =
  'Words that the name must contain, in any order and at any position. Case and diacritics of Latin letters are ignored: nunez maria matches María Núñez. At most 10 words and 200 characters; at least one word must have three letters or more.';

const ResponsibleUserFilter = builder.inputType('ResponsibleUserFilter', {
  description: 'Reference to a responsible user. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: '`databaseId` of the responsible user.',
    }),
    email: t.string({
      description: 'E-mail address of the user, ignoring case. v4: `email` of `responsible_user`.',
    }),
  }),
});

const AND =
  'Filters of which all must match, in addition to the other conditions. A filter contains at most 20 filters, itself included, nested at most 4 levels deep.';
const OR =
  'Filters of which at least one must match, in addition to the other conditions. An empty list matches nothing.';
const describeSince = (change: string): string =>
  `Matches objects that were ${change} at or after this time.`;
const describeBefore = (change: string): string =>
  `Matches objects that were ${change} before this time.`;

export const BusinessFilter = builder.inputRef<BusinessFilterShape>('BusinessFilter');
BusinessFilter.implement({
  description: 'Filter for businesses. All given conditions must match.',
  fields: (t) => ({
    code: t.field({ type: StringFilter, description: 'Code of the business. v4: `cod_negocio`.' }),
    name: t.field({
      type: StringFilter,
      description:
        'Name of the business. A business without a name never matches. v4: `business_name`.',
    }),
    nameContains: t.string({ description: `${NAME_CONTAINS} v4: \`business_name\`.` }),
    databaseIdIn: t.field({
      type: ['SafeInt'],
      description: '`databaseId` values of businesses, at most 100. v4: `business.id`.',
    }),
    externalIdIn: t.field({
      type: ['SafeInt'],
      description: 'Ids of businesses in the client system, at most 1000. v4: `id_negocio`.',
    }),
    responsibleUser: t.field({
      type: ResponsibleUserFilter,
      description: 'User responsible for the business. v4: `responsible_user`.',
    }),
    hasPendingMatches: t.boolean({
      description:
        'Value of `Business.hasPendingMatches` to match. v4: `match_resolution_pending`.',
    }),
    hasMissingDocuments: t.boolean({
      description:
        'True for businesses with at least one requested document without a file, false for the others. v4: `id_descarga` is null.',
    }),
    createdSince: t.field({ type: 'DateTime', description: describeSince('created') }),
    createdBefore: t.field({ type: 'DateTime', description: describeBefore('created') }),
    updatedSince: t.field({ type: 'DateTime', description: describeSince('last changed') }),
    updatedBefore: t.field({ type: 'DateTime', description: describeBefore('last changed') }),
    and: t.field({ type: [BusinessFilter], description: AND }),
    or: t.field({ type: [BusinessFilter], description: OR }),
  }),
});

export const ParticipantFilter = builder.inputRef<ParticipantFilterShape>('ParticipantFilter');
ParticipantFilter.implement({
  description: 'Filter for participants. All given conditions must match.',
  fields: (t) => ({
    personType: t.field({
      type: PersonType,
      description: 'Type of person: natural person or legal entity. v4: `tipo_per`.',
    }),
    role: t.string({
      description:
        'Role that must be among the roles of the participant, compared exactly. v4: `roles`.',
    }),
    registrationMode: t.string({
      description: 'Registration mode of the participant, compared exactly. v4: `mod_carga`.',
    }),
    hasPendingMatches: t.boolean({
      description:
        'Value of `Participant.hasPendingMatches` to match. v4: `match_resolution_pending`.',
    }),
    hasLegalActFolio: t.boolean({
      description:
        'True for participants with a legal-act folio, false for the others. completeBusiness selects participants by the same condition.',
    }),
    hasMissingDocuments: t.boolean({
      description:
        'True for participants with at least one requested document without a file, false for the others. v4: `id_descarga` is null.',
    }),
    nameContains: t.string({
      description: `${NAME_CONTAINS} The name and both surnames are searched together. v4: \`nombre\`, \`apellido_paterno\` and \`apellido_materno\`.`,
    }),
    databaseIdIn: t.field({
      type: ['SafeInt'],
      description: '`databaseId` values of participants, at most 100. v4: `participantes[].id`.',
    }),
    externalPersonIdIn: t.field({
      type: ['SafeInt'],
      description:
        'Ids of persons in the client system, at most 100. One person may be a participant of several businesses. v4: `id_persona`.',
    }),
    createdSince: t.field({ type: 'DateTime', description: describeSince('created') }),
    createdBefore: t.field({ type: 'DateTime', description: describeBefore('created') }),
    updatedSince: t.field({ type: 'DateTime', description: describeSince('last changed') }),
    updatedBefore: t.field({ type: 'DateTime', description: describeBefore('last changed') }),
    and: t.field({ type: [ParticipantFilter], description: AND }),
    or: t.field({ type: [ParticipantFilter], description: OR }),
  }),
});
