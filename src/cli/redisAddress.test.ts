import { describe, expect, it } from 'vitest';
import { parseRedisAddress, connectionProblem } from './redisAddress.ts';
import { UserError } from './userError.ts';

describe('the address of a Redis server', () => {
  it.each([
    ['redis://127.0.0.1:6379', 'redis://127.0.0.1:6379'],
    ['redis://127.0.0.1', 'redis://127.0.0.1:6379'],
    ['redis://[::1]', 'redis://[::1]:6379'],
    ['redis://[::1]:7000/', 'redis://[::1]:7000'],
    ['rediss://example.com:1/3', 'rediss://example.com:1/3'],
    ['redis://:secret@example.com:1', 'redis://example.com:1'],
    ['redis://user:secret@example.com', 'redis://example.com:6379'],
  ])('%s is shown as %s', (url, display) => {
    expect(parseRedisAddress(url)).toEqual({ url, display });
  });

  it.each([
    ['127.0.0.1:6379', '127.0.0.1:6379'],
    ['redis:6379', 'redis:6379'],
    ['redis://', 'redis://'],
    ['redis:///3', 'redis:///3'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['redis://h:port', 'redis://h:port'],
    ['redis://h/x', 'redis://h/x'],
    ['redis://h/1/2', 'redis://h/1/2'],
    ['redis://h?db=1', 'redis://h?db=1'],
    ['redis://h#1', 'redis://h#1'],
    ['redis://user:secret@', 'redis://…@'],
    ['http://user:secret@h', 'http://…@h'],
    ['redis://:sec/ret@h/x', 'redis://…@h/x'],
    ['', 'empty'],
  ])('%s is none, and a password is not repeated', (text, shown) => {
    const sentence = `--redis is ${shown}. It may be an address like redis://127.0.0.1:6379, or redis://:PASSWORD@HOST:PORT/DATABASE.`;
    expect(() => parseRedisAddress(text)).toThrow(new UserError(sentence));
  });

  it('is named in error messages', () => {
    const address = { url: 'redis://:secret@h:1', display: 'redis://h:1' };
    const coded = (code: string) => Object.assign(new Error('connect'), { code });
    expect(connectionProblem(address, coded('ENOTFOUND'))).toBe('The host in redis://h:1 cannot be found.');
    expect(connectionProblem(address, coded('EHOSTUNREACH'))).toBe(
      'The server at redis://h:1 cannot be used: connect.',
    );
    expect(connectionProblem(address, new Error('It is full.'))).toBe(
      'The server at redis://h:1 cannot be used: It is full.',
    );
    expect(connectionProblem(address, new Error('ERR AUTH called. Are you sure?'))).toBe(
      'The server at redis://h:1 cannot be used: ERR AUTH called. Are you sure?',
    );
  });
});
