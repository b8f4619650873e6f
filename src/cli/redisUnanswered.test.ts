/** `simulate --redis` on a server that takes commands and does not answer them: what is said, and where. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../tools/simulate.mjs', import.meta.url));

/** What begins and ends a run is answered, in RESP2; the schemes' own commands are not. */
const ANSWERS: Readonly<Record<string, string>> = {
  PING: '+PONG\r\n',
  SET: '+OK\r\n',
  SCAN: '*2\r\n$1\r\n0\r\n*0\r\n',
};

/** The answers to the commands in a piece of what was sent. Whole commands arrive at once: they are few and short. */
function answersTo(received: string): string {
  const names = [...received.matchAll(/\*\d+\r\n\$\d+\r\n([A-Z]+)\r\n/g)].map(([, name = '']) => name);
  return names.map((name) => ANSWERS[name] ?? '').join('');
}

async function simulate(url: string, format: string) {
  const args = ['-', '--format', format, '--redis', url, '--clock', 'scenario'];
  const child = spawn(process.execPath, [program, ...args], { stdio: 'pipe' });
  child.stdin.end(
    JSON.stringify({
      policy: { n: 5, T: 60 },
      traffic: [{ kind: 'burst', at: 1, count: 10 }],
      cluster: { nodes: 2 },
      lanes: [
        { limiter: 'redis-incr', options: { timeout: 0.01 } },
        { limiter: 'redis-incr', options: { timeout: 0.01, fallback: 'allow' } },
      ],
    }),
  );
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout, stderr };
}

describe('a server that does not answer', () => {
  let server: Server;
  const sockets = new Set<Socket>();
  let url = '';
  beforeAll(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('data', (received) => socket.write(answersTo(received.toString())));
      socket.on('error', () => socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is decided without, as each lane says, and named on stderr and in the result', async () => {
    const [summary, json] = await Promise.all([simulate(url, 'summary'), simulate(url, 'json')]);
    expect([summary.status, json.status]).toEqual([0, 0]);
    const note = '10 of 10 commands (100.0 %) were not answered within 0.01 s: the server did not answer.';
    for (const { stderr } of [summary, json]) {
      expect(stderr).toContain(`\nLane 1, Redis INCR: ${note}\n`);
      expect(stderr).toContain(`\nLane 2, Redis INCR: ${note}\n`);
    }
    expect(summary.stdout).toMatch(/^1 +Redis INCR +5 per 60 s +0 +10 .* 10 \(10 unanswered\) /m);
    expect(summary.stdout).toMatch(/^2 +Redis INCR +5 per 60 s +10 +0 .* 10 \(10 unanswered\) /m);
    expect(summary.stdout).toContain(`\nLane 1: ${note}\nLane 2: ${note}\n`);
    const { lanes } = JSON.parse(json.stdout) as { lanes: readonly { summary: object }[] };
    for (const lane of lanes) {
      expect(lane.summary).toMatchObject({
        commandsSent: 10,
        unanswered: 10,
        unansweredCauses: { server: 10, queue: 0, connection: 0 },
        unansweredNote: note,
      });
    }
  });
});
