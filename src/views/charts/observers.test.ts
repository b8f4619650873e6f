import { afterEach, describe, expect, it, vi } from 'vitest';
import { observePixelRatio } from './observers.ts';

/** As a browser does it: each query tells once that the ratio is no longer the one that it asked for. */
class Query extends EventTarget {}

afterEach(() => vi.unstubAllGlobals());

describe('the pixel ratio', () => {
  it('is told once for each change, however often charts came and went before, and to none that is gone', () => {
    const queries: Query[] = [];
    vi.stubGlobal('window', { devicePixelRatio: 1 });
    vi.stubGlobal('matchMedia', () => {
      const query = new Query();
      queries.push(query);
      return query;
    });
    const change = (): void => {
      for (const query of queries.slice()) query.dispatchEvent(new Event('change'));
    };
    const told: string[] = [];

    const stopFirst = observePixelRatio(() => told.push('first'));
    stopFirst();
    const stopSecond = observePixelRatio(() => told.push('second'));
    const stopThird = observePixelRatio(() => told.push('third'));
    change();
    expect(told).toEqual(['second', 'third']);

    stopSecond();
    change();
    expect(told).toEqual(['second', 'third', 'third']);

    stopThird();
    const asked = queries.length;
    change();
    expect(told).toHaveLength(3);
    expect(queries).toHaveLength(asked);
  });
});
