import type { ListIdentifier, ListName } from '../../domain/lists/list-entry.ts';
import { NAME_KINDS, PARTY_TYPES } from '../../domain/lists/list-entry.ts';
import { BANDS } from '../../domain/screening/bands.ts';
import type { ExplanationItem } from '../../domain/screening/explanation.ts';
import type { MatchedEntry } from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';

const MatchedNameType = builder.objectRef<ListName>('MatchedName').implement({
  description: 'A name that an entry of a list has.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As published. Not in v4.' }),
    kind: t.exposeString('kind', {
      description: `What it is to the entry: ${NAME_KINDS.join(', ')}. Not in v4.`,
    }),
  }),
});

const MatchedIdentifierType = builder.objectRef<ListIdentifier>('MatchedIdentifier').implement({
  description: 'An identifier that an entry of a list has.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description: 'Which: rfc, curp, passport and so on. Not in v4.',
    }),
    value: t.exposeString('value', { description: 'In capitals and digits. Not in v4.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Who gave it, as published. Not in v4.',
    }),
  }),
});

export const MatchedEntryType = builder.objectRef<MatchedEntry>('MatchedEntry').implement({
  description: 'What an entry of a list said when it was found.',
  fields: (t) => ({
    list: t.exposeString('source', { description: 'The code of the list. v4 `list`.' }),
    key: t.exposeString('entryKey', {
      description: 'What the list knows the entry by. v4 `match_id`.',
    }),
    partyType: t.exposeString('partyType', {
      description: `Whom it is about: ${PARTY_TYPES.join(', ')}. Not in v4.`,
    }),
    name: t.exposeString('name', { description: 'The primary name. Not in v4.' }),
    names: t.field({
      type: [MatchedNameType],
      description: 'All its names, at most 500. Not in v4.',
      resolve: ({ names }) => names,
    }),
    identifiers: t.field({
      type: [MatchedIdentifierType],
      description: 'All its identifiers, at most 500. Not in v4.',
      resolve: ({ identifiers }) => identifiers,
    }),
    status: t.exposeString('status', {
      nullable: true,
      description: 'The authority’s word for where the matter stands. Not in v4.',
    }),
    programs: t.exposeStringList('programs', {
      description: 'Under which it is listed. Not in v4.',
    }),
    birthDates: t.exposeStringList('birthDates', {
      description: 'Of birth, as precise as published. Not in v4.',
    }),
    countries: t.exposeStringList('countries', { description: 'As published. Not in v4.' }),
    validFrom: t.exposeString('validFrom', {
      description: 'Since which day the list says so, `YYYY-MM-DD`. Not in v4.',
    }),
  }),
});

export const MatchBandType = builder.enumType('MatchBand', {
  description: 'How strong a match is.',
  values: {
    IDENTIFIER_EXACT: { value: BANDS[0], description: 'The same identifier. Not in v4.' },
    RFC_START_PLUS_NAME: {
      value: BANDS[1],
      description: 'The same RFC without homoclave, and the name. Not in v4.',
    },
    NAME_PLUS_DOB: { value: BANDS[2], description: 'The name and the birth date. Not in v4.' },
    NAME_EXACT_NO_DOB: {
      value: BANDS[3],
      description: 'The very name, and no birth date to compare. Not in v4.',
    },
    NAME_FUZZY: { value: BANDS[4], description: 'A name that is alike. Not in v4.' },
    NAME_CONTRADICTED: {
      value: BANDS[5],
      description: 'A name that is alike, and something that speaks against it. Not in v4.',
    },
  } as const,
});

export const MatchExplanationType = builder
  .objectRef<ExplanationItem>('MatchExplanation')
  .implement({
    description: 'One thing that was compared: what it says for or against a match.',
    fields: (t) => ({
      feature: t.exposeString('feature', { description: 'What was compared. Not in v4.' }),
      query: t.exposeString('query', {
        nullable: true,
        description:
          'What the participant’s name has; null where that is nothing, and for what is read as personal information. Not in v4.',
      }),
      candidate: t.exposeString('candidate', {
        nullable: true,
        description: 'What the entry has; null for nothing. Not in v4.',
      }),
      score: t.exposeFloat('score', { description: 'How much alike, 0 to 1. Not in v4.' }),
      weight: t.exposeFloat('weight', { description: 'How much it counts. Not in v4.' }),
      effect: t.exposeString('effect', { description: 'What it does to the match. Not in v4.' }),
    }),
  });
