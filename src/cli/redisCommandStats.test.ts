import { describe, expect, it } from 'vitest';
import { CommandStats, type UnansweredCause } from './redisCommandStats.ts';

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
      queuedMax: 0,
    });
  });
});

it.each([
  [100, null],
  [100.5, 'commands waited up to 0.1 s in this program'],
])('commands that waited %d ms before they were sent, with a timeout of 100 ms: %s', (queued, said) => {
  const stats = new CommandStats(100_000);
  stats.countSent(queued);
  expect(stats.queuedNote()?.startsWith(said ?? '') ?? null).toBe(said === null ? null : true);
});
