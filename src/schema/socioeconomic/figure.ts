import type { Figure, FigureGap, FigureInput } from '../../domain/socioeconomic/figures/figure.ts';
import { builder } from '../base/builder.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { FigureGapReasonEnum, FigureInputKeyEnum, FigureKeyEnum, FigureKindEnum } from './enums.ts';

const FigureInputType = builder.objectRef<FigureInput>('SocioeconomicFigureInput').implement({
  description: 'Input that a figure was computed from, for example the total monthly income.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureInputKeyEnum, description: 'Key of the input. v4: `key`.' }),
    value: t.expose('value', {
      type: 'SafeInt',
      description: 'Value of the input: an amount in centavos, or a count. v4: `value`.',
    }),
    of: t.exposeInt('of', {
      nullable: true,
      description: 'Number of rows that were added up. Null when the input is not a sum of rows.',
    }),
  }),
});

const FigureGapType = builder.objectRef<FigureGap>('SocioeconomicFigureGap').implement({
  description: 'Input of a figure that is missing, incomplete or unusable, with the reason.',
  fields: (t) => ({
    key: t.expose('key', {
      type: FigureInputKeyEnum,
      description: 'Key of the input. v4: `key`.',
    }),
    reason: t.expose('reason', {
      type: FigureGapReasonEnum,
      description: 'Reason why the input is missing, incomplete or unusable. v4: `reason`.',
    }),
  }),
});

const FigureThreshold = builder
  .objectRef<NonNullable<Figure['threshold']>>('SocioeconomicFigureThreshold')
  .implement({
    description:
      'Threshold that an authority publishes for a figure. A higher figure is considered too high.',
    fields: (t) => ({
      value: t.expose('value', {
        type: 'SafeInt',
        description: 'Threshold in the unit of the figure. v4: `value`.',
      }),
      isOver: t.exposeBoolean('isOver', {
        description: 'True when the figure exceeds the threshold.',
      }),
      source: t.exposeString('source', {
        description:
          'Name of the authority that publishes the threshold and its definition, in Spanish, for example “CONEVAL, medición de la pobreza: …”. v4: `source`.',
      }),
    }),
  });

export const FigureType = builder.objectRef<Figure>('SocioeconomicFigure').implement({
  description:
    'Figure computed from values of a report, for example the savings rate. v4: an element of `figures`.',
  fields: (t) => ({
    key: t.expose('key', {
      type: FigureKeyEnum,
      description: 'Key that identifies the figure. v4: `key`.',
    }),
    kind: t.expose('kind', {
      type: FigureKindEnum,
      description: 'Kind of the figure, which determines the unit of its value. v4: `kind`.',
    }),
    value: t.expose('value', {
      type: 'SafeInt',
      nullable: true,
      description:
        'Value of the figure in the unit that `kind` determines. Null when it cannot be computed. v4: `value`.',
    }),
    formula: t.exposeString('formula', { description: 'Formula of the figure, in Spanish.' }),
    isPartial: t.exposeBoolean('isPartial', {
      description:
        'True when the figure was computed although an input is incomplete: part of its sum is unknown. v4: `partial`.',
    }),
    inputs: t.expose('inputs', {
      type: [FigureInputType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Inputs of the figure whose value is known, at most 3.',
    }),
    gaps: t.expose('gaps', {
      type: [FigureGapType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Inputs that are missing, incomplete or unusable, each with the reason, at most 3. `inputs` lists an incomplete or unusable input too.',
    }),
    threshold: t.expose('threshold', {
      type: FigureThreshold,
      nullable: true,
      description:
        'Threshold that an authority states for the figure. Null when no authority states one, and when the figure cannot be computed.',
    }),
  }),
});
