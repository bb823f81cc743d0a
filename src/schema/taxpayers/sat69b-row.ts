import type { Sat69bStanding } from '../../domain/lists/sat69b-standing.ts';
import type { Sat69bNotice } from '../../resolvers/taxpayers/notices.ts';
import type { Sat69bRow, Sat69bVersion } from '../../resolvers/taxpayers/sat69b.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';

export const Sat69bStandingEnum = builder.enumType('Sat69bStanding', {
  description: 'Standing of a procedure of article 69-B, worst first.',
  values: {
    DEFINITIVE: {
      value: 'definitive',
      description: 'Operations deemed nonexistent (definitivo). v4: `DEFINITIVO`.',
    },
    PRESUMED: {
      value: 'presumed',
      description: 'Operations presumed nonexistent (presunto). v4: `PRESUNTO`.',
    },
    BIS_DEFINITIVE: {
      value: 'bis_definitive',
      description:
        'Undue transfer of tax losses, by article 69-B Bis (definitivo). v4: `BIS_DEFINITIVO`.',
    },
    REBUTTED: {
      value: 'rebutted',
      description: 'Presumption disproved by the taxpayer (desvirtuado). v4: `DESVIRTUADO`.',
    },
    FAVORABLE_RULING: {
      value: 'favorable_ruling',
      description:
        'Court ruling in favor of the taxpayer (sentencia favorable). v4: `SENTENCIA_FAVORABLE`.',
    },
    NOT_LISTED: {
      value: 'not_listed',
      description: 'No entry in either list, both of which were searched. v4: `NOT_LISTED`.',
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
  description: 'Publication of a stage of a procedure. v4: an element of `publications`.',
  fields: (t) => ({
    stage: t.expose('stage', {
      type: Sat69bStandingEnum,
      description: 'Stage that the procedure reached. v4: `stage`.',
    }),
    channel: t.expose('channel', {
      type: ListChannelEnum,
      description: 'Channel of the publication. v4: `channel`.',
    }),
    office: t.exposeString('office', {
      nullable: true,
      description:
        'Number and date of the official letter (oficio), as published. Null when there is none. v4: `oficio`.',
    }),
    publishedText: t.exposeString('publishedText', {
      nullable: true,
      description: 'Publication date in the words of the list. Null when the cell is empty.',
    }),
    publishedOn: t.expose('publishedOn', {
      type: ['Date'],
      description:
        'Dates in the published text, possibly several. Empty when none can be read. v4: `published_on`.',
    }),
  }),
});

const OtherNameType = builder.objectRef<Sat69bRow['otherNames'][number]>('ListedName').implement({
  description: 'Further name of a list entry. v4: a text in `other_names`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as published. v4: the text.' }),
    kind: t.exposeString('kind', {
      description:
        'Kind of the name: nka is a current name, fka a former name, primary a further main name.',
    }),
  }),
});

export const Sat69bRowType = builder.objectRef<Sat69bRow>('Sat69bRow').implement({
  description: 'Current state of a procedure against a taxpayer. v4: an element of `rows`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list, as in `gateway lists`. v4: `list`.',
    }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Standing of the procedure. v4: `situacion`.',
    }),
    isOverruled: t.exposeBoolean('isOverruled', {
      description:
        'True when the procedure is definitive and a later row with a favorable ruling names the same official letter. The procedure then counts as FAVORABLE_RULING. v4: `overruled`.',
    }),
    name: t.exposeString('name', { description: 'Name of the taxpayer. v4: `nombre`.' }),
    otherNames: t.expose('otherNames', {
      type: [OtherNameType],
      complexity: RARE_LIST_COST,
      description: 'Earlier and later names in the row. v4: `other_names`.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description:
        'Further text of the row, usually about a judgment. Null when there is none. v4: `nota`.',
    }),
    notices: t.expose('notices', {
      type: [NoticeType],
      complexity: RARE_LIST_COST,
      description:
        'Publications of the procedure, stage by stage, at most eight. v4: `publications`.',
    }),
  }),
});

export const Sat69bVersionType = builder.objectRef<Sat69bVersion>('Sat69bVersion').implement({
  description:
    'Version of a procedure, with the time it was in force by the dates of the loaded list snapshots. v4: an element of `timeline`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list, as in `gateway lists`. v4: `list`.',
    }),
    entryKey: t.exposeString('entryKey', {
      description: 'Key that distinguishes the procedures of a taxpayer. v4: `entry_key`.',
    }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Standing of the procedure in this version. v4: `situacion`.',
    }),
    name: t.exposeString('name', {
      description: 'Name of the taxpayer in this version. v4: `nombre`.',
    }),
    heldFrom: t.expose('heldFrom', {
      type: 'Date',
      description: 'Date of the first list snapshot with this version. v4: `from`.',
    }),
    heldUntil: t.expose('heldUntil', {
      type: 'Date',
      nullable: true,
      description:
        'Date of the first list snapshot without this version. Null when the version was in force on the requested day. v4: `until`.',
    }),
  }),
});
