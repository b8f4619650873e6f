import { describe, expect, it } from 'vitest';
import { presets, presetScenario, type Preset } from '../../sim/index.ts';
import { openSession, planOf, simulateToEnd } from '../../sim/engine.ts';
import { thumbnailOf } from './keepThumbnails.ts';
import { COLUMNS, MAX_STRIPS, parseThumbnail, type Thumbnail } from './thumbnail.ts';

function thumbnailOfRun(document: Preset | { lanes: number }): Thumbnail {
  const scenario = 'id' in document ? presetScenario(document) : presetScenario(presets[0] as Preset);
  const lanes = 'id' in document ? scenario.lanes : Array.from({ length: document.lanes }, () => scenario.lanes[0]!);
  return thumbnailOf({ overview: openSession(simulateToEnd(planOf({ ...scenario, lanes }))).overview(600) });
}

describe('the thumbnail of a run', () => {
  it('has a strip a lane: what was admitted, delayed and denied when', () => {
    const { strips, moreLanes } = thumbnailOfRun(presets[0] as Preset);
    expect(moreLanes).toBe(0);
    const [fixedWindow, slidingLog] = strips;
    // The bursts before and after the edge at 10 s of 24 s: both admitted by the fixed window, one by the sliding log.
    expect(fixedWindow?.admitted.slice(22, 28)).toMatch(/^[1-9]{6}$/);
    expect(fixedWindow?.denied.slice(0, 28)).toBe('0'.repeat(28));
    expect(slidingLog?.admitted.slice(25, 28)).toBe('000');
    expect(slidingLog?.denied.slice(25, 28)).toMatch(/^[1-9]{3}$/);
  });

  it('is flat without a request', () => {
    const document = { traffic: [], lanes: [{ limiter: 'gcra' }] };
    const [strip] = thumbnailOfRun({ ...(presets[0] as Preset), document }).strips;
    const flat = '0'.repeat(COLUMNS);
    expect(strip).toEqual({ admitted: flat, delayed: flat, denied: flat });
  });

  it('of steady traffic is as high everywhere, however long the run', () => {
    for (const duration of [22, 24, 25]) {
      const plan = planOf(
        presetScenario({
          ...(presets[0] as Preset),
          document: {
            duration,
            policy: { n: 1_000, T: 1 },
            traffic: [{ kind: 'steady', rate: 200 }],
            lanes: [{ limiter: 'gcra' }],
          },
        }),
      );
      const { strips } = thumbnailOf({ overview: openSession(simulateToEnd(plan)).overview(600) });
      expect(strips[0]?.admitted).toBe('9'.repeat(COLUMNS));
    }
  });

  it('keeps a single request visible beside millions, on one scale for all lanes', () => {
    const counts = (...list: readonly number[]) => Uint32Array.from(list);
    const none = counts(0, 0);
    const { strips } = thumbnailOf({
      overview: {
        span: 1,
        arrivals: none,
        denials: none,
        lanes: [
          { admitted: counts(1, 5_000_000), delayed: none, denied: counts(0, 1) },
          { admitted: none, delayed: counts(2_500_000, 0), denied: none },
        ],
      },
    });
    const at = (text: string | undefined) => [text?.[0], text?.[COLUMNS / 2]];
    expect(strips.map(({ admitted, delayed, denied }) => [at(admitted), at(delayed), at(denied)])).toEqual([
      [
        ['1', '9'],
        ['0', '0'],
        ['0', '1'],
      ],
      [
        ['0', '0'],
        ['5', '0'],
        ['0', '0'],
      ],
    ]);
  });

  it('of 50 lanes counts those that it leaves out, and is at most 2 kB', () => {
    const thumbnail = thumbnailOfRun({ lanes: 50 });
    expect(thumbnail.strips).toHaveLength(MAX_STRIPS);
    expect(thumbnail.moreLanes).toBe(44);
    expect(JSON.stringify(thumbnail).length).toBeLessThanOrEqual(2_000);
  });

  it('is read back as it was', () => {
    const thumbnail = thumbnailOfRun({ lanes: 2 });
    expect(parseThumbnail(JSON.parse(JSON.stringify(thumbnail)))).toEqual(thumbnail);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a picture of another kind', 'data:image/png;base64,AAAA'],
    ['strips of another length', { strips: [{ admitted: '1', delayed: '0', denied: '0' }], moreLanes: 0 }],
    [
      'letters',
      { strips: [{ admitted: 'x'.repeat(60), delayed: '0'.repeat(60), denied: '0'.repeat(60) }], moreLanes: 0 },
    ],
    ['too many strips', { strips: Array.from({ length: 7 }, () => null), moreLanes: 0 }],
    ['no number of lanes', { strips: [] }],
    ['half a lane more', { strips: [], moreLanes: 0.5 }],
  ])('%s is none', (_, value) => expect(parseThumbnail(value)).toBeNull());
});
