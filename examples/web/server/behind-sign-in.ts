import type { Connect, Plugin } from 'vite';
import { proxyToGateway } from './gateway-proxy.ts';
import type { Settings } from './settings.ts';
import { createSignIn, SIGN_IN_PATH } from './sign-in.ts';

/** The server side of the page: a sign-in of its own, and the gateway behind the page's origin, so that no CORS is needed. */
export function behindSignIn({ gateway, users }: Settings): Plugin {
  const signIn = createSignIn(gateway, users);
  const use = ({ middlewares }: { middlewares: Connect.Server }): void => {
    middlewares.use(SIGN_IN_PATH, (request, response) => void signIn(request, response));
  };
  const proxy = proxyToGateway(gateway);
  return {
    name: 'behind-sign-in',
    config: () => ({ server: { proxy }, preview: { proxy } }),
    configureServer: use,
    configurePreviewServer: use,
  };
}
