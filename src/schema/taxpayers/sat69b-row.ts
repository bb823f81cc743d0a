import type { Sat69bStanding } from '../../domain/lists/sat69b-standing.ts';
import type { Sat69bNotice } from '../../resolvers/taxpayers/notices.ts';
import type { Sat69bRow, Sat69bVersion } from '../../resolvers/taxpayers/sat69b.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';

export const Sat69bStandingEnum = builder.enumType('Sat69bStanding', {
  description: 'Where a procedure of article 69-B stands, the worst first.',
  values: {
    DEFINITIVE: {
      value: 'definitive',
      description: 'Its operations are held not to exist. v4 `DEFINITIVO`.',
    },
    PRESUMED: {
      value: 'presumed',
      description: 'Its operations are presumed not to exist. v4 `PRESUNTO`.',
    },
    BIS_DEFINITIVE: {
      value: 'bis_definitive',
      description: 'It transferred tax losses unduly, by article 69-B Bis. v4 `BIS_DEFINITIVO`.',
    },
    REBUTTED: {
      value: 'rebutted',
      description: 'The taxpayer has disproved it. v4 `DESVIRTUADO`.',
    },
    FAVORABLE_RULING: {
      value: 'favorable_ruling',
      description: 'A court has decided for the taxpayer. v4 `SENTENCIA_FAVORABLE`.',
    },
    NOT_LISTED: {
      value: 'not_listed',
      description: 'Both lists were looked at, and it stands in none. v4 `NOT_LISTED`.',
    },
  } as const satisfies Record<
    string,
    { value: Sat69bStanding | 'not_listed'; description: string }
  >,
});

const ListChannelEnum = builder.enumType('Sat69bChannel', {
  description: 'Where the SAT publishes. v4 `channel`.',
  values: {
    SAT: { value: 'SAT', description: 'On its own page. v4 `SAT`.' },
    DOF: { value: 'DOF', description: 'In the official gazette. v4 `DOF`.' },
  } as const,
});

const NoticeType = builder.objectRef<Sat69bNotice>('Sat69bNotice').implement({
  description: 'What was published of a stage of a procedure. v4: an element of `publications`.',
  fields: (t) => ({
    stage: t.expose('stage', {
      type: Sat69bStandingEnum,
      description: 'The stage that was reached. v4 `stage`.',
    }),
    channel: t.expose('channel', {
      type: ListChannelEnum,
      description: 'Where it was published. v4 `channel`.',
    }),
    office: t.exposeString('office', {
      nullable: true,
      description: 'Number and date of the letter, as published; null for none. v4 `oficio`.',
    }),
    publishedText: t.exposeString('publishedText', {
      nullable: true,
      description: 'The cell that says when, as it stands; null where it is empty.',
    }),
    publishedOn: t.expose('publishedOn', {
      type: ['Date'],
      description:
        'The days in it, of which there may be several; empty where none can be read. v4 `published_on`.',
    }),
  }),
});

const OtherNameType = builder.objectRef<Sat69bRow['otherNames'][number]>('ListedName').implement({
  description: 'Another name that a list gives. v4: a text in `other_names`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As published. v4: the text.' }),
    kind: t.exposeString('kind', {
      description:
        'nka: what it is called now; fka: what it was called before; primary: another name beside the first.',
    }),
  }),
});

export const Sat69bRowType = builder.objectRef<Sat69bRow>('Sat69bRow').implement({
  description: 'A procedure against a taxpayer, as it stands. v4: an element of `rows`.',
  fields: (t) => ({
    list: t.exposeString('list', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Where it stands. v4 `situacion`.',
    }),
    isOverruled: t.exposeBoolean('isOverruled', {
      description:
        'Whether it is definitive, but a later row of a favourable ruling names the same letter: it counts as FAVORABLE_RULING then. v4 `overruled`.',
    }),
    name: t.exposeString('name', { description: 'The taxpayer’s name. v4 `nombre`.' }),
    otherNames: t.expose('otherNames', {
      type: [OtherNameType],
      complexity: RARE_LIST_COST,
      description: 'Earlier and later names that stand beside it. v4 `other_names`.',
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'What else stands there, mostly about a judgment; null for none. v4 `nota`.',
    }),
    notices: t.expose('notices', {
      type: [NoticeType],
      complexity: RARE_LIST_COST,
      description: 'What was published, stage by stage, at most eight. v4 `publications`.',
    }),
  }),
});

export const Sat69bVersionType = builder.objectRef<Sat69bVersion>('Sat69bVersion').implement({
  description:
    'How a procedure stood, and from when until when; by the days of the lists that were loaded. v4: an element of `timeline`.',
  fields: (t) => ({
    list: t.exposeString('list', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    entryKey: t.exposeString('entryKey', {
      description: 'Tells the procedures of a taxpayer apart. v4 `entry_key`.',
    }),
    standing: t.expose('standing', {
      type: Sat69bStandingEnum,
      description: 'Where it stood. v4 `situacion`.',
    }),
    name: t.exposeString('name', { description: 'The taxpayer’s name then. v4 `nombre`.' }),
    heldFrom: t.expose('heldFrom', {
      type: 'Date',
      description: 'The day of the first list that says so. v4 `from`.',
    }),
    heldUntil: t.expose('heldUntil', {
      type: 'Date',
      nullable: true,
      description:
        'The day of the first list that no longer says so; null where it held on the day that was asked. v4 `until`.',
    }),
  }),
});
