import { PEP_RELATION_KINDS, type PepRelation } from '../../domain/lists/pep-relation.ts';
import {
  findPepFacts,
  PEP_CLASSES,
  type PepClass,
  type PepFacts,
  type PepOffice,
} from '../../domain/reports/pep-facts.ts';
import { TENURES, type Tenure } from '../../domain/screening/tenure.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';
import { ListEntryType } from './list-entry.ts';

const CLASS_DESCRIPTIONS: Readonly<Record<PepClass, string>> = {
  national:
    'Person holds or held an office in Mexico: Mexico is among the countries of the entry. v4: `NACIONAL`.',
  foreign:
    'Person holds or held an office in another country: the entry has countries, and Mexico is not among them. v4: `EXTRANJERO`.',
  associate:
    'Person is a relative or close associate of an office holder, and holds no office in the list. v4: `ASIMILADO`.',
};

const PepClassEnum = builder.enumType('PepClass', {
  description: 'Class of a politically exposed person (PEP). v4: `pep_class`.',
  values: Object.fromEntries(
    PEP_CLASSES.map((value) => [
      toEnumValue(value),
      { value, description: CLASS_DESCRIPTIONS[value] },
    ]),
  ),
});

const TENURE_DESCRIPTIONS: Readonly<Record<Tenure, string>> = {
  current:
    'Office is held at the date: the list states it, or states its start and neither an end nor a status. v4: `CURRENT`.',
  within_look_back:
    'Office ended before the date, within the look-back period. v4: `WITHIN_LOOK_BACK`.',
  unknown: 'List states neither the end of the office nor that it is still held. v4: `UNKNOWN`.',
  former: 'Office ended before the look-back period. v4: `FORMER`.',
};

const PepTenureEnum = builder.enumType('PepTenure', {
  description:
    'Status of an office at a date. Of several offices, the first of CURRENT, WITHIN_LOOK_BACK, UNKNOWN and FORMER counts. The look-back period is 12 months when all countries of the entry are Mexico, and unlimited otherwise, unless the operator sets other periods. Screening reports matches of every tenure. v4: `tenure`.',
  values: Object.fromEntries(
    TENURES.map((value) => [
      toEnumValue(value),
      { value, description: TENURE_DESCRIPTIONS[value] },
    ]),
  ),
});

const KIND_DESCRIPTIONS: Readonly<Record<(typeof PEP_RELATION_KINDS)[number], string>> = {
  spouse: 'Spouse or partner of the office holder. v4: `spouse`.',
  child: 'Child of the office holder. v4: `child`.',
  parent: 'Parent of the office holder. v4: `parent`.',
  sibling: 'Brother or sister of the office holder. v4: `sibling`.',
  associate: 'Business or other close associate who is not a relative. v4: `associate`.',
  other: 'Other relative, or a relation that the list does not specify. v4: `other`.',
};

const PepRelationKindEnum = builder.enumType('PepRelationKind', {
  description: 'Kind of relation to an office holder. v4: `kind`.',
  values: Object.fromEntries(
    PEP_RELATION_KINDS.map((value) => [
      toEnumValue(value),
      { value, description: KIND_DESCRIPTIONS[value] },
    ]),
  ),
});

const PepRelationType = builder.objectRef<PepRelation>('PepRelation').implement({
  description:
    'Relation of a relative or close associate to the holder of an office. v4: an element of `related_to`.',
  fields: (t) => ({
    kind: t.expose('kind', {
      type: PepRelationKindEnum,
      description: 'Kind of the relation. v4: `kind`.',
    }),
    name: t.exposeString('name', { description: 'Name of the office holder. v4: `name`.' }),
    key: t.exposeString('key', {
      description: 'Key of the office holder in the same list (`ListEntry.key`). v4: `entry_id`.',
    }),
    relationship: t.exposeString('relationship', {
      nullable: true,
      description:
        'Relation as published, for example the degree of kinship. Null when the list states none. v4: `relationship`.',
    }),
    position: t.exposeString('office', {
      nullable: true,
      description:
        'Name of the current or last office of the office holder. Null when not stated. v4: `position`.',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description:
        'Start of the office, as precise as published: a year, a month or a day. Null when not stated. v4: `from`.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description:
        'End of the office, as precise as published: a year, a month or a day. Null when the office is still held or the end is not stated. v4: `to`.',
    }),
  }),
});

const PepOfficeType = builder.objectRef<PepOffice>('PepOffice').implement({
  description:
    'Office that a list of politically exposed persons (PEP) states. v4: an element of `offices`.',
  fields: (t) => ({
    position: t.exposeString('position', {
      nullable: true,
      description: 'Name of the office. Null when not stated. v4: `position`.',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description:
        'Start of the office, as precise as published: a year, a month or a day. Null when not stated. v4: `from`.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description:
        'End of the office, as precise as published: a year, a month or a day. Null when not stated. v4: `to`.',
    }),
    status: t.exposeString('status', {
      nullable: true,
      description:
        'Status of the office as published: `current`, `ended` or `unknown`. Null when not stated. v4: `status`.',
    }),
  }),
});

const PEP_COUNTRIES =
  'Countries that the list states for the person or the offices, as published names or codes. `pepClass` considers all of them. v4: `countries`.';

const PepFactsType = builder.objectRef<PepFacts>('PepFacts').implement({
  description:
    'Facts that a list of politically exposed persons (PEP) states about a person: offices held, and relations to office holders. Fields that the list does not state are null.',
  fields: (t) => ({
    pepClass: t.expose('pepClass', {
      type: PepClassEnum,
      nullable: true,
      description:
        'Class of politically exposed person. Null when the list states too little to determine it. v4: `pep_class`.',
    }),
    position: t.exposeString('position', {
      nullable: true,
      description:
        'Name of the current or last office, `offices[0]`. Null when not stated. v4: `position`.',
    }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'First of `countries`. Null when the list states none. v4: `country`.',
    }),
    countries: t.exposeStringList('countries', { description: PEP_COUNTRIES }),
    offices: t.expose('offices', {
      type: [PepOfficeType],
      description:
        'Offices of the person, at most 50, starting with the current or last one. v4: `offices`.',
    }),
    institution: t.exposeString('institution', {
      nullable: true,
      description:
        'Institution of the current or last office. Null when the list states none. v4: `institution`.',
    }),
    from: t.exposeString('from', {
      nullable: true,
      description:
        'Start of the current or last office, `offices[0]`, as precise as published: a year, a month or a day. Null when not stated. v4: `from`.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description:
        'End of the current or last office, `offices[0]`, as precise as published: a year, a month or a day. Null when the office is still held or the end is not stated. v4: `to`.',
    }),
    tenure: t.expose('tenure', {
      type: PepTenureEnum,
      nullable: true,
      description:
        'Status of the offices of the person at the date (`asOf`) of the look-up or screening: held, ended within the look-back period, or ended earlier. For a relative or associate without an office, the status of the offices of the related office holders. Null in entries stored before this field existed. v4: `tenure`.',
    }),
    relations: t.expose('relations', {
      type: [PepRelationType],
      description:
        'Relations of the person to office holders in the same list, at most 20. v4: `related_to`.',
    }),
  }),
});

builder.objectField(ListEntryType, 'pep', (t) =>
  t.field({
    type: PepFactsType,
    nullable: true,
    description:
      'Offices of a politically exposed person (PEP), and relations to office holders. Null when the list is not a PEP list.',
    resolve: (entry) => findPepFacts(entry),
  }),
);
