import { createExample, type Example } from '../example.ts';

/** Examples of validating tax ids, of fictitious persons. */
export const TAX_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Validates the format of an RFC, and its consistency with name, date and CURP. The registry of the SAT is not
# consulted. An invalid RFC is a result too: valid is false, and errors has the reasons.
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
  createExample(
    `
# Validates at most 5000 RFCs in one request. The results have the order of the input.
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
  createExample(
    `
# Validates the format of a CURP. No registry is consulted.
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
