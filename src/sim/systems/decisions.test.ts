/** What each system decides on traffic that is short enough to work out by hand from its rule. */
import { describe, expect, it } from 'vitest';
import { caseOf, defaultOptions } from '../limiters/testing.ts';
import { microsFromSeconds, secondsFromMicros } from '../time.ts';
import { outcomeOf } from '../verdict.ts';
import { EDGE_SCENES } from './edgeScenes.testing.ts';
import { systems } from './index.ts';
import { SCENES, times, type Scene } from './scenes.testing.ts';
import type { System } from './system.ts';

function play(id: string, { n, T, capacity = n, options = {}, epoch = 0, at }: Scene): string {
  const system = systems.find((each) => each.id === id) as System;
  const policy = { n, T: microsFromSeconds(T), capacity };
  const { params } = caseOf(system, { policy, epoch, options: { ...defaultOptions(system), ...options } });
  const state = system.init(params);
  return at
    .map((request) => (typeof request === 'number' ? ([request, 1] as const) : request))
    .map(([seconds, cost]) => {
      const outcome = outcomeOf(system.decide(state, params, microsFromSeconds(seconds), cost));
      if (outcome === 'delay') return String(secondsFromMicros(state['wait'] as number));
      return outcome === 'deny' ? 'D' : 'A';
    })
    .join(' ');
}

describe.each([...Object.entries(SCENES), ...Object.entries(EDGE_SCENES)])('%s', (id, scenes) => {
  it.each(scenes.map((scene) => [scene.what, scene] as const))('%s', (_, scene) => {
    expect(play(id, scene)).toBe(scene.answers);
  });
});

it('tries every system', () => {
  expect(Object.keys(SCENES).sort()).toEqual(systems.map(({ id }) => id).sort());
});

describe('traps', () => {
  const admitted = (id: string, scene: Omit<Scene, 'what' | 'answers'>) =>
    play(id, { ...scene, what: '', answers: '' })
      .split(' ')
      .filter((answer) => answer !== 'D').length;
  /** `count` at each multiple of `gap` before `end`. */
  const every = (gap: number, end: number, count = 1) =>
    Array.from({ length: Math.ceil(Math.round((end / gap) * 1e9) / 1e9) }, (_, k) => times(count, k * gap)).flat();

  it('Traefik forgets a client after a second or two of silence', () => {
    const policy = { n: 1, T: 1, capacity: 100 };
    expect(admitted('traefik', { ...policy, at: every(2, 60, 100) })).toBe(3_000);
    expect(admitted('traefik', { ...policy, at: every(1, 60, 100) })).toBe(159);
    expect(admitted('traefik', { n: 6, T: 60, capacity: 3, at: every(12, 600, 3) })).toBe(150);
  });

  it('Spring stores nothing where the burst is left out, and all of a second comes at its turn', () => {
    expect(admitted('spring-gateway', { n: 10, T: 1, capacity: 1, at: times(1_000, 0) })).toBe(1_000);
    expect(admitted('spring-gateway', { n: 10, T: 1, at: [...times(10, 0.99), ...times(10, 1)] })).toBe(20);
  });

  it('vsthrottle throws fractions away', () => {
    expect(admitted('vsthrottle', { n: 20, T: 10, at: every(0.45, 120) })).toBe(143);
    expect(admitted('vsthrottle', { n: 20, T: 10, at: every(0.5, 120) })).toBe(240);
  });

  it('HAProxy and rolling-rate-limiter count what they refuse', () => {
    const at = every(0.9, 300);
    expect(admitted('haproxy-rate', { n: 10, T: 10, at })).toBe(10);
    expect(admitted('rolling-rate-limiter', { n: 10, T: 10, at })).toBe(10);
  });

  it('rate-limiter-flexible limits nothing beyond 24.8 days', () => {
    const at = every(0.002, 1);
    expect(admitted('rate-limiter-flexible', { n: 2, T: 30 * 86_400, at })).toBe(at.length);
    expect(admitted('rate-limiter-flexible', { n: 2, T: 24 * 86_400, at })).toBe(2);
  });

  it('Caddy lets everything through at exactly the window', () => {
    expect(admitted('caddy-ratelimit', { n: 1, T: 0.5, at: [0, ...times(20, 0.5)] })).toBe(21);
    expect(admitted('caddy-ratelimit', { n: 1, T: 0.5, at: [0, ...times(20, 0.500001)] })).toBe(2);
  });

  it('a TokenBucket of limiter starts empty', () => {
    expect(admitted('npm-limiter', { n: 10, T: 1, options: { class: 'TokenBucket' }, at: times(5, 0) })).toBe(0);
  });

  it('resilience4j lends from the next five cycles', () => {
    const answers = play('resilience4j', { n: 100, T: 1, at: times(601, 0), what: '', answers: '' }).split(' ');
    expect(answers.slice(0, 100)).toEqual(times(100, 0).map(() => 'A'));
    expect(answers[599]).toBe('5');
    expect(answers[600]).toBe('D');
  });

  it('the cache of Upstash refuses what the window allows', () => {
    const options = { algorithm: 'fixedWindow' };
    const policy = { n: 10, T: 10, options };
    expect(admitted('upstash', { ...policy, at: [...times(11, 0), 10] })).toBe(10);
    expect(admitted('upstash', { ...policy, at: [...times(11, 0), 10.001] })).toBe(11);
  });

  it('Sentinel warms up', () => {
    expect(admitted('sentinel', { n: 20, T: 1, options: { behavior: 'warm-up' }, at: every(0.05, 20) })).toBe(278);
  });

  it('Bucket4j doubles around the end of a period', () => {
    const at = [0, ...times(9, 9.9), ...times(10, 10)];
    expect(admitted('bucket4j', { n: 10, T: 10, options: { refill: 'intervally' }, at })).toBe(20);
  });
});

describe('what a product cannot express is refused, with the nearest that it can', () => {
  it.each([
    ['kong', 45, {}, /nearest to T = 45 s: 1 s and 60 s/],
    ['cloudflare', 7, {}, /nearest to T = 7 s: 10 s/],
    ['cloudflare', 10, { mitigationTimeout: 15 }, /mitigationTimeout/],
    ['redis-cell', 1.5, {}, /nearest to T = 1.5 s: 1 s and 2 s/],
    ['envoy-local', 0.02, {}, /at least 0.05 s/],
    ['express-rate-limit', 2_592_000, {}, /at most 2,147,483.647 s/],
    ['nft-limit', 10, {}, /1 s and 60 s/],
    ['haproxy-rate', 0.0015, {}, /milliseconds/],
  ] as const)('%s, T = %d s', (id, T, options, message) => {
    const scene = { n: 5, T, options, at: [0], what: '', answers: '' };
    expect(() => play(id, scene)).toThrow(message);
  });

  it('Spring, a burst that is set below the rate', () => {
    const scene = { n: 10, T: 1, capacity: 5, at: [0], what: '', answers: '' };
    expect(() => play('spring-gateway', scene)).toThrow(/nearest: a capacity of 10/);
  });
});
