import { describe, expect, it } from 'vitest';
import { openTestPlayground } from '../../store/testing.ts';
import { lanesText } from '../../store/lanesText.ts';
import type { Result } from '../../store/state.ts';
import { changeText, decisionText, endText, momentText } from './heardText.ts';
import { loadSystems } from '../../sim/index.ts';

await loadSystems();

const EDGE_BURST = {
  title: 'Edge burst',
  policy: { n: 10, T: 10 },
  duration: 24,
  traffic: [
    { kind: 'steady', from: 9, to: 9.95, rate: 10 },
    { kind: 'steady', from: 10.05, to: 11, rate: 10 },
    { kind: 'steady', from: 12, to: 23.5, rate: 1 },
  ],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }, { limiter: 'token-bucket' }],
};
const CLIENTS = {
  policy: { n: 2, T: 1 },
  duration: 20,
  traffic: [{ kind: 'clients', count: 3, rate: 1, keys: 'shared', retry: { strategy: 'retry-poll', every: 2 } }],
  lanes: [{ limiter: 'fixed-window' }, { limiter: 'sliding-log' }],
};

/** A run of the document, with what the page asks of it. */
async function runOf(document: object) {
  const { store, client } = await openTestPlayground(document);
  const result = store.getState().result as Result;
  return {
    result,
    decision: async (request: number, lane = 0) => {
      const why = await client.ask('why', { lane, request });
      if (typeof why === 'symbol') throw new Error('dropped');
      return decisionText(why, result);
    },
    moment: async (seconds: number, pixelMicros?: number | null) => {
      const moments = await client.ask('snapshot', { at: seconds * 1e6, through: null, key: null });
      if (typeof moments === 'symbol') throw new Error('dropped');
      return momentText(seconds * 1e6, moments, result, pixelMicros);
    },
  };
}

describe('lanes by number', () => {
  it.each([
    [[1], 3, 'lane 2'],
    [[0, 2], 3, 'lanes 1 and 3'],
    [[0, 1], 3, 'lanes 1 and 2'],
    [[0, 1, 2, 3, 5], 7, 'lanes 1 to 4 and 6'],
    [[0, 2, 3, 6, 7, 8], 20, 'lanes 1, 3, 4 and 7 to 9'],
    [[0], 1, 'the lane'],
    [[0, 1], 2, 'both lanes'],
    [[0, 1, 2], 3, 'all 3 lanes'],
  ])('%j of %d', (lanes, count, text) => {
    expect(lanesText(lanes, count)).toBe(text);
  });
});

describe('a decision', () => {
  it('says which lanes admit and which deny, and why', async () => {
    const { decision } = await runOf(EDGE_BURST);
    expect(await decision(0)).toBe('Request 1, 9 s: all 3 lanes admit.');
    expect(await decision(10)).toBe('Request 11, 10.05 s: lanes 1 and 3 admit, lane 2 denies, the log is full.');
    expect(await decision(12)).toBe(
      'Request 13, 10.25 s: lane 1 admits; lane 2 denies, the log is full; lane 3 denies, too few tokens.',
    );
  });

  it('says how long a request is delayed', async () => {
    const lanes = [{ limiter: 'leaky-queue' }, { limiter: 'fixed-window' }];
    const { decision } = await runOf({ ...EDGE_BURST, lanes });
    expect(await decision(1)).toBe('Request 2, 9.1 s: lane 2 admits, lane 1 delays it by 0.9 s.');
  });

  it('names key and try', async () => {
    const keys = { ...EDGE_BURST, traffic: [{ kind: 'times', at: [1, 2], key: ['a', 'b'] }] };
    expect(await (await runOf(keys)).decision(1)).toBe('Request 2, 2 s, key b: all 3 lanes admit.');
    expect(await (await runOf(CLIENTS)).decision(0)).toMatch(/^Request 1, try 1 of job 1, \S+ s/);
  });

  it('leaves out the reasons of many lanes that differ', async () => {
    const limiters = ['fixed-window', 'sliding-log', 'token-bucket', 'gcra', 'leaky-meter', 'sliding-counter'];
    const lanes = limiters.map((limiter) => ({ limiter, policy: { n: 1 } }));
    const { decision } = await runOf({ ...EDGE_BURST, lanes });
    expect(await decision(1)).toBe('Request 2, 9.1 s: all 6 lanes deny.');
  });
});

describe('a moment', () => {
  it('says where the playhead is and what each limiter holds', async () => {
    const { moment } = await runOf(EDGE_BURST);
    expect(await moment(8)).toBe(
      '8 s, before the first request. Levels: 0 permits used, 0 entries used and 10 tokens left.',
    );
    expect(await moment(14)).toBe(
      '14 s, after request 23 of 32. Levels: 10 permits used, 10 entries used and 1 token left.',
    );
  });

  it('says the instant as the screen shows it, and in full where a request is selected', async () => {
    const { moment } = await runOf({ ...EDGE_BURST, lanes: [] });
    expect(await moment(10.283_333)).toBe('10.283 s.');
    expect(await moment(10.283_333, 20_000)).toBe('10.283 s.');
    expect(await moment(10.283_333, 10)).toBe('10.28333 s.');
    expect(await moment(10.283_333, null)).toBe('10.283333 s.');
  });

  it('says which lane cannot run, which is not a level of zero', async () => {
    const cannot = { limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } };
    const { moment } = await runOf({ ...EDGE_BURST, lanes: [EDGE_BURST.lanes[0], cannot, EDGE_BURST.lanes[2]] });
    expect(await moment(14)).toBe(
      '14 s, after request 23 of 32. Levels: 10 permits used, lane 2 cannot run and 1 token left.',
    );
  });

  it('leaves out the levels of many lanes, and the request where lanes have their own', async () => {
    const lanes = Array.from({ length: 6 }, () => ({ limiter: 'gcra' }));
    expect(await (await runOf({ ...EDGE_BURST, lanes })).moment(14)).toBe('14 s, after request 23 of 32.');
    expect(await (await runOf(CLIENTS)).moment(2)).toMatch(
      /^2 s\. Levels: \d permits? used and \d (entry|entries) used\.$/,
    );
    expect(await (await runOf({ ...EDGE_BURST, lanes: [] })).moment(2)).toBe('2 s.');
  });
});

describe('a change', () => {
  it('says what n is now and what is let in', async () => {
    const { result: before } = await runOf(EDGE_BURST);
    const after = async (policy: object, document: object = EDGE_BURST) =>
      changeText(before, (await runOf({ ...document, policy })).result, false);
    expect(await after({ n: 12, T: 10 })).toBe('n 12: now 26, 17 and 26 of 32 admitted.');
    expect(await after({ n: 12, T: 5, capacity: 20 })).toMatch(
      /^n 12, T 5 s, capacity 20: now \d+, \d+ and \d+ of 32 admitted\.$/,
    );
    expect(await after(EDGE_BURST.policy)).toBeNull();
    expect(await after(EDGE_BURST.policy, { ...EDGE_BURST, lanes: [{ limiter: 'gcra' }] })).toBe(
      'Now 23 of 32 admitted.',
    );
    expect(await after({ n: 12, T: 10 }, { ...EDGE_BURST, lanes: [] })).toBe('n 12.');
  });

  it('says that capacity follows n again', async () => {
    const { result: before } = await runOf({ ...EDGE_BURST, policy: { n: 10, T: 10, capacity: 20 } });
    const { result: after } = await runOf(EDGE_BURST);
    expect(changeText(before, after, false)).toBe('capacity follows n: now 24, 15 and 23 of 32 admitted.');
  });

  it('names another document', async () => {
    const { result: before } = await runOf(CLIENTS);
    const { result: after } = await runOf(EDGE_BURST);
    expect(changeText(before, after, true)).toBe('Edge burst: 24, 15 and 23 of 32 admitted.');
  });

  it('counts jobs where clients answer back, and gives many lanes as a range', async () => {
    const { result } = await runOf(CLIENTS);
    expect(endText(result)).toMatch(/^The run ends at [\d.]+ s: \d+ and \d+ of \d+ jobs done\.$/);
    const lanes = Array.from({ length: 9 }, (_, lane) => ({ limiter: 'fixed-window', policy: { n: lane + 1 } }));
    expect(endText((await runOf({ ...EDGE_BURST, lanes })).result)).toMatch(
      /^The run ends at 24 s: \d+ to \d+ of 32 admitted\.$/,
    );
  });
});

it('the end says what was let in', async () => {
  expect(endText((await runOf(EDGE_BURST)).result)).toBe('The run ends at 24 s: 24, 15 and 23 of 32 admitted.');
  expect(endText((await runOf({ ...EDGE_BURST, lanes: [] })).result)).toBe('The run ends at 24 s.');
});
