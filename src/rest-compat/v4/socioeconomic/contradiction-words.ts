import { z } from 'zod';
import {
  CONTRADICTION_KINDS,
  type Contradiction,
} from '../../../domain/socioeconomic/contradictions/contradiction.ts';
import { SECTION_KEYS } from '../../../domain/socioeconomic/template/section-keys.ts';
import { SOURCE_KINDS, type ValueSource } from '../../../domain/socioeconomic/value.ts';
import { idSchema } from '../common/wire.ts';

export const sectionSchema = z
  .enum(SECTION_KEYS)
  .meta({ id: 'SocioeconomicSection', description: 'Section of a socioeconomic report.' });

const fieldSchema = z
  .object({
    section: sectionSchema,
    group: z.string().nullable(),
    row: z.int().min(0).nullable(),
    field: z.string(),
    label: z.string(),
  })
  .meta({
    id: 'SocioeconomicContradictingField',
    description:
      'Field whose value takes part in a contradiction. Group and row, from 0, are null outside of rows.',
  });

const sourceSchema = z
  .object({
    kind: z
      .enum(SOURCE_KINDS)
      .meta({ id: 'SocioeconomicSourceKind', description: 'Kind of a source.' }),
    user_id: idSchema.nullable(),
    questionnaire: z.string().nullable(),
    question: z.string().nullable(),
    field: z.string().nullable(),
    extraction_id: idSchema.nullable(),
    screening_id: idSchema.nullable(),
    at: z.iso.datetime().nullable(),
  })
  .meta({
    id: 'SocioeconomicSource',
    description: 'Source of a value. Members that do not apply to `kind` are null.',
  });

export const contradictionSchema = z
  .object({
    kind: z
      .enum(CONTRADICTION_KINDS)
      .meta({ id: 'SocioeconomicContradictionKind', description: 'Kind of contradiction.' }),
    fields: z.array(fieldSchema),
    sources: z
      .array(sourceSchema)
      .describe(
        'Sources that state a value different from that of the field. Empty unless `kind` is `sources_differ`.',
      ),
  })
  .meta({
    id: 'SocioeconomicContradiction',
    description:
      'Contradiction between values of a report, between a value and the stored data of the participant, or between the sources of a value.',
  });

export function encodeContradiction({
  kind,
  fields,
  sources = [],
}: Contradiction): z.infer<typeof contradictionSchema> {
  return {
    kind,
    fields: fields.map((field) => ({
      ...field,
      group: field.group ?? null,
      row: field.row ?? null,
    })),
    sources: sources.map(encodeSource),
  };
}

const NO_SOURCE = {
  user_id: null,
  questionnaire: null,
  question: null,
  field: null,
  extraction_id: null,
  screening_id: null,
  at: null,
};

function encodeSource(source: ValueSource): z.infer<typeof sourceSchema> {
  const { kind } = source;
  switch (kind) {
    case 'answer': {
      const { userId, questionnaire, question } = source;
      return { ...NO_SOURCE, kind, user_id: userId, questionnaire, question };
    }
    case 'participant':
      return { ...NO_SOURCE, kind, field: source.field };
    case 'extraction':
      return { ...NO_SOURCE, kind, extraction_id: source.extractionId, field: source.field };
    case 'screening':
      return { ...NO_SOURCE, kind, screening_id: source.screeningId };
    case 'typed':
      return { ...NO_SOURCE, kind, user_id: source.userId, at: source.at };
  }
}
