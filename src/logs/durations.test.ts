/** In which unit a log has its durations, and what is said of those that cannot be read. */
import { describe, expect, it } from 'vitest';
import { microsIn, unitOf } from './durations.ts';
import { sourceOf } from './goldenLogs.testing.ts';
import { readLog } from './readLog.ts';
import { arrivalsOf } from './recordingOf.ts';

const END = Date.UTC(2026, 2, 28, 13) * 1_000;
const STAMP = '2026-03-28T13:00:00.000Z';
const table = (name: string, ...values: readonly string[]) =>
  readLog([sourceOf('a.csv', `time,${name}\n${values.map((value) => `${STAMP},"${value}"\n`).join('')}`)]);
const json = (record: object) => readLog([sourceOf('a.json', `${JSON.stringify(record)}\n`)]);
const said = ({ findings }: Awaited<ReturnType<typeof readLog>>) =>
  findings.filter(({ kind }) => kind === 'duration').map(({ sentence }) => sentence);

it.each([
  ['0.012', 1e6, 12_000],
  ['12', 1e3, 12_000],
  ['1,234', 1e3, 1_234_000],
  ['0.012s', 1e3, 12_000],
  ['12 ms', 1e6, 12_000],
  ['7µs', 1e6, 7],
  ['7us', 1e6, 7],
  ['7000ns', 1e6, 7],
  ['-', 1e6, 0],
  ['', 1e6, 0],
  [undefined, 1e6, 0],
  ['fast', 1e6, NaN],
  ['-1', 1e6, NaN],
  ['00:00:01', 1e6, NaN],
])('“%s” in a column of %s µs takes %s µs', (text, perUnit, micros) => {
  const found = microsIn(text, perUnit);
  expect(Number.isNaN(found) ? NaN : Math.round(found)).toBe(micros);
});

it.each([
  [['12', '1.5'], 's'],
  [['12', '1500'], 'ms'],
  [['1500us', '1.5'], 'µs'],
  [['12', '3600000'], 'ms'],
  [['12', '3600001'], null],
  [['12', '60001'], 'ms'],
  [['12', '60001', '60001'], null],
  [['0.2', '58.33', '8.1'], 's'],
  [['0.2', '58.33', '15.1'], 'ms'],
])('without a name for it, the unit of %j is %s', (values, unit) => expect(unitOf(values)).toBe(unit));

describe('durations in ns', () => {
  const times = { '@timestamp': STAMP };
  it.each([
    ['Datadog’s', { Date: STAMP, '@duration': 43_000_000 }],
    ['a duration among Datadog’s attributes', { date: STAMP, duration: 43_000_000, '@http.status_code': 200 }],
    ['that of the Elastic Common Schema', { ...times, event: { duration: 43_000_000 } }],
  ])('are %s', async (_, record) => {
    const log = await json(record);
    expect([log.mapping.durationUnit, arrivalsOf(log)[0]]).toEqual(['ns', END - 43_000]);
  });

  it.each([
    ['Lograge writes ms', { ...times, controller: 'A', action: 'show', duration: 5.33 }, 'duration', 'ms', 5_330],
    ['GitLab, too', { ...times, path: '/', duration: 5.33, db: 1.2, view: 3.1 }, 'duration', 'ms', 5_330],
    ['Echo ns', { ...times, latency: 43_000, latency_human: '43µs' }, 'latency', 'ns', 43],
    [
      'Azure’s application gateway s',
      { ...times, properties: { timeTaken: 0.25 } },
      'properties.timeTaken',
      's',
      250_000,
    ],
    ['and of version 1 ms', { ...times, properties: { timeTaken: 205 } }, 'properties.timeTaken', 'ms', 205_000],
  ])('others are known by what is beside them: %s', async (_, record, duration, durationUnit, taken) => {
    const log = await json(record);
    expect(log.mapping).toMatchObject({ duration, durationUnit });
    expect(arrivalsOf(log)[0]).toBe(END - taken);
  });

  it('API Gateway’s requestTime is none: it is the time', async () => {
    const log = await json({ requestTime: '28/Mar/2026:13:00:00 +0000', ip: '::1' });
    expect([log.mapping.duration, arrivalsOf(log)[0], said(log)]).toEqual([null, END, []]);
  });

  it('are not those of Logstash, which has names with @ too', async () => {
    const { mapping } = await json({ ...times, '@version': '1', duration: 43 });
    expect([mapping.duration, mapping.durationUnit]).toEqual(['duration', 'ms']);
  });
});

describe('what is said of durations', () => {
  it('nothing where all are read', async () => {
    const log = await json({ timestamp: STAMP, httpRequest: { latency: '0.012s', remoteIp: '::1' } });
    expect([arrivalsOf(log)[0], said(log)]).toEqual([END - 12_000, []]);
  });

  it('that their unit is not known, where whole numbers would be hours', async () => {
    const log = await table('elapsed', '43000000', '1200000');
    expect([log.mapping.duration, Array.from(arrivalsOf(log))]).toEqual([null, [END, END]]);
    expect(said(log)).toEqual([
      'The unit of elapsed is not known: in ms, many of its values would be minutes or hours. It is left out, so requests count as coming when they are stamped.',
    ]);
    const chosen = await readLog([sourceOf('a.csv', `time,elapsed\n${STAMP},43000000\n`)], {
      mapping: { timeIs: 'end', duration: 'elapsed', durationUnit: 'ns' },
    });
    expect([arrivalsOf(chosen)[0], said(chosen)]).toEqual([END - 43_000, []]);
  });

  it.each([
    [['fast', '1'], 'latency_ms is not a length of time in 1 request, which counts as coming when it is stamped.'],
    [['a', 'b'], 'latency_ms is not a length of time in 2 requests, which count as coming when they are stamped.'],
    [
      ['5000000', '1'],
      'latency_ms is longer than 71.6 min in 1 request and counts as that long. If its unit is another one, choose that.',
    ],
  ])('that some are none, or too long: %j', async (values, sentence) => {
    expect(said(await table('latency_ms', ...values))).toEqual([sentence]);
  });

  it('that those behind a line of nginx are none', async () => {
    const line = (extra: string) => `::1 - - [28/Mar/2026:13:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "-" rt=${extra}\n`;
    const log = await readLog([sourceOf('a.log', line('0.250') + line('0.001,0.002'))]);
    expect(said(log)).toEqual([
      'request_time is not a length of time in 1 request, which counts as coming when it is stamped.',
    ]);
  });
});
