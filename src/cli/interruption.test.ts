import { afterEach, describe, expect, it, vi } from 'vitest';
import { Interruption } from './interruption.ts';

const listeners = () => [...process.listeners('SIGINT'), ...process.listeners('SIGTERM')];

/** Calls only those listeners that `before` has not, so that the test runner gets no signal. */
function signal(name: NodeJS.Signals, before: readonly NodeJS.SignalsListener[]): void {
  for (const listener of process.listeners(name)) if (!before.includes(listener)) listener(name);
}

describe('a signal', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('is listened to only while there is something to tidy up', async () => {
    const before = listeners();
    const interruption = new Interruption();
    const result = await interruption.during(() => {
      expect(listeners()).toHaveLength(before.length + 2);
      return Promise.resolve('done');
    });
    expect(result).toBe('done');
    expect(listeners()).toEqual(before);
    await expect(interruption.during(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(listeners()).toEqual(before);
    expect([interruption.exitCode, interruption.signal.aborted]).toEqual([null, false]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends the work in order, with %i, and a later one ends it at once', async (name, code) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const before = listeners();
    const interruption = new Interruption();
    interruption.leftUndone = 'The keys were not removed.';
    await interruption.during(async () => {
      signal(name, before);
      expect([interruption.exitCode, interruption.signal.aborted]).toEqual([code, true]);
      // npm forwards what the terminal has sent to all.
      vi.advanceTimersByTime(900);
      signal('SIGINT', before);
      expect(exit).not.toHaveBeenCalled();
      vi.advanceTimersByTime(200);
      signal('SIGINT', before);
    });
    expect(exit.mock.calls).toEqual([[code]]);
    expect(said.mock.calls).toEqual([['The keys were not removed.\n']]);
  });
});
