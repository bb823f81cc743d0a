import type { ListName } from '../../../src/domain/lists/list-entry.ts';
import type { Effect, ExplanationItem } from '../../../src/domain/screening/parties/explanation.ts';
import type {
  ScreenedList,
  Screening,
  ScreeningMatch,
} from '../../../src/domain/screening/screening.ts';

/** Everybody here is invented. */
const LIST: ScreenedList = {
  code: 'ofac-sdn',
  title: 'Specially Designated Nationals',
  isLoaded: true,
  asOf: '2026-05-31',
  asOfOrigin: 'file',
  sourceSeenAt: null,
  sha256: 'a1b2c3d4'.repeat(8),
  rows: 8976,
  ageDays: 3,
  isStale: false,
};

export const NOT_LOADED: ScreenedList = {
  code: 'un-sc',
  title: 'Security Council consolidated list',
  isLoaded: false,
  asOf: null,
  asOfOrigin: null,
  sourceSeenAt: null,
  sha256: null,
  rows: null,
  ageDays: null,
  isStale: null,
};

const OTHER_SCRIPTS: ListName[] = [
  { name: 'Иван Петрович Сидоренко-Вымышленный', kind: 'original' },
  { name: 'عبد الرحمن بن وهمي (أبو خالد) 1971', kind: 'original' },
  { name: 'Ιωάννης Φανταστικός', kind: 'aka' },
  { name: '虚构 习近 Ltd', kind: 'original' },
];

export function inventMatch(differences: Partial<ScreeningMatch> = {}): ScreeningMatch {
  return {
    entry: {
      source: 'ofac-sdn',
      entryKey: '990001',
      entryId: 17,
      contentHash: 'c0'.repeat(32),
      matterHash: 'd0'.repeat(32),
      partyType: 'natural',
      name: 'PEÑALOZA ÑÁÑEZ, Inventado Ángel',
      names: [
        { name: 'PEÑALOZA ÑÁÑEZ, Inventado Ángel', kind: 'primary' },
        { name: 'El Ficticio', kind: 'weak' },
        ...OTHER_SCRIPTS,
      ],
      identifiers: [
        { kind: 'rfc', value: 'PENI710101AB1', country: 'Mexico' },
        { kind: 'passport', value: 'X0000001', country: 'Mexico' },
      ],
      status: null,
      programs: ['SDNTK', 'ILLICIT-DRUGS-EO14059'],
      birthDates: ['1971-01-01'],
      countries: ['Mexico'],
      details: { remarks: 'DOB 01 Jan 1971; POB Culiacán; nationality Mexico; Gender Male.' },
      validFrom: '2021-07-01',
      validTo: null,
    },
    score: 0.953,
    band: 'name_plus_dob',
    matchedName: 'PENALOZA NANEZ INVENTADO ANGEL',
    items: [
      word(['PENALOZA', 'PENALOZA'], 1),
      word(['NANES', 'NANEZ'], 0.96, 'sound'),
      { ...word(['', 'ANGEL'], 0, 'extra word in list name'), query: null },
      {
        feature: 'birth',
        query: '1971-01-01',
        candidate: '1971-01-01',
        score: 1,
        weight: 1,
        effect: 'supports',
      },
    ],
    ...differences,
  };
}

function word(
  [query, candidate]: [string, string],
  score: number,
  effect: Effect = 'same',
): ExplanationItem {
  return { feature: 'word', query, candidate, score, weight: 0.912, effect };
}

export function inventScreening({
  matches = [inventMatch()],
  ...differences
}: Partial<Screening> = {}): Screening {
  return {
    id: 4711,
    participantId: null,
    trigger: 'asked',
    subject: {
      partyType: 'natural',
      name: 'Inventado Peñaloza Ñánes',
      rfc: 'PENI710101AB1',
      curp: null,
      passport: null,
      birthDate: '1971-01-01',
      country: 'MX',
    },
    lists: [
      LIST,
      { ...LIST, code: 'ofac-cons', title: 'Consolidated (non-SDN)', isStale: true, ageDays: 44 },
    ],
    asOf: '2026-06-03',
    threshold: 0.85,
    outcome: 'alert',
    matches,
    matchesCount: matches.length,
    userId: 1,
    createdAt: new Date('2026-06-03T10:11:12.345Z'),
    ...differences,
  };
}
