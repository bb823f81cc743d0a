import { type Example, makeExample } from '../example.ts';

/** A query of personal information, ready to run on the demo data. */
export const PERSONAL_EXAMPLE: Example = makeExample(
  `
# What is captured of a person besides names. Without the scope PERSONAL_READ it is masked; with it, every reading
# is recorded. v4: GET /api/v4/fiduciary/participant/detail?id=…
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
