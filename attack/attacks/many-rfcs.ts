import type { Attack } from '../attack.ts';
import { repeatFor, repeatOperation } from '../graphql.ts';

export const RFC_QUERY =
  'query($i:[ValidateRfcInput!]!){validateRfcs(inputs:$i){rfc normalized valid possibleDates errors warnings checkDigit{expected actual ok} coherence{namePrefix fullRfcMatch}}}';

const SECONDS = 20;

export const manyRfcs: Attack[] = [
  {
    name: 'many-rfcs',
    sends: '8 queries at once of 5,000 RFCs with the names of their persons',
    run: async (target) =>
      await repeatOperation(
        target,
        { query: RFC_QUERY, variables: { i: rfcInputs(5000) } },
        { count: 8, width: 8 },
      ),
  },
  {
    name: 'rfcs-on-end',
    sends: `5,000 RFCs with the names of their persons over and over, 16 at once, for ${SECONDS} s, heap of 512 MB`,
    heapMb: 512,
    run: async (target) =>
      await repeatFor(
        target,
        { query: RFC_QUERY, variables: { i: rfcInputs(5000) } },
        { seconds: SECONDS, width: 16 },
      ),
  },
  {
    name: 'too-many-rfcs',
    sends: '8 queries at once of 20,000 RFCs, of which 5,000 may be asked for',
    run: async (target) =>
      await repeatOperation(
        target,
        {
          query: RFC_QUERY,
          variables: { i: Array.from({ length: 20_000 }, () => ({ rfc: 'AICR850612AB1' })) },
        },
        { count: 8, width: 8 },
      ),
  },
];

export function rfcInputs(count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({
    rfc: `AICR85061${n % 10}AB1`,
    name: 'Rodrigo',
    paternalSurname: 'Altamirano',
    maternalSurname: 'Cisneros',
    birthOrConstitutionDate: '1985-06-12',
  }));
}
