import { PEP_RELATION_KINDS, type PepRelation } from '../../domain/lists/pep-relation.ts';
import {
  findPepFacts,
  PEP_CLASSES,
  type PepClass,
  type PepFacts,
} from '../../domain/reports/pep-facts.ts';
import { TENURES, type Tenure } from '../../domain/screening/tenure.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';
import { ListEntryType } from './list-entry.ts';

const CLASS_DESCRIPTIONS: Readonly<Record<PepClass, string>> = {
  national: 'In office in Mexico. v4 `NACIONAL`.',
  foreign: 'In office in another country. v4 `EXTRANJERO`.',
  associate:
    'A relative or close associate of one in office, by the list itself, who has no office there. v4 `ASIMILADO`.',
};

const PepClassEnum = builder.enumType('PepClass', {
  description: 'Why somebody counts as politically exposed. v4 `pep_class`.',
  values: Object.fromEntries(
    PEP_CLASSES.map((value) => [
      enumWord(value),
      { value, description: CLASS_DESCRIPTIONS[value] },
    ]),
  ),
});

const TENURE_DESCRIPTIONS: Readonly<Record<Tenure, string>> = {
  current: 'Held on the day. v4 `CURRENT`.',
  within_look_back: 'Ended, and no longer ago than the operator looks back. v4 `WITHIN_LOOK_BACK`.',
  unknown: 'The list does not say until when, nor that it goes on. v4 `UNKNOWN`.',
  former: 'Ended longer ago. v4 `FORMER`.',
};

const PepTenureEnum = builder.enumType('PepTenure', {
  description:
    'How an office stands on a day; of several the first of these. It hides nothing. v4 `tenure`.',
  values: Object.fromEntries(
    TENURES.map((value) => [enumWord(value), { value, description: TENURE_DESCRIPTIONS[value] }]),
  ),
});

const KIND_DESCRIPTIONS: Readonly<Record<(typeof PEP_RELATION_KINDS)[number], string>> = {
  spouse: 'Married to, or the partner of, the one in office. v4 `spouse`.',
  child: 'A child of the one in office. v4 `child`.',
  parent: 'A parent of the one in office. v4 `parent`.',
  sibling: 'A brother or sister. v4 `sibling`.',
  associate: 'No family: in business, or close otherwise. v4 `associate`.',
  other: 'Other family, or the list does not say which. v4 `other`.',
};

const PepRelationKindEnum = builder.enumType('PepRelationKind', {
  description: 'What somebody is to one in office. v4 `kind`.',
  values: Object.fromEntries(
    PEP_RELATION_KINDS.map((value) => [
      enumWord(value),
      { value, description: KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const PepRelationType = builder.objectRef<PepRelation>('PepRelation').implement({
  description: 'What somebody is to one in office, and to whom. v4: an element of `related_to`.',
  fields: (t) => ({
    kind: t.expose('kind', { type: PepRelationKindEnum, description: 'What it is. v4 `kind`.' }),
    name: t.exposeString('name', { description: 'Of the one in office. v4 `name`.' }),
    key: t.exposeString('key', {
      description: 'What the same list knows that one by. v4 `entry_id`.',
    }),
    relationship: t.exposeString('relationship', {
      nullable: true,
      description:
        'The list’s own word for what the relative or associate is; null where it has none. v4 `relationship`.',
    }),
    position: t.exposeString('office', {
      nullable: true,
      description: 'The office of that one, now or last; null where it is not said. v4 `position`.',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'Since when, as exact as published. v4 `from`.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'Until when; null where it goes on, or is not said. v4 `to`.',
    }),
  }),
});

const PepFactsType = builder.objectRef<PepFacts>('PepFacts').implement({
  description: 'What an entry of a list of people in office says; null is what it does not say.',
  fields: (t) => ({
    pepClass: t.expose('pepClass', {
      type: PepClassEnum,
      nullable: true,
      description: 'Null where the list says too little. v4 `pep_class`.',
    }),
    position: t.exposeString('position', {
      nullable: true,
      description: 'The office that is held now, or was last. v4 `position`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'As published. v4 `country`.',
    }),
    institution: t.exposeString('institution', {
      nullable: true,
      description: 'Where the office is. v4 `institution`.',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description: 'Since when, as exact as published. v4 `from`.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'Until when; null where it goes on, or is not said. v4 `to`.',
    }),
    tenure: t.expose('tenure', {
      type: PepTenureEnum,
      nullable: true,
      description:
        'On the day of which the entry was looked at: of a match, that of its screening. Of relatives and associates the office of whom they are related to. Null where it was kept before this was told. v4 `tenure`.',
    }),
    relations: t.expose('relations', {
      type: [PepRelationType],
      description:
        'To whom in office of the same list somebody is related, at most 20. v4 `related_to`.',
    }),
  }),
});

builder.objectField(ListEntryType, 'pep', (t) =>
  t.field({
    type: PepFactsType,
    nullable: true,
    description:
      'The office, or whose relative or associate somebody is; null where the list is none of people in office.',
    resolve: (entry) => findPepFacts(entry),
  }),
);
