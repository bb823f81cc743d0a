import { type Example, makeExample } from '../example.ts';

export const SCREENING_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# Looks for somebody in all lists that are loaded, and keeps what was found.
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
  makeExample(
    `
# What was looked for, the newest first.
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
  makeExample(
    `
# One of them, by the databaseId that Screen answers.
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
  makeExample(
    `
# Which lists there are, and how old they are.
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
  makeExample(
    `
# An entry of a list, and how it stood before.
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
  makeExample(
    `
# Only of somebody who was typed in: that of a participant goes with the participant.
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
