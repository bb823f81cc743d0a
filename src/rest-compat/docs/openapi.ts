import { ROUTES } from '../routes.ts';
import { TAGS } from '../tags.ts';
import { createComponents } from './components.ts';
import { describeOperation } from './operation.ts';

/** The OpenAPI 3.1 description of the v4 interface, made of the same schemas that check and type it. */
export function describeApi(): object {
  const components = createComponents();
  const byPath = Object.groupBy(ROUTES, (route) => route.path);
  const paths = Object.fromEntries(
    Object.entries(byPath).map(([path, routes = []]) => [
      path,
      Object.fromEntries(
        routes.map((one) => [one.method.toLowerCase(), describeOperation(one, components)]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The gateway that this was loaded from' }],
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

- **Three headers** on most requests: \`Authorization: Bearer …\`, \`x-api-key\`, \`service\`.
- **An answer** is \`{ data, message, success }\`; \`success\` is true exactly when what was asked for was done. A failure adds \`code_message\`.
- **HEAD** is answered wherever GET is, with the same headers and no body; **OPTIONS** tells the methods of a path.
- **One slash** at the end of a path is forgiven.

Where the v4 document is silent, the decisions of docs/v4-contract.md hold.`,
  contact: { name: 'The operator of this gateway' },
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};
