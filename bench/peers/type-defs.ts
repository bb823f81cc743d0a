/** The part of the gateway's schema that the measured operations use. */
export const typeDefs = `
  scalar SafeInt
  enum PersonType { NATURAL_PERSON LEGAL_ENTITY }
  input BusinessLookup { databaseId: SafeInt }
  type Query {
    business(by: BusinessLookup!): Business
    businesses(first: Int, after: String): BusinessConnection!
  }
  type BusinessConnection { nodes: [Business!]! pageInfo: PageInfo! }
  type PageInfo { endCursor: String }
  type Business {
    databaseId: SafeInt!
    externalId: SafeInt!
    code: String!
    name: String
    responsibleUser: ResponsibleUser
    participants(first: Int): ParticipantConnection!
  }
  type ResponsibleUser {
    givenName: String!
    paternalSurname: String
    maternalSurname: String
    email: String
  }
  type ParticipantConnection { nodes: [Participant!]! }
  type Participant {
    databaseId: SafeInt!
    externalPersonId: SafeInt!
    personType: PersonType!
    name: String!
    paternalSurname: String
    maternalSurname: String
    email: String
    phone: PhoneNumber
    registrationMode: String!
    hasPendingMatches: Boolean!
    roles: [String!]!
    documents: [RequestedDocument!]!
  }
  type PhoneNumber { countryCode: String number: String }
  type RequestedDocument { typeCode: String! downloadId: SafeInt }
`;
