/** Which texts are tried as a config before they are read as a log. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyLane } from './configs/arbitrary.ts';
import { CannotPrintError, configProducts, printConfig, readConfig, type ConfigLane } from './configs/index.ts';
import { loadSystems, recogniseText } from './sim/index.ts';
import { openTestPlayground } from './store/testing.ts';
import { openText } from './views/files/openFile.ts';
import { opensAsConfig } from './views/files/opensAsConfig.ts';

await loadSystems();

const opens = (text: string): boolean => opensAsConfig(text, recogniseText(text));

it.each([
  'OK\n1339518083.107412 [0 127.0.0.1:60866] "CL.THROTTLE" "user123" "15" "30" "60" "1"\n',
  '1339518083.107412 [0 127.0.0.1:60866] "CL.THROTTLE" "user123" "15" "30" "60" "1"\n',
  '{"msg":"a","ratelimit":{"period":60,"requests_per_period":5}}\n{"msg":"b"}\n',
  '{"rateLimit":5,"burstLimit":10,"status":200}\n{"rateLimit":5,"burstLimit":10,"status":429}\n',
  'Started.\n{"limit-count":{"count":2,"time_window":60}}\n{"limit-count":{"count":2,"time_window":60}}\n',
  '[   12.345678] nft: limit rate over 10/second burst 5 packets drop\n[   12.345679] done\n',
  'Jan  5 10:00:00 host nft: limit rate over 10/second drop\nJan  5 10:00:01 host nft: done\n',
  '2026-01-05T10:00:00Z limit_req zone=api;\n2026-01-05T10:00:01Z limit_req zone=api;\n',
  'time,command\n1700000000,CL.THROTTLE user123 15 30 60 1\n1700000001,CL.THROTTLE user123 15 30 60 1\n',
  '{"log":{"entries":[{"text":"CL.THROTTLE user123 15 30 60 1"}]}}',
  'Summary:\n  limit_req zone=api;\n',
  '203.0.113.9 - - [10/Oct/2000:13:55:36 -0700] "GET /?limit_req zone=api HTTP/1.0" 200 2326\n',
  '',
])('a log is read as one: %j', (text) => expect(opens(text)).toBe(false));

it.each([
  'RateLimiter limiter = RateLimiter.create(5);\nlimiter.acquire();\n',
  'import rateLimit from "express-rate-limit";\nconst limiter = rateLimit({ windowMs: 1000, limit: 5 });\napp.use(limiter);\n',
  'a := rate.NewLimiter(5, 10)\nb := rate.NewLimiter(1, 2)\n',
  '{"result":{"modified_on":"2026-01-05T10:00:00Z","ratelimit":{"period":60,"requests_per_period":5}}}\n',
  '<policies>\n  <inbound>\n    <rate-limit calls="20" renewal-period="90" />\n  </inbound>\n</policies>\n',
])('code and a document in one line are tried as a config: %j', (text) => {
  expect(opens(text)).toBe(true);
  expect(readConfig(text).limits).not.toEqual([]);
});

it.each([
  ['client_ip,path,rate_limit,timestamp\na,/x,5,1700000000\nb,/x,5,1700000001\n', 'log'],
  ['ip,fill_interval,ts\na,5,1700000000\nb,5,1700000001\n', 'log'],
  // The braces of an address are no valid YAML, which is no reason to keep the table from being read.
  ['rate_limit,path,ts\n5,average: {a: {b,1700000000\n5,/x,1700000001\n', 'log'],
  ['at=info fill_interval=5 t=1700000000\nat=info path=/x t=1700000001\n', 'log'],
  ['fill_interval and no more', 'config'],
  ['stick-table type ip size 1m store http_req_rate(10s)\nhttp-request track-sc0 src\n', 'config'],
  ['data "aws_usage_plan" "a" {\n  burst_limit = rate_limit = 5\n}\n', 'config'],
])('what has a product’s word and no limit that is read: %j, a %s', async (text, opened) => {
  const { store, actions } = await openTestPlayground({ lanes: [{ limiter: 'gcra' }] });
  await openText(store, actions, text);
  const { dialog, drawer } = store.getState();
  const isConfig = drawer === 'config';
  expect({ dialog: dialog?.name ?? null, isConfig }).toEqual(
    opened === 'log' ? { dialog: 'log', isConfig: false } : { dialog: null, isConfig: true },
  );
});

it.each(configProducts.map(({ id }) => id))('what the Config tab prints is tried as one: %s', (id) => {
  let said = 0;
  fc.assert(
    fc.property(anyLane(id), (lane) => {
      const text = printed(id, lane);
      if (text === null) return;
      said++;
      expect({ text, opens: opens(text) }).toEqual({ text, opens: true });
    }),
    { numRuns: 60 },
  );
  expect(said).toBeGreaterThan(0);
});

function printed(id: string, lane: ConfigLane): string | null {
  try {
    return printConfig(id, lane).text;
  } catch (error) {
    if (error instanceof CannotPrintError) return null;
    throw error;
  }
}
