/** The script that starts Swagger UI in the browser; credentials are forgotten with the page. */
export const START_SCRIPT = `'use strict';
document.addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({
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
