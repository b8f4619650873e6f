import { afterEach, expect, it, vi } from 'vitest';
import { ENVIRONMENT } from './testing.ts';

const FORBIDDEN =
  /^Scripts run in WebAssembly, and it is switched off here, by the browser or by a policy of this page\. /;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it.each([
  ['missing', undefined],
  [
    'forbidden by a policy',
    {
      ...WebAssembly,
      Memory: WebAssembly.Memory,
      compile: () => Promise.reject(new EvalError('Refused to create a WebAssembly object.')),
    },
  ],
])('a script says so where WebAssembly is %s, and runs when it is there again', async (_, found) => {
  const { loadSandbox } = await import('./index.ts');
  vi.stubGlobal('WebAssembly', found);
  const without = await loadSandbox();
  expect(() => without.start('send(1)', ENVIRONMENT)).toThrow(FORBIDDEN);
  vi.unstubAllGlobals();
  const script = (await loadSandbox()).start('send(1)', ENVIRONMENT);
  expect(script.sent.at).toHaveLength(1);
  script.close();
});
