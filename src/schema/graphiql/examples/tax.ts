import { type Example, makeExample } from '../example.ts';

/** The tabs of GraphiQL that look at tax ids; the people are made up. */
export const TAX_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# What the form of an RFC tells, and whether it fits the name, the date and the CURP. The registry of the SAT is not
# consulted. A wrong one is an answer too: valid is false, and errors say why.
# v4: POST /api/v4/rfc/validate
query Rfc($input: ValidateRfcInput!) {
  validateRfc(input: $input) {
    normalized
    kind
    date
    checkDigit {
      expected
      ok
    }
    coherence {
      namePrefix
      fullRfcMatch
      dateMatch
      curpDateMatch
    }
    errors
    warnings
    valid
  }
}
`,
    {
      input: {
        rfc: 'rile-850307-b61',
        name: 'Elena',
        paternalSurname: 'Ríos',
        maternalSurname: 'Luna',
        birthOrConstitutionDate: '1985-03-07',
        curp: 'RILE850307MDFSNL04',
      },
    },
  ),
  makeExample(
    `
# Up to 5000 at once, answered in their order.
query ValidateRfcs($inputs: [ValidateRfcInput!]!) {
  validateRfcs(inputs: $inputs) {
    rfc
    kind
    valid
    errors
    warnings
  }
}
`,
    { inputs: [{ rfc: 'EKU9003173C9' }, { rfc: 'XAXX010101000' }, { rfc: 'AAAA010229AAA' }] },
  ),
  makeExample(
    `
# What the form of a CURP tells. No registry is consulted.
query ValidateCurp($input: ValidateCurpInput!) {
  validateCurp(input: $input) {
    normalized
    birthDate
    sex
    state
    errors
    warnings
    valid
  }
}
`,
    { input: { curp: 'RILE850307MDFSNL04' } },
  ),
];
