import { createExample, type Example } from '../example.ts';

/** Examples of look-ups in lists, of fictitious taxpayers. */
export const LIST_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Looks up an RFC in the lists that the SAT publishes under article 69 of the CFF. isListed is false only when all
# lists are loaded.
# v4: POST /api/v4/blacklist/sat69
query Sat69($input: LookUpRfcInput!) {
  sat69(input: $input) {
    rfc
    isListed
    entries {
      list
      supposition
      name
      state
      publishedOn
      amount
      cancelledOn
    }
    checked {
      code
      isLoaded
      asOf
      sourceSeenAt
      asOfOrigin
      rows
      ageDays
      isStale
    }
  }
}
`,
    { input: { rfc: 'CIE150318QX5' } },
  ),
  createExample(
    `
# Taxpayers with a similar name. A look-up by name never shows that a taxpayer is absent from the lists; a look-up
# by RFC does.
# v4: POST /api/v4/blacklist/sat69
query Sat69ByName($input: LookUpRfcInput!) {
  sat69(input: $input) {
    isListed
    candidatesCount
    candidates {
      list
      rfc
      name
      score
      band
      explanation {
        query
        candidate
        score
        effect
      }
    }
  }
}
`,
    { input: { name: 'Inventada Estrela Comercializadora', personType: 'LEGAL_ENTITY' } },
  ),
  createExample(
    `
# Looks up an RFC in the lists of articles 69-B and 69-B Bis of the CFF, with publications and earlier versions.
# v4: POST /api/v4/blacklist/sat69b
query Sat69b($input: LookUpRfcInput!) {
  sat69b(input: $input) {
    rfc
    isListed
    verdict
    isAdverse
    isMixed
    rows {
      list
      standing
      name
      otherNames {
        name
        kind
      }
      note
      notices {
        stage
        channel
        office
        publishedOn
      }
    }
    timeline {
      standing
      heldFrom
      heldUntil
    }
    checked {
      code
      isLoaded
      asOf
      sourceSeenAt
      ageDays
      isStale
    }
  }
}
`,
    { input: { rfc: 'CIE150318QX5' } },
  ),
  createExample(
    `
# Looks up at most 5000 RFCs in one request. The results have the order of the input.
query Sat69Batch($rfcs: [String!]!) {
  sat69Batch(rfcs: $rfcs) {
    rfc
    isListed
    entries {
      list
      supposition
    }
  }
}
`,
    { rfcs: ['CIE150318QX5', 'EKU9003173C9'] },
  ),
  createExample(
    `
# Looks up at most 5000 RFCs in one request, in the lists as of a past date.
query Sat69bBatch($rfcs: [String!]!, $asOf: Date) {
  sat69bBatch(rfcs: $rfcs, asOf: $asOf) {
    rfc
    isListed
    verdict
    isAdverse
  }
}
`,
    { rfcs: ['CIE150318QX5', 'GLS990712HJ5', 'EKU9003173C9'], asOf: '2024-12-01' },
  ),
];
