import type {
  ContradictingField,
  Contradiction,
} from '../../domain/socioeconomic/contradictions/contradiction.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { SectionKeyEnum } from './enums.ts';
import { ValueSourceType } from './value.ts';

export const ContradictionKindEnum = builder.enumType('SocioeconomicContradictionKind', {
  description: 'Kind of contradiction in a report.',
  values: {
    RFC_BIRTH_DATE: {
      value: 'rfc_birth_date',
      description: 'Date encoded in the RFC differs from the stated birth date.',
    },
    CURP_BIRTH_DATE: {
      value: 'curp_birth_date',
      description: 'Birth date encoded in the CURP differs from the stated birth date.',
    },
    RFC_CURP: {
      value: 'rfc_curp',
      description: 'Dates encoded in the RFC and in the CURP differ.',
    },
    CURP_SEX: {
      value: 'curp_sex',
      description: 'Sex encoded in the CURP differs from the stated sex.',
    },
    CURP_BIRTH_STATE: {
      value: 'curp_birth_state',
      description: 'State of birth encoded in the CURP differs from the stated place of birth.',
    },
    RESIDENTS_FAMILY: {
      value: 'residents_family',
      description:
        'Number of residents of the home differs from the number of listed household members plus the person. More residents are no contradiction when all rows of the group are filled.',
    },
    STORED_RFC: {
      value: 'stored_rfc',
      description: 'RFC in the report differs from the one stored for the participant.',
    },
    STORED_CURP: {
      value: 'stored_curp',
      description: 'CURP in the report differs from the one stored for the participant.',
    },
    STORED_BIRTH_DATE: {
      value: 'stored_birth_date',
      description: 'Birth date in the report differs from the one stored for the participant.',
    },
    STORED_NAME: {
      value: 'stored_name',
      description: 'Name in the report differs from the one stored for the participant.',
    },
    STORED_SCREENING: {
      value: 'stored_screening',
      description:
        'Result of the newest list search in the report differs from that of the newest screening of the participant.',
    },
    SOURCES_DIFFER: {
      value: 'sources_differ',
      description: 'Other sources of the field state other values than the report.',
    },
  } as const,
});

const ContradictingFieldType = builder
  .objectRef<ContradictingField>('SocioeconomicContradictingField')
  .implement({
    description: 'Report field whose value contradicts another value. v4: an element of `fields`.',
    fields: (t) => ({
      section: t.expose('section', {
        type: SectionKeyEnum,
        description: 'Section of the field. v4: `section`.',
      }),
      group: t.string({
        nullable: true,
        resolve: ({ group }) => group ?? null,
        description: 'Key of the group. Null when the value is not in a row. v4: `group`.',
      }),
      row: t.int({
        nullable: true,
        resolve: ({ row }) => row ?? null,
        description:
          'Index of the row in the group, from 0. Null when the value is not in a row. v4: `row`.',
      }),
      field: t.exposeString('field', {
        description:
          'Key of the field, or of a group whose number of rows is compared. v4: `field`.',
      }),
      label: t.exposeString('label', { description: 'Label for display. v4: `label`.' }),
    }),
  });

export const ContradictionType = builder
  .objectRef<Contradiction>('SocioeconomicContradiction')
  .implement({
    description:
      'Contradiction between values of a report, between a value and the stored data of the participant, or between the sources of a value. v4: an element of `contradictions`.',
    fields: (t) => ({
      kind: t.expose('kind', {
        type: ContradictionKindEnum,
        description: 'Kind of the contradiction. v4: `kind`.',
      }),
      fields: t.expose('fields', {
        type: [ContradictingFieldType],
        complexity: USUALLY_EMPTY_LIST_COST,
        description:
          'Fields whose values contradict each other, or the field whose value contradicts the stored data or other sources. v4: `fields`.',
      }),
      sources: t.field({
        type: [ValueSourceType],
        complexity: USUALLY_EMPTY_LIST_COST,
        resolve: ({ sources }) => sources ?? [],
        description:
          'Sources that state a value different from that of the field. Empty unless `kind` is SOURCES_DIFFER. v4: `sources`.',
      }),
    }),
  });
