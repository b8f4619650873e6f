/** The address of a Redis server, and the messages when it cannot be used. They never contain the password. */
import { optionError } from './userError.ts';

export interface RedisAddress {
  /** As given. */
  readonly url: string;
  /** Without a user's name and password. */
  readonly display: string;
}

const EXPECTED_FORMAT = 'It may be an address like redis://127.0.0.1:6379, or redis://:PASSWORD@HOST:PORT/DATABASE.';

/** @throws {UserError} what is wrong with it */
export function parseRedisAddress(text: string): RedisAddress {
  const problem = optionError('--redis', text.replace(/^(\w+:\/\/)?.*@/, '$1…@'), EXPECTED_FORMAT);
  // Requires two slashes and a host: `redis:6379` is a valid URL too, but without a host.
  if (!/^rediss?:\/\/[^/?#]/.test(text) || !URL.canParse(text)) throw problem;
  const { protocol, host, pathname, search, hash } = new URL(text);
  const name = host.includes(':', host.lastIndexOf(']') + 1) ? host : `${host}:6379`;
  if (host === '' || search !== '' || hash !== '' || !/^\/?$|^\/\d+$/.test(pathname)) throw problem;
  return { url: text, display: `${protocol}//${name}${pathname === '/' ? '' : pathname}` };
}

/** Why a server cannot be used, in a sentence with its address. */
export function connectionProblem({ display }: RedisAddress, error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  const { message } = error;
  if (code === 'ECONNREFUSED') {
    return `There is no server at ${display}: the connection was refused. Start one (redis-server), or give another address.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `The host in ${display} cannot be found.`;
  if (message.startsWith('NOAUTH')) {
    return `The server at ${display} needs a password. Add it to the address: redis://:PASSWORD@HOST:PORT.`;
  }
  if (message.startsWith('WRONGPASS')) return `The server at ${display} rejected this user name and password.`;
  if (message.includes('DB index is out of range')) return `The server at ${display} has no database with that number.`;
  if (message.startsWith('Unknown RESP type')) return `The server at ${display} is not a Redis server.`;
  return `The server at ${display} cannot be used: ${message}.`.replace(/([.!?])\.$/, '$1');
}
