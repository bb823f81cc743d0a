import { type Example, makeExample } from '../example.ts';

/** What changes the endpoint of the examples before them in GraphiQL; the last removes it. */
export const WEBHOOK_CHANGE_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# Sends nothing; what waits is kept for 7 days.
mutation DisableWebhookEndpoint($input: DisableWebhookEndpointInput!) {
  disableWebhookEndpoint(input: $input) {
    ... on DisableWebhookEndpointPayload {
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
  makeExample(
    `
# Goes on from where it stopped.
mutation EnableWebhookEndpoint($input: EnableWebhookEndpointInput!) {
  enableWebhookEndpoint(input: $input) {
    ... on EnableWebhookEndpointPayload {
      missedEvents
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
  makeExample(
    `
# For 24 hours messages are signed with both secrets.
mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
  rotateWebhookSecret(input: $input) {
    ... on RotateWebhookSecretPayload {
      secret
      endpoint {
        databaseId
        url
        eventTypes
        disabledReason
      }
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1, overlapHours: 24 } },
  ),
  makeExample(
    `
# With its secrets and deliveries.
mutation RemoveWebhookEndpoint($input: RemoveWebhookEndpointInput!) {
  removeWebhookEndpoint(input: $input) {
    ... on RemoveWebhookEndpointPayload {
      endpointId
    }
    ... on UserError {
      __typename
      code
      message
    }
  }
}
`,
    { input: { endpointId: 1 } },
  ),
];
