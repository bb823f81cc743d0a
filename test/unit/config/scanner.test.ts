import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

it('whoever says that every file must be scanned says what scans it', () => {
  expect(() => loadConfig({ FILE_SCAN: 'required' })).toThrow(
    /Invalid environment: CLAMD_SOCKET: /,
  );
  const CLAMD_SOCKET = '/run/clamd.sock';
  expect(loadConfig({ FILE_SCAN: 'required', CLAMD_SOCKET }).files.scan).toBe('required');
  expect(loadConfig({ CLAMD_SOCKET }).files.scan).toBe('required');
  expect(loadConfig({ FILE_SCAN: 'optional' }).files.clamdSocket).toBeUndefined();
});
