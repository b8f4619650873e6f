import { describe, expect, it } from 'vitest';
import { StoreError } from '../sim/engine.ts';
import { CommandStats, type UnansweredCause } from './redisCommandStats.ts';

const NO_PERMISSION = new StoreError("NOPERM this user has no permissions to run the 'evalsha' command");

function statsOf(sent: number, unanswered: Partial<Record<UnansweredCause, number>>): CommandStats {
  const stats = new CommandStats(100_000);
  for (let each = 0; each < sent; each++) stats.countSent(0);
  for (const [cause, count] of Object.entries(unanswered)) {
    for (let each = 0; each < count; each++) stats.countUnanswered(cause as UnansweredCause);
  }
  return stats;
}

describe('unanswered commands', () => {
  it.each([
    [0, {}],
    [200, {}],
    [200, { server: 2 }],
  ])('of %i, %j are not worth a word', (sent, unanswered) => {
    const stats = statsOf(sent, unanswered);
    expect([stats.unansweredNote(), stats.unansweredMark(), stats.queuedNote()]).toEqual([null, '', null]);
  });

  it.each([
    [{ server: 3 }, 'the server did not answer'],
    [{ queue: 3 }, 'the server was still answering earlier commands of the same connection'],
    [{ connection: 3 }, 'the connection was lost'],
    [{ server: 1, connection: 2 }, 'the server did not answer (1); the connection was lost (2)'],
  ])('more than 1 %% of them are said with their cause: %j', (unanswered, cause) => {
    const stats = statsOf(200, unanswered);
    expect(stats.unansweredNote()).toBe(`3 of 200 commands (1.5 %) were not answered within 0.1 s: ${cause}.`);
    expect(stats.unansweredMark()).toBe(' (3 unanswered)');
    expect(stats.toJson()).toEqual({
      commandsSent: 200,
      unanswered: 3,
      unansweredCauses: { server: 0, queue: 0, connection: 0, ...unanswered },
      unansweredNote: stats.unansweredNote(),
      errorReplies: 0,
      errorNote: null,
      queuedMax: 0,
    });
  });
});

describe('commands that were answered with an error', () => {
  it('are said from the first on, with what the server said', () => {
    const stats = statsOf(200, {});
    expect(stats.errorNote()).toBeNull();
    stats.countError(NO_PERMISSION);
    expect(stats.errorNote()).toBe(`1 of 200 commands (0.5 %) was answered with an error: ${NO_PERMISSION.message}.`);
    stats.countError(new StoreError("OOM command not allowed when used memory > 'maxmemory'."));
    const note = `2 of 200 commands (1.0 %) were answered with errors, the first of them: ${NO_PERMISSION.message}.`;
    expect(stats.errorNote()).toBe(note);
    expect(stats.toJson()).toMatchObject({ errorReplies: 2, errorNote: note, unanswered: 0 });
  });
});

it('the slowest answer is said, whichever came last', () => {
  const stats = statsOf(10, { server: 3 });
  for (const tookMs of [120, 340, 200]) stats.countLate(tookMs);
  expect(stats.unansweredNote()).toContain('its slowest answer took 0.34 s');
});

it.each([
  [100, null],
  [100.5, 'commands waited up to 0.1 s in this program'],
])('commands that waited %d ms before they were sent, with a timeout of 100 ms: %s', (queued, said) => {
  const stats = new CommandStats(100_000);
  stats.countSent(queued);
  expect(stats.queuedNote()?.startsWith(said ?? '') ?? null).toBe(said === null ? null : true);
});
