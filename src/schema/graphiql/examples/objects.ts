import { encodeGlobalId } from '../../../domain/shared/global-id.ts';
import { createExample, type Example } from '../example.ts';

/** Examples that read single objects. */
export const OBJECT_EXAMPLES: readonly Example[] = [
  createExample(
    `
# One participant by its databaseId, with its business.
# v4: an element of participantes
query Participant($by: ParticipantLookup!) {
  participant(by: $by) {
    id
    personType
    name
    legalActFolio
    documents {
      id
      typeCode
      downloadId
    }
    business {
      databaseId
      name
    }
  }
}
`,
    { by: { databaseId: 1 } },
  ),
  createExample(
    `
# Object of any type by its global id.
query Node($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Business {
      databaseId
      code
    }
    ... on Participant {
      databaseId
      personType
      business {
        databaseId
      }
    }
    ... on RequestedDocument {
      typeCode
      isAvailable
      isExternal
    }
    ... on DeletionReceipt {
      deleteMode
      completedAt
    }
  }
}
`,
    { id: encodeGlobalId('Business', 1) },
  ),
  createExample(
    `
# Objects of any types by their global ids, in the order of the ids. Null for an id that does not exist.
query Nodes($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Business {
      code
    }
    ... on Participant {
      name
    }
  }
}
`,
    { ids: [encodeGlobalId('Participant', 2), encodeGlobalId('Business', 1)] },
  ),
  createExample(
    `
# Receipt of a past deletion, by the id that completeBusiness returned. Null when it does not exist.
query DeletionReceipt($id: ID!) {
  deletionReceipt(id: $id) {
    businessDatabaseId
    deleteMode
    deletedParticipantCount
    deletedDocumentCount
    deletedMatchCount
    deletedScreeningCount
    deletedReportCount
    businessDeleted
    completedAt
    digest
  }
}
`,
    { id: encodeGlobalId('DeletionReceipt', 1) },
  ),
];
