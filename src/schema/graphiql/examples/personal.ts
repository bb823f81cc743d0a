import { createExample, type Example } from '../example.ts';

/** Example that reads personal information, ready to run on the demo data. */
export const PERSONAL_EXAMPLE: Example = createExample(
  `
# Personal information of a participant. Without scope PERSONAL_READ it is masked. With it, every read
# is recorded in the audit trail. v4: GET /api/v4/fiduciary/participant/detail
query PersonalInformation($databaseId: SafeInt!) {
  participant(by: { databaseId: $databaseId }) {
    name
    paternalSurname
    personalInformation {
      isMasked
      rfc
      curp
      birthOrConstitutionDate
      nationality
      countryOfBirth
      civilStatus
      economicActivity
      address {
        street
        exteriorNumber
        interiorNumber
        neighborhood
        municipality
        city
        state
        postalCode
        country
      }
    }
  }
}
`,
  { databaseId: 2 },
);
