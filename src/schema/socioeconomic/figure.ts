import type { Figure, FigureGap, FigureInput } from '../../domain/socioeconomic/figure.ts';
import { builder } from '../base/builder.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { FigureGapReasonEnum, FigureInputKeyEnum, FigureKeyEnum, FigureKindEnum } from './words.ts';

const FigureInputType = builder.objectRef<FigureInput>('SocioeconomicFigureInput').implement({
  description: 'What a figure was computed from.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureInputKeyEnum, description: 'What it is. v4 `key`.' }),
    value: t.expose('value', {
      type: 'SafeInt',
      description: 'Centavos, or how many. v4 `value`.',
    }),
    of: t.exposeInt('of', {
      nullable: true,
      description: 'How many parts a sum is of; null for no sum.',
    }),
  }),
});

const FigureGapType = builder.objectRef<FigureGap>('SocioeconomicFigureGap').implement({
  description: 'What lacked for a figure.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureInputKeyEnum, description: 'What it is. v4 `key`.' }),
    reason: t.expose('reason', {
      type: FigureGapReasonEnum,
      description: 'Why it lacks. v4 `reason`.',
    }),
  }),
});

const FigureThreshold = builder
  .objectRef<NonNullable<Figure['threshold']>>('SocioeconomicFigureThreshold')
  .implement({
    description: 'What an authority takes for too much.',
    fields: (t) => ({
      value: t.expose('value', {
        type: 'SafeInt',
        description: 'In the unit of the figure. v4 `value`.',
      }),
      isOver: t.exposeBoolean('isOver', {
        description: 'Whether the figure is more.',
      }),
      source: t.exposeString('source', { description: 'Who says so. v4 `source`.' }),
    }),
  });

export const FigureType = builder.objectRef<Figure>('SocioeconomicFigure').implement({
  description: 'A number that follows from others. v4: an element of `figures`.',
  fields: (t) => ({
    key: t.expose('key', { type: FigureKeyEnum, description: 'What it is. v4 `key`.' }),
    kind: t.expose('kind', { type: FigureKindEnum, description: 'Its unit. v4 `kind`.' }),
    value: t.expose('value', {
      type: 'SafeInt',
      nullable: true,
      description: 'Null where it cannot be computed. v4 `value`.',
    }),
    formula: t.exposeString('formula', { description: 'How it is computed.' }),
    isPartial: t.exposeBoolean('isPartial', {
      description: 'Whether it is of what is known alone. v4 `partial`.',
    }),
    inputs: t.expose('inputs', {
      type: [FigureInputType],
      complexity: RARE_LIST_COST,
      description: 'What it was computed from, at most three.',
    }),
    gaps: t.expose('gaps', {
      type: [FigureGapType],
      complexity: RARE_LIST_COST,
      description: 'What lacked, at most three.',
    }),
    threshold: t.expose('threshold', {
      type: FigureThreshold,
      nullable: true,
      description: 'Null where no authority says one.',
    }),
  }),
});
