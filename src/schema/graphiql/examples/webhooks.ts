import { createExample, type Example } from '../example.ts';

/** Selection of the errors of a mutation. */
const USER_ERROR = `    ... on UserError {
      __typename
      code
      message
    }`;

/** Examples of webhooks, starting with the first endpoint. The demo service starts without one. */
export const WEBHOOK_EXAMPLES: readonly Example[] = [
  createExample(
    `
# Creates an endpoint. The secret is returned only once. Messages arrive within two seconds.
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
${USER_ERROR}
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
  createExample(`
# Webhook endpoints of the service.
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
  createExample(
    `
# Sends a test message to an endpoint.
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
${USER_ERROR}
  }
}
`,
    { input: { endpointId: 1 } },
  ),
  createExample(
    `
# Deliveries to one endpoint, newest first.
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
  createExample(
    `
# Sends a delivery again, with the same message id.
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
${USER_ERROR}
  }
}
`,
    { input: { deliveryId: 1 } },
  ),
];
