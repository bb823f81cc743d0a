import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { cleanName } from '../../../../src/domain/tax/clean-name.ts';
import { checkRfc } from '../../../../src/domain/tax/validate-rfc.ts';
import { describeWithLists, readListCsv, readListJson } from '../../../support/data/lists-data.ts';

const TODAY = '2026-11-21';
/** How the SAT's lists write an RFC that must not be shown. */
const SUPPRESSED = 'XXXXXXXXXXXX';

type Entry = { rfc: string; name: string };

/** Each RFC of a list once, with the name that it stands beside first. */
function distinct(rows: string[][], [rfcColumn, nameColumn]: [number, number]): Entry[] {
  const byRfc = new Map<string, string>();
  for (const row of rows) {
    const [rfc, name] = [row[rfcColumn]?.trim() ?? '', row[nameColumn] ?? ''];
    if (rfc !== '' && rfc !== SUPPRESSED && !byRfc.has(rfc)) byRfc.set(rfc, name);
  }
  return [...byRfc].map(([rfc, name]) => ({ rfc, name }));
}

const check = (rfc: string) => checkRfc({ rfc, strict: false }, TODAY);

/** Whose check digit is wrong. */
function listWarned(list: readonly Entry[]): string[] {
  const rfcs = list.map((one) => one.rfc);
  return rfcs.filter((rfc) => check(rfc).warnings.includes('check_digit')).toSorted();
}

const rejected = (list: readonly Entry[]) => list.filter(({ rfc }) => !check(rfc).valid);

const companies = (list: readonly Entry[]) => list.filter(({ rfc }) => rfc.length === 12);

/** The share of entries whose name gives the letters, and whose name and date give the whole RFC. */
function sharesOf(entries: readonly Entry[], factsOf: (name: string) => object) {
  const found = entries.map(({ rfc, name }) => {
    const question = { rfc, strict: false, ...factsOf(name) };
    return checkRfc(question, TODAY).coherence;
  });
  const share = (isFit: (one: (typeof found)[number]) => boolean) =>
    found.filter(isFit).length / found.length;
  return {
    letters: share((one) => one.namePrefix === true),
    whole: share((one) => one.fullRfcMatch === true),
  };
}

const vectorsSchema = z.object({
  valid_with_check_digit: z.array(z.object({ rfc: z.string(), dv: z.string() })),
  special: z.record(z.string(), z.object({ kind: z.string(), calculated_dv: z.string() })),
  invalid: z.record(z.string(), z.string()),
  forbidden_words_4: z.array(z.string()),
  real_company_rfcs_with_bad_check_digit: z.object({
    '69B_2022_11': z.array(z.string()),
    exigibles_2024_09: z.array(z.string()),
  }),
});

describeWithLists('on the real lists of the SAT', () => {
  let list69b: Entry[] = [];
  let exigibles: Entry[] = [];
  let vectors: z.infer<typeof vectorsSchema>;

  beforeAll(() => {
    const rows = readListCsv('sat69b/Listado_Completo_69-B.2023-01.csv');
    list69b = distinct(rows.slice(3), [1, 2]);
    exigibles = distinct(readListCsv('sat69/Exigibles.csv').slice(1), [0, 1]);
    vectors = vectorsSchema.parse(readListJson('rfc/rfc_vectors.json'));
  });

  it('69-B has 12,508 RFCs: none is refused, 12,478 have their check digit and 30 another', () => {
    expect(list69b).toHaveLength(12_508);
    expect(rejected(list69b)).toEqual([]);
    const warned = listWarned(list69b);
    expect(warned).toHaveLength(30);
    const known = vectors.real_company_rfcs_with_bad_check_digit['69B_2022_11'];
    expect(warned.filter((rfc) => rfc.length === 12)).toEqual(known.toSorted());
    expect(check(SUPPRESSED)).toMatchObject({ valid: false, errors: ['format'] });
  });

  it('Exigibles has 5,219: none is refused, 5,188 have their check digit and 31 another', () => {
    expect(exigibles).toHaveLength(5_219);
    expect(rejected(exigibles)).toEqual([]);
    const warned = listWarned(exigibles);
    expect(warned).toHaveLength(31);
    const known = vectors.real_company_rfcs_with_bad_check_digit.exigibles_2024_09;
    expect(warned.filter((rfc) => rfc.length === 12)).toEqual(known.toSorted());
  });

  it('companies’ names give the letters of 95 and 92 in 100, and nine in ten RFCs of 69-B whole', () => {
    const shares = sharesOf(companies(list69b), (name) => ({ name }));
    expect(shares.letters).toBeGreaterThan(0.958);
    expect(shares.whole).toBeGreaterThan(0.915);
    const others = sharesOf(companies(exigibles), (name) => ({ name }));
    expect(others.letters).toBeGreaterThan(0.92);
  });

  it('people’s names give the letters of 97 in 100, and 94 whole RFCs', () => {
    // The list has one column for a name: of three or four words the first two are the surnames.
    const simple = list69b.filter(({ rfc, name }) => {
      const words = cleanName(name).split(' ');
      return rfc.length === 13 && /^[34]$/.test(String(words.length)) && !words.some(isParticle);
    });
    expect(simple.length).toBeGreaterThan(2_400);
    const shares = sharesOf(simple, (full) => {
      const [paternalSurname, maternalSurname, ...given] = cleanName(full).split(' ');
      return { paternalSurname, maternalSurname, name: given.join(' ') };
    });
    expect(shares.letters).toBeGreaterThan(0.975);
    expect(shares.whole).toBeGreaterThan(0.945);
  });

  it('every vector is as it says', () => {
    for (const { rfc, dv } of vectors.valid_with_check_digit)
      expect(check(rfc)).toMatchObject({
        valid: true,
        errors: [],
        checkDigit: { expected: dv, actual: dv, ok: true },
      });
    for (const [rfc, { kind }] of Object.entries(vectors.special))
      expect(check(rfc)).toMatchObject({ valid: true, kind: kind.toLowerCase(), warnings: [] });
    for (const [rfc, why] of Object.entries(vectors.invalid)) {
      const { errors, warnings } = check(rfc);
      expect([rfc, why, [...errors, ...warnings].join()]).toEqual([
        rfc,
        why,
        expect.stringMatching(/^(format|date|check_digit)/),
      ]);
    }
    for (const word of vectors.forbidden_words_4)
      expect(check(`${word}800113AA0`).forbiddenWord).toBe(true);
    expect(vectors.forbidden_words_4).toHaveLength(41);
  });
});

const PARTICLES = ['DE', 'LA', 'DEL', 'LOS', 'LAS', 'Y', 'SAN', 'MC', 'VON'];

function isParticle(word: string): boolean {
  return PARTICLES.includes(word);
}
