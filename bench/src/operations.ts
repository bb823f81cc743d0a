/** What is asked of a business: everything that the v4 interface answers of it. */
const BUSINESS_FIELDS = `
  databaseId externalId code name
  responsibleUser { givenName paternalSurname maternalSurname email }
  participants(first: 20) {
    nodes {
      databaseId externalPersonId personType name paternalSurname maternalSurname email
      phone { countryCode number } registrationMode hasPendingMatches roles
      documents { typeCode downloadId }
    }
  }`;

/** Variables: `databaseId`. */
export const BUSINESS_DETAIL = `query BusinessDetail($databaseId: SafeInt!) {
  business(by: { databaseId: $databaseId }) {${BUSINESS_FIELDS}
  }
}`;

/** Variables: `first`, `after`; newest first. */
export const BUSINESS_LIST = `query BusinessList($first: Int!, $after: String) {
  businesses(first: $first, after: $after) { nodes {${BUSINESS_FIELDS}
  } }
}`;

/** The same in the words of the schema that PostGraphile makes of the tables. */
const POSTGRAPHILE_FIELDS = `
  databaseId: rowId externalId code name
  responsibleUser: userByServiceIdAndResponsibleUserId {
    givenName paternalSurname maternalSurname email
  }
  participants: participantsByServiceIdAndBusinessId(first: 20, orderBy: PRIMARY_KEY_ASC) {
    nodes {
      databaseId: rowId person: personByServiceIdAndPersonId { externalId } personType name
      paternalSurname maternalSurname email phoneCountryCode phoneNumber registrationMode
      hasPendingMatches roles
      documents: documentsByServiceIdAndParticipantId(orderBy: POSITION_ASC) {
        nodes { typeCode fileId }
      }
    }
  }`;

export const POSTGRAPHILE_DETAIL = `query BusinessDetail($databaseId: BigInt!) {
  business: businessByServiceIdAndRowId(serviceId: 1, rowId: $databaseId) {${POSTGRAPHILE_FIELDS}
  }
}`;

export const POSTGRAPHILE_LIST = `query BusinessList($first: Int!, $after: Cursor) {
  businesses: allBusinesses(
    first: $first, after: $after, condition: { serviceId: 1 }
    orderBy: [CREATED_AT_DESC, ROW_ID_DESC]
  ) { nodes {${POSTGRAPHILE_FIELDS}
  } }
}`;

/** Query that walks the list: the cursor of each page is the start of the next. */
export const CURSOR_WALK = `query CursorWalk($first: Int!, $after: String) {
  businesses(first: $first, after: $after) { pageInfo { endCursor } }
}`;

export const POSTGRAPHILE_CURSOR_WALK = `query CursorWalk($first: Int!, $after: Cursor) {
  businesses: allBusinesses(
    first: $first, after: $after, condition: { serviceId: 1 }
    orderBy: [CREATED_AT_DESC, ROW_ID_DESC]
  ) { pageInfo { endCursor } }
}`;

/** Variables: `input`. */
export const UPSERT_BUSINESS = `mutation UpsertBusiness($input: UpsertBusinessInput!) {
  upsertBusiness(input: $input) {
    __typename
    ... on UpsertBusinessPayload { business { databaseId version } }
    ... on UserError { message }
  }
}`;
