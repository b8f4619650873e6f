import { describe, expect, it } from 'vitest';
import { NO_KEY, scriptExamples, type ScriptAnswer } from '../sim/index.ts';
import { ALLOWED, ENVIRONMENT, withScript } from './testing.ts';

const code = (id: string): string => scriptExamples.find((example) => example.id === id)?.code ?? '';

describe('examples', () => {
  it('are short, with unique names', () => {
    expect(scriptExamples.map(({ id }) => id)).toEqual(['edges', 'crowd', 'polite']);
    for (const { code: text, title, description } of scriptExamples) {
      expect(text.split('\n').length).toBeLessThanOrEqual(21);
      expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
      expect(text.endsWith('\n')).toBe(true);
      expect(description).toMatch(/^[A-Zn].*\.$/);
      expect(title).not.toMatch(/\.$/);
    }
  });

  it('bursts at the edges: n right before each, n right after it', async () => {
    await withScript(code('edges'), ({ sent, clients }) => {
      expect(clients).toBe(0);
      const { n, T, duration } = ENVIRONMENT;
      const edges = Math.ceil(duration / T) - 1;
      expect(sent.at).toHaveLength(2 * n * edges);
      const inOrder = sent.at.slice().sort();
      for (let edge = 1; edge <= edges; edge++) {
        const around = inOrder.filter((at) => Math.abs(at / 1e6 - edge * T) <= T / 20);
        expect(around).toHaveLength(2 * n);
        expect(around.filter((at) => at < edge * T * 1e6)).toHaveLength(n);
      }
    });
  });

  it('a crowd: exponential gaps, Zipf’s law, a tenth of higher cost', async () => {
    const setting = { ...ENVIRONMENT, duration: 4_000 };
    await withScript(
      code('crowd'),
      ({ sent, clients }) => {
        expect(clients).toBe(0);
        const count = sent.at.length;
        expect(Math.abs(count - 5 * setting.duration)).toBeLessThan(4 * Math.sqrt(5 * setting.duration));
        expect(sent.at.every((at, i) => at < setting.duration * 1e6 && at >= (sent.at[i - 1] ?? 0))).toBe(true);
        const by = (key: string): number => sent.key.filter((index) => sent.keys[index] === key).length / count;
        const harmonic = Array.from({ length: 20 }, (_, i) => 1 / (i + 1)).reduce((sum, one) => sum + one, 0);
        for (let rank = 1; rank <= 20; rank++) expect(by(`user-${rank}`)).toBeCloseTo(1 / rank / harmonic, 1.5);
        expect(sent.keys).toHaveLength(20);
        expect(sent.cost.filter((cost) => cost === 3).length / count).toBeCloseTo(0.1, 1.5);
        expect(sent.cost.every((cost) => cost === 1 || cost === 3)).toBe(true);
      },
      setting,
    );
  });

  it('polite clients: each waits for its retry-after time, and up to a second more', async () => {
    await withScript(code('polite'), (script) => {
      expect(script.sent.at).toHaveLength(0);
      expect(script.clients).toBe(10);
      const denied = (retryAfter: number | null): ScriptAnswer => ({ ...ALLOWED, outcome: 'deny', retryAfter });
      for (let client = 0; client < 10; client++) {
        expect(script.resume(client, 0, null)).toMatchObject({ do: 'sleep' });
        expect(script.resume(client, 0, null)).toEqual({ do: 'request', key: null, cost: null });
        const retry = script.resume(client, 1e6, denied(2_500_000));
        expect(retry.do === 'sleep' && retry.until >= 3.5e6 && retry.until < 4.5e6).toBe(true);
        expect(script.resume(client, 4e6, null)).toMatchObject({ do: 'request' });
        // Where no wait helps, it continues with the next.
        expect(script.resume(client, 4e6, denied(null))).toMatchObject({ do: 'sleep' });
        expect(script.resume(client, 5e6, null)).toMatchObject({ do: 'request' });
        expect(script.resume(client, ENVIRONMENT.duration * 1e6, ALLOWED)).toEqual({ do: 'end' });
      }
    });
  });

  it('run in any scenario', async () => {
    for (const [n, T, duration] of [
      [1, 0.001, 1],
      [1_000, 60, 600],
      [10, 3_600, 24],
      [7, 0.3, 12.5],
    ] as const) {
      for (const { code: text } of scriptExamples) {
        await withScript(
          text,
          ({ sent }) => {
            expect(sent.at.every((at) => at >= 0 && at <= (duration + T) * 1e6)).toBe(true);
            expect(sent.key.every((key) => key === NO_KEY || key < sent.keys.length)).toBe(true);
          },
          { ...ENVIRONMENT, n, T, duration },
        );
      }
    }
  });
});
