/**
 * Script that starts Swagger UI in the browser, with the demo's credentials when the page has them. Credentials are not
 * stored.
 */
export const START_SCRIPT = `'use strict';
document.addEventListener('DOMContentLoaded', () => {
  const demo = JSON.parse(document.getElementById('demo').textContent);
  const authorize = () => {
    if (demo.authorization === undefined) return;
    ui.preauthorizeApiKey('bearer', demo.authorization.replace('Bearer ', ''));
    ui.preauthorizeApiKey('apiKey', demo['x-api-key']);
    ui.preauthorizeApiKey('service', demo.service);
  };
  const ui = SwaggerUIBundle({
    onComplete: authorize,
    url: document.getElementById('swagger-ui').dataset.url,
    domNode: document.getElementById('swagger-ui'),
    validatorUrl: null,
    persistAuthorization: false,
    queryConfigEnabled: false,
    deepLinking: true,
    docExpansion: 'list',
    displayRequestDuration: true,
    tryItOutEnabled: true,
  });
});
`;
