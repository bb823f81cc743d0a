import { describe, expect, it } from 'vitest';
import type {
  MergedSection,
  ReportContent,
  TypedSection,
} from '../../../../src/domain/socioeconomic/content.ts';
import { DEFAULT_TEMPLATE } from '../../../../src/domain/socioeconomic/default/default-template.ts';
import { computeFigures } from '../../../../src/domain/socioeconomic/figures/compute-figures.ts';
import { getSection } from '../../../../src/domain/socioeconomic/find-content.ts';
import { gatherSections } from '../../../../src/domain/socioeconomic/gather-sections.ts';
import { mergeSection } from '../../../../src/domain/socioeconomic/merge-section.ts';
import type { SectionKey } from '../../../../src/domain/socioeconomic/template/section-keys.ts';
import { HOUSEHOLD_MONEY, inventMaterial } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

const typist = { userId: 9, at: '2026-02-01T10:00:00.000Z' };
const TYPED = { kind: 'typed', ...typist };

function merge(
  content: ReportContent,
  section: SectionKey,
  typed: Partial<TypedSection>,
): MergedSection {
  const whole = { fields: [], groups: [], ...typed };
  return mergeSection(DEFAULT_TEMPLATE, content, { section, typed: whole, typist });
}

function merged(...args: Parameters<typeof merge>): ReportContent {
  const outcome = merge(...args);
  if (outcome.kind === 'refused') throw new Error(JSON.stringify(outcome.faults));
  return outcome.content;
}

function faults(...args: Parameters<typeof merge>): [string, string][] {
  const outcome = merge(...args);
  return outcome.kind === 'merged'
    ? []
    : outcome.faults.map(({ path, code }) => [path.join('.'), code]);
}

const household = gatherSections(DEFAULT_TEMPLATE, inventHousehold());

describe('a section that somebody writes', () => {
  it('says who typed what, keeps what was not sent, and leaves other sections alone', () => {
    const level = { key: 'level', value: { kind: 'choice', value: 'postgraduate' } } as const;
    const content = merged(household, 'education', { fields: [level] });
    const { fields } = getSection(content, 'education');
    expect(fields.map(({ key, source }) => [key, source.kind])).toEqual([
      ['level', 'typed'],
      ['school', 'answer'],
      ['certificate', 'answer'],
    ]);
    expect(fields[0]).toEqual({ ...level, source: TYPED, contradictedBy: [] });
    expect(content.sections.toSpliced(4, 1)).toEqual(household.sections.toSpliced(4, 1));
  });

  it('keeps the source of what is sent as it stood', () => {
    const { fields } = getSection(household, 'general');
    const content = merged(household, 'general', {
      fields: fields.map(({ key, value }) => ({ key, value })),
    });
    expect(content).toEqual(household);
  });

  it('loses a value that is taken away, and what could not be read once it is written', () => {
    const unclear = gatherSections(
      DEFAULT_TEMPLATE,
      inventMaterial({ finances_savings: '12.000', finances_has_debts: 'no' }),
    );
    expect(getSection(unclear, 'finances').unread).toHaveLength(1);
    const content = merged(unclear, 'finances', {
      fields: [
        { key: 'has_debts', value: null },
        { key: 'savings', value: { kind: 'money', value: 1_200_000 } },
      ],
    });
    const { fields, unread } = getSection(content, 'finances');
    expect(fields.map(({ key }) => key)).toEqual(['savings']);
    expect(unread).toEqual([]);
  });

  it('has the rows that are sent, and figures that follow', () => {
    const before = gatherSections(DEFAULT_TEMPLATE, inventMaterial(HOUSEHOLD_MONEY));
    const content = merged(before, 'finances', {
      groups: [
        {
          key: 'incomes',
          rows: [
            [{ key: 'amount', value: { kind: 'money', value: 2_500_000 } }],
            [],
            [{ key: 'amount', value: { kind: 'money', value: 1 } }],
          ],
        },
      ],
    });
    const { groups } = getSection(content, 'finances');
    const [incomes, expenses] = groups;
    // The first amount stood so before; a row without anything is none.
    expect(incomes?.rows.map(({ values }) => values.map(({ source }) => source.kind))).toEqual([
      ['answer'],
      ['typed'],
    ]);
    expect(expenses?.rows).toHaveLength(4);
    expect(computeFigures(content)[0]?.value).toBe(2_500_001);
  });

  it('has each row keep its own sources when another is taken away', () => {
    const one = { concept: 'Sueldo', amount: '5000' };
    const two = { concept: 'Renta', amount: '5000' };
    const answers = [one, two].flatMap(({ concept, amount }, at): [string, string][] => [
      [`finances_incomes_${at + 1}_concept`, concept],
      [`finances_incomes_${at + 1}_amount`, amount],
    ]);
    const before = gatherSections(DEFAULT_TEMPLATE, inventMaterial(Object.fromEntries(answers)));
    const stood = getSection(before, 'finances').groups[0]?.rows ?? [];
    const rest = stood.slice(1);
    const rowsOf = (rows: typeof stood) => ({
      groups: [{ key: 'incomes', rows: rows.map(({ values }) => values) }],
    });
    const kept = getSection(merged(before, 'finances', rowsOf(rest)), 'finances').groups[0]?.rows;
    expect(kept).toEqual(rest);
    // Written anew at once, it is of the answer to no other row's question.
    const renamed = rest.map(({ values }) => ({
      values: values.map((value) =>
        value.key === 'concept'
          ? { ...value, value: { kind: 'text', value: 'x' } as const }
          : value,
      ),
    }));
    const written = merged(before, 'finances', rowsOf(renamed));
    const [row] = getSection(written, 'finances').groups[0]?.rows ?? [];
    expect(row?.values.map(({ source }) => source)).toEqual([TYPED, TYPED]);
  });

  it('loses a group that is sent without rows', () => {
    const content = merged(household, 'work', { groups: [{ key: 'jobs', rows: [] }] });
    expect(getSection(content, 'work').groups).toEqual([]);
  });
});

describe('a section that does not fit the template', () => {
  const text = { kind: 'text', value: 'x' } as const;

  it('is refused with all its faults, and where', () => {
    const typed = {
      fields: [
        { key: 'savings', value: text },
        { key: 'unknown', value: text },
        { key: 'savings', value: null },
      ],
      groups: [
        {
          key: 'incomes',
          rows: [[{ key: 'amount', value: text }], [{ key: 'name', value: text }]],
        },
        { key: 'nothing', rows: [] },
      ],
    };
    expect(faults(household, 'finances', typed)).toEqual([
      ['fields.2.key', 'duplicate'],
      ['fields.0.value', 'wrong_type'],
      ['fields.1.key', 'not_found'],
      ['groups.0.rows.0.0.value', 'wrong_type'],
      ['groups.0.rows.1.0.key', 'not_found'],
      ['groups.1.key', 'not_found'],
    ]);
  });

  it('is refused for a choice that there is not, too many rows and what screenings found', () => {
    const opinion = { key: 'opinion', value: { kind: 'choice', value: 'maybe' } } as const;
    expect(faults(household, 'conclusion', { fields: [opinion] })).toEqual([
      ['fields.0.value', 'not_allowed'],
    ]);
    const rows = Array.from({ length: 41 }, () => []);
    expect(faults(household, 'work', { groups: [{ key: 'jobs', rows }] })).toEqual([
      ['groups.0.rows', 'too_many'],
    ]);
    expect(faults(household, 'background', { groups: [{ key: 'screenings', rows: [] }] })).toEqual([
      ['groups.0', 'not_allowed'],
    ]);
    expect(faults(household, 'consent', { fields: [{ key: 'given', value: text }] })).toEqual([
      ['fields.0.key', 'not_found'],
    ]);
  });

  it('is refused where the report would be larger than is stored', () => {
    const long = { kind: 'text', value: 'ñ'.repeat(2000) } as const;
    const keys = ['employer', 'position', 'from', 'to', 'reason'];
    const row = keys.map((key) => ({ key, value: long }));
    const jobs = (count: number) => [
      { key: 'jobs', rows: Array.from({ length: count }, () => row) },
    ];
    expect(faults(household, 'work', { groups: jobs(10) })).toEqual([]);
    expect(faults(household, 'work', { groups: jobs(14) })).toEqual([['', 'too_large']]);
  });
});
