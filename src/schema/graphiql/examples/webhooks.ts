import { type Example, makeExample } from '../example.ts';

const FAILURE = `    ... on UserError {
      __typename
      code
      message
    }`;

/** Webhooks in GraphiQL's tab of events, from the first endpoint on; the demo service begins without one. */
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
${FAILURE}
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
${FAILURE}
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
${FAILURE}
  }
}
`,
    { input: { deliveryId: 1 } },
  ),
];
