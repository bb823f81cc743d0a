import type { Figure, FigureGap, FigureInput } from '../../domain/socioeconomic/figures/figure.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { FigureGapReasonEnum, FigureInputKeyEnum, FigureKeyEnum, FigureKindEnum } from './words.ts';

const FigureInputType = builder.objectRef<FigureInput>('SocioeconomicFigureInput').implement({
  description: 'Input that a figure was computed from.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureInputKeyEnum, description: 'Key of the input. v4: `key`.' }),
    value: t.expose('value', {
      type: 'SafeInt',
      description: 'Value of the input: an amount in centavos, or a count. v4: `value`.',
    }),
    of: t.exposeInt('of', {
      nullable: true,
      description: 'Number of rows in a sum. Null when the input is not a sum of rows.',
    }),
  }),
});

const FigureGapType = builder.objectRef<FigureGap>('SocioeconomicFigureGap').implement({
  description: 'Gap in the inputs of a figure.',
  fields: (t) => ({
    key: t.expose('key', {
      type: FigureInputKeyEnum,
      description: 'Key of the input with the gap. v4: `key`.',
    }),
    reason: t.expose('reason', {
      type: FigureGapReasonEnum,
      description: 'Reason for the gap. v4: `reason`.',
    }),
  }),
});

const FigureThreshold = builder
  .objectRef<NonNullable<Figure['threshold']>>('SocioeconomicFigureThreshold')
  .implement({
    description: 'Threshold above which an authority considers a figure too high.',
    fields: (t) => ({
      value: t.expose('value', {
        type: 'SafeInt',
        description: 'Threshold in the unit of the figure. v4: `value`.',
      }),
      isOver: t.exposeBoolean('isOver', {
        description: 'True when the figure is above the threshold.',
      }),
      source: t.exposeString('source', {
        description: 'Authority that states the threshold. v4: `source`.',
      }),
    }),
  });

export const FigureType = builder.objectRef<Figure>('SocioeconomicFigure').implement({
  description: 'Number computed from the values of a report. v4: an element of `figures`.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureKeyEnum, description: 'Key of the figure. v4: `key`.' }),
    kind: t.expose('kind', {
      type: FigureKindEnum,
      description: 'Unit of the figure. v4: `kind`.',
    }),
    value: t.expose('value', {
      type: 'SafeInt',
      nullable: true,
      description: 'Value in the unit of the figure. Null when it cannot be computed. v4: `value`.',
    }),
    formula: t.exposeString('formula', { description: 'Formula of the figure, in Spanish.' }),
    isPartial: t.exposeBoolean('isPartial', {
      description:
        'True when the figure is computed without inputs that are unknown. v4: `partial`.',
    }),
    inputs: t.expose('inputs', {
      type: [FigureInputType],
      complexity: RARE_LIST_COST,
      description: 'Inputs of the figure, at most 3.',
    }),
    gaps: t.expose('gaps', {
      type: [FigureGapType],
      complexity: RARE_LIST_COST,
      description: 'Gaps in the inputs, at most 3.',
    }),
    threshold: t.expose('threshold', {
      type: FigureThreshold,
      nullable: true,
      description:
        'Threshold of an authority. Null when no authority states one, and when the figure cannot be computed.',
    }),
  }),
});
