import { ROUTES } from '../routes.ts';
import { TAGS } from '../tags.ts';
import { createComponents } from './components.ts';
import { describeOperation } from './operation.ts';

/** Returns the OpenAPI 3.1 document of the v4 interface, generated from the schemas that validate requests. */
export function describeApi(): object {
  const components = createComponents();
  const byPath = Object.groupBy(ROUTES, (route) => route.path);
  const paths = Object.fromEntries(
    Object.entries(byPath).map(([path, routes = []]) => [
      path,
      Object.fromEntries(
        routes.map((route) => [route.method.toLowerCase(), describeOperation(route, components)]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'Gateway that serves this document.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ bearer: [], apiKey: [], service: [] }],
    paths,
    components: components.list(),
  };
}

const INFO = {
  title: 'Participant interface',
  version: 'v4',
  description: `Identity and compliance workflows over HTTP/JSON.

- **Three headers** are required by most requests: \`Authorization: Bearer <token>\`, \`x-api-key\`, \`service\`.
- **A JSON response** is \`{ data, message, success }\`. \`success\` is true exactly when the request was carried out. A failure adds \`code_message\`.
- **HEAD** is supported for every GET path and returns the same headers without a body. **OPTIONS** returns the methods of a path.
- **One trailing slash** of a path is ignored.

Decisions on points that the v4 document does not specify are in docs/guide/v4.md.`,
  contact: { name: 'Operator of this gateway' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};
