/** A connection tells its own end from what is wrong in this program. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, type Command } from '../sim/cluster/command.ts';
import { ConnectionLostError, RedisConnection } from './redisConnection.ts';

/** Answers PING, and does with every other command what the test wants. */
let onCommand: (socket: Socket) => void = () => undefined;
const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', (received) => {
    if (received.includes('PING')) socket.write('+PONG\r\n');
    else onCommand(socket);
  });
});

function open(): Promise<RedisConnection> {
  const url = `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return RedisConnection.open({ url, display: url }, 'test:');
}

describe('a connection', () => {
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());

  it.each<[string, (socket: Socket) => void]>([
    ['is closed by the server', (socket) => socket.end()],
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['gets what is no reply', (socket) => socket.write('HTTP/1.1 400\r\n')],
  ])('that %s is lost, for this command and for later ones', async (_, act) => {
    onCommand = act;
    const connection = await open();
    await expect(connection.send(send('GET', 'a'))).rejects.toThrow(ConnectionLostError);
    await expect(connection.send(send('GET', 'a'))).rejects.toThrow(ConnectionLostError);
    await connection.close();
  });

  it('is not lost where a command cannot be written', async () => {
    const connection = await open();
    const nameless = { kind: 'command', command: [undefined] as unknown as Command } as const;
    await expect(connection.send(nameless)).rejects.toThrow(TypeError);
    onCommand = (socket) => socket.write('$1\r\nx\r\n');
    expect(await connection.send(send('GET', 'a'))).toBe('x');
    await connection.close();
  });
});
