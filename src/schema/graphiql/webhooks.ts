import { type Example, makeExample } from './example.ts';

/** The tabs of GraphiQL about webhooks, from the first endpoint to its end; the demo service begins without one. */
export const WEBHOOK_EXAMPLES: readonly Example[] = [
  makeExample(
    `
# The secret is shown this once. With real addresses, messages come within two seconds.
mutation AddWebhookEndpoint($input: AddWebhookEndpointInput!) {
  addWebhookEndpoint(input: $input) {
    ... on AddWebhookEndpointPayload {
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
    {
      input: {
        url: 'https://hooks.example/kyc',
        eventTypes: ['BUSINESS_UPSERTED', 'BUSINESS_COMPLETED'],
      },
    },
  ),
  makeExample(`
# Where the service is told of events.
query WebhookEndpoints {
  webhookEndpoints {
    totalCount
    nodes {
      databaseId
      url
      eventTypes
      disabledReason
      failingSince
      failures
    }
  }
}
`),
  makeExample(
    `
# A message that tells of nothing.
mutation TestWebhookEndpoint($input: TestWebhookEndpointInput!) {
  testWebhookEndpoint(input: $input) {
    ... on TestWebhookEndpointPayload {
      delivery {
        databaseId
        messageId
        type
        state
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
# What became of the messages to one endpoint, the newest first.
query WebhookDeliveries($endpointId: SafeInt!) {
  webhookDeliveries(endpointId: $endpointId) {
    nodes {
      databaseId
      type
      state
      attempts
      lastStatus
      lastFault
      nextAttemptAt
    }
  }
}
`,
    { endpointId: 1 },
  ),
  makeExample(
    `
# Sends a message again, under the same id.
mutation RedeliverWebhook($input: RedeliverWebhookInput!) {
  redeliverWebhook(input: $input) {
    ... on RedeliverWebhookPayload {
      delivery {
        databaseId
        messageId
        type
        state
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
    { input: { deliveryId: 1 } },
  ),
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
