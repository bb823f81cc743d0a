import type { Sat69bStanding } from '../../domain/lists/sat69b-standing.ts';
import type { Sat69bNotice } from '../../resolvers/taxpayers/notices.ts';
import type { Sat69bRow, Sat69bVersion } from '../../resolvers/taxpayers/sat69b.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';

/** Part of the description of a worst status: its values when lists are loaded in part. */
export const WORST_STATUS_RULE =
  'NOT_LISTED when both lists are loaded and neither contains the RFC. An adverse status is returned even when a list that might state a worse one is not loaded. Null when no adverse status was found and a list is not loaded';

export const Sat69bStandingEnum = builder.enumType('Sat69bStanding', {
  description:
    'Status of a procedure under article 69-B or 69-B Bis of the CFF. From worst to best: DEFINITIVE, PRESUMED, BIS_DEFINITIVE, REBUTTED, FAVORABLE_RULING, NOT_LISTED.',
  values: {
    DEFINITIVE: {
      value: 'definitive',
      description: 'Operations were determined to be nonexistent (definitivo). v4: `DEFINITIVO`.',
    },
    PRESUMED: {
      value: 'presumed',
      description: 'Operations are presumed to be nonexistent (presunto). v4: `PRESUNTO`.',
    },
    BIS_DEFINITIVE: {
      value: 'bis_definitive',
      description:
        'Undue transfer of tax losses was determined, under article 69-B Bis of the CFF (definitivo). v4: `BIS_DEFINITIVO`.',
    },
    REBUTTED: {
      value: 'rebutted',
      description: 'Taxpayer disproved the presumption (desvirtuado). v4: `DESVIRTUADO`.',
    },
    FAVORABLE_RULING: {
      value: 'favorable_ruling',
      description:
        'Court ruled in favor of the taxpayer (sentencia favorable). v4: `SENTENCIA_FAVORABLE`.',
    },
    NOT_LISTED: {
      value: 'not_listed',
      description: 'Both lists were searched, and neither contains the RFC. v4: `NOT_LISTED`.',
    },
  } as const satisfies Record<
    string,
    { value: Sat69bStanding | 'not_listed'; description: string }
  >,
});

const ListChannelEnum = builder.enumType('Sat69bChannel', {
  description: 'Channel of a publication of the SAT. v4: `channel`.',
  values: {
    SAT: { value: 'SAT', description: 'Website of the SAT. v4: `SAT`.' },
    DOF: {
      value: 'DOF',
      description: 'Official gazette (Diario Oficial de la Federación). v4: `DOF`.',
    },
  } as const,
});

const NoticeType = builder.objectRef<Sat69bNotice>('Sat69bNotice').implement({
  description:
    'Publication of one stage of a procedure by the SAT. v4: an element of `publications`.',
  fields: (t) => ({
    stage: t.expose('stage', {
      type: Sat69bStandingEnum,
      description: 'Stage that the procedure reached. v4: `stage`.',
    }),
    channel: t.expose('channel', {
      type: ListChannelEnum,
      description: 'Channel in which the stage was published. v4: `channel`.',
    }),
    office: t.exposeString('office', {
      nullable: true,
      description:
        'Number and date of the official letter (oficio) as published. Null when there is none. v4: `oficio`.',
    }),
    publishedText: t.exposeString('publishedText', {
      nullable: true,
      description: 'Date of publication as published. Null when the list states none.',
    }),
    publishedOn: t.expose('publishedOn', {
      type: ['Date'],
      description:
        'Dates in `publishedText`, possibly several. Empty when no date can be read. v4: `published_on`.',
    }),
  }),
});

const OtherNameType = builder.objectRef<Sat69bRow['otherNames'][number]>('ListedName').implement({
  description: 'Alternative name of a list entry. v4: a text in `other_names`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Text of the name as published. v4: the text.' }),
    kind: t.exposeString('kind', {
      description:
        'Kind of the name: `nka` (now known as), `fka` (formerly known as) or `primary` (another primary name).',
    }),
  }),
});

export const Sat69bRowType = builder.objectRef<Sat69bRow>('Sat69bRow').implement({
  description:
    'Procedure of the SAT against a taxpayer, in its state at the requested date. v4: an element of `rows`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list (`CheckedList.code`). v4: `list`.',
    }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Status of the procedure (situación). v4: `situacion`.',
    }),
    isOverruled: t.exposeBoolean('isOverruled', {
      description:
        'True when the procedure is definitive, but a favorable ruling in the same list was published later and names the same official letter. The procedure then counts as FAVORABLE_RULING. v4: `overruled`.',
    }),
    name: t.exposeString('name', { description: 'Name of the taxpayer. v4: `nombre`.' }),
    otherNames: t.expose('otherNames', {
      type: [OtherNameType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Former, later and alternative names in the row. v4: `other_names`.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description:
        'Additional text of the row, usually about a judgment. Null when there is none. v4: `nota`.',
    }),
    notices: t.expose('notices', {
      type: [NoticeType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Publications of the procedure, grouped by stage, at most 8. v4: `publications`.',
    }),
  }),
});

export const Sat69bVersionType = builder.objectRef<Sat69bVersion>('Sat69bVersion').implement({
  description:
    'Version of a procedure, with the period in which it was the current version, by the dates of the loaded versions of the list. v4: an element of `timeline`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list (`CheckedList.code`). v4: `list`.',
    }),
    entryKey: t.exposeString('entryKey', {
      description:
        'Key of the list entry, which distinguishes the procedures against one taxpayer. v4: `entry_key`.',
    }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Status of the procedure in this version. v4: `situacion`.',
    }),
    name: t.exposeString('name', {
      description: 'Name of the taxpayer in this version. v4: `nombre`.',
    }),
    heldFrom: t.expose('heldFrom', {
      type: 'Date',
      description:
        'Date of the first version of the list that contains this version of the procedure. v4: `from`.',
    }),
    heldUntil: t.expose('heldUntil', {
      type: 'Date',
      nullable: true,
      description:
        'Date of the first version of the list that no longer contains this version of the procedure. Null when it was the current version at the requested date. v4: `until`.',
    }),
  }),
});
