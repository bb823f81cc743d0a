import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { behindSignIn } from './server/behind-sign-in.ts';
import { readSettings } from './server/settings.ts';

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  // The table of countries is the gateway's own.
  const allow = ['.', '../../src/domain/countries', '../../node_modules/i18n-iso-countries'];
  return { plugins: [react(), behindSignIn(readSettings(env))], server: { fs: { allow } } };
});
