import type {
  ContradictingField,
  Contradiction,
} from '../../domain/socioeconomic/contradictions/contradiction.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { SectionKeyEnum } from './words.ts';

export const ContradictionKindEnum = builder.enumType('SocioeconomicContradictionKind', {
  description: 'Values of a report that do not agree.',
  values: {
    RFC_BIRTH_DATE: { value: 'rfc_birth_date', description: 'Date of the RFC, and birth date.' },
    CURP_BIRTH_DATE: { value: 'curp_birth_date', description: 'Date of the CURP, and birth date.' },
    RFC_CURP: { value: 'rfc_curp', description: 'Dates of RFC and CURP.' },
    CURP_SEX: { value: 'curp_sex', description: 'Sex of the CURP, and the stated sex.' },
    CURP_BIRTH_STATE: {
      value: 'curp_birth_state',
      description: 'State of the CURP, and place of birth.',
    },
    RESIDENTS_FAMILY: {
      value: 'residents_family',
      description: 'Number of residents, and members of the family with the person.',
    },
    STORED_RFC: { value: 'stored_rfc', description: 'RFC, and the stored one.' },
    STORED_CURP: { value: 'stored_curp', description: 'CURP, and the stored one.' },
    STORED_BIRTH_DATE: {
      value: 'stored_birth_date',
      description: 'Birth date, and the stored one.',
    },
  } as const,
});

const ContradictingFieldType = builder
  .objectRef<ContradictingField>('SocioeconomicContradictingField')
  .implement({
    description: 'Field that does not agree. v4: an element of `fields`.',
    fields: (t) => ({
      section: t.expose('section', {
        type: SectionKeyEnum,
        description: 'Section of the field. v4: `section`.',
      }),
      field: t.exposeString('field', {
        description: 'Key of the field, or of a group for its number of rows. v4: `field`.',
      }),
      label: t.exposeString('label', { description: 'Label shown to a person. v4: `label`.' }),
    }),
  });

export const ContradictionType = builder
  .objectRef<Contradiction>('SocioeconomicContradiction')
  .implement({
    description:
      'Values of a report that do not agree with each other, or with the stored data of the participant. v4: an element of `contradictions`.',
    fields: (t) => ({
      kind: t.expose('kind', {
        type: ContradictionKindEnum,
        description: 'Values that do not agree. v4: `kind`.',
      }),
      fields: t.expose('fields', {
        type: [ContradictingFieldType],
        complexity: RARE_LIST_COST,
        description: 'Fields that do not agree, one or two. v4: `fields`.',
      }),
    }),
  });
