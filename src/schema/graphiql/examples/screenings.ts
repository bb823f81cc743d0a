import { createExample, type Example } from '../example.ts';

/** Examples of screenings and of the lists that subjects are screened against. */
export const SCREENING_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Screens a subject against all loaded lists, and stores the result.
mutation Screen($input: ScreenInput!) {
  screen(input: $input) {
    ... on ScreenPayload {
      screening {
        databaseId
        outcome
        lists {
          code
          asOf
          sourceSeenAt
          ageDays
          isStale
        }
        matches {
          score
          band
          matchedName
          entry {
            list
            key
            name
            status
          }
          explanation {
            feature
            query
            candidate
            effect
          }
        }
      }
    }
    ... on UserError {
      code
      message
    }
  }
}
`,
    {
      input: {
        person: { personType: 'LEGAL_ENTITY', name: 'Comercializadora Inbentada Estrella' },
      },
    },
  ),
  createExample(
    `
# Screenings of the service, newest first.
query Screenings($filter: ScreeningFilter) {
  screenings(first: 5, filter: $filter) {
    totalCount
    nodes {
      databaseId
      createdAt
      outcome
      trigger
      subject {
        name
        isMasked
      }
      matchesCount
      participant {
        databaseId
      }
    }
  }
}
`,
    { filter: { outcome: 'ALERT' } },
  ),
  createExample(
    `
# One screening, by the databaseId that Screen returns.
query Screening {
  screening(by: { databaseId: 1 }) {
    outcome
    asOf
    threshold
    matches {
      score
      personGroup
      entry {
        name
        pep {
          pepClass
          tenure
          countries
          offices {
            position
            from
            to
          }
        }
      }
    }
  }
}
`,
  ),
  createExample(
    `
# Lists of the gateway, with their age.
query WatchLists {
  watchLists {
    totalCount
    nodes {
      family
      authority
      state {
        code
        isLoaded
        asOf
        sourceSeenAt
        rows
        ageDays
        isStale
      }
    }
  }
}
`,
  ),
  createExample(
    `
# Entry of a list, with its earlier versions.
query ListEntry {
  listEntry(list: "sat69b", key: "CIE150318QX5") {
    entry {
      name
      names {
        name
        kind
      }
      identifiers {
        kind
        value
      }
      status
    }
    versions {
      status
      heldFrom
      heldUntil
    }
  }
}
`,
  ),
  createExample(
    `
# Deletes a screening of a subject that is not a participant. Other screenings are deleted with the participant.
mutation DeleteScreening {
  deleteScreening(input: { screeningId: 1 }) {
    ... on DeleteScreeningPayload {
      screeningId
    }
    ... on UserError {
      code
      message
    }
  }
}
`,
  ),
];
