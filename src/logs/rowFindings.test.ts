/** What is said where no field seems to name the client. */
import { describe, expect, it } from 'vitest';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';

const SENTENCE =
  'No field has a name that is known for the client’s: unless you choose a key, all requests count as one client’s.';

async function said(text: string): Promise<readonly string[]> {
  const { findings } = await readLog([sourceOf('a.log', text)]);
  return findings.filter(({ kind }) => kind === 'no-client').map(({ sentence }) => sentence);
}

describe('that all requests count as one client’s', () => {
  it.each([
    ['CSV', 'time,visitor,status\n2026-03-28T13:00:00Z,a,200\n', [SENTENCE]],
    ['JSON lines', '{"ts":1774702800,"status":200}\n', [SENTENCE]],
    ['logfmt', 'ts=2026-03-28T13:00:00Z level=info msg=a status=200\n', [SENTENCE]],
    ['with an address', '{"ts":1774702800,"ip":"::1"}\n', []],
    ['with a user', '{"ts":1774702800,"user":"ada"}\n', []],
    ['with an address that no request has', '{"ts":1774702800,"ip":""}\n', [SENTENCE]],
    ['of a load generator, which is one', '1774702800000000000,200,1000,0,0,,AAAA,,0,GET,http://a/,\n', []],
  ])('%s', async (_, text, sentences) => {
    expect(await said(text)).toEqual(sentences);
  });
});
