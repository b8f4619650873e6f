// Ports: that of `npm start` (`PORT=8080 npm start` or `npm start -- --port 8080`), and free ones for the servers of tests.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ExpectedError } from './run.mjs';

/**
 * The argument wins over the environment.
 *
 * @param {string[]} args `--port 8080`, `--port=8080` or nothing
 * @param {string} [fromEnvironment]
 * @returns {number | null} null where none is asked for
 */
export function portFrom(args, fromEnvironment) {
  const [first, ...rest] = args.flatMap((arg) => (arg.startsWith('--port=') ? ['--port', arg.slice(7)] : [arg]));
  if (first !== undefined && (first !== '--port' || rest.length > 1)) {
    throw new ExpectedError(
      `npm start takes nothing but --port, as in \`npm start -- --port 8080\`, not ${args.join(' ')}.`,
    );
  }
  if (first === undefined && (fromEnvironment ?? '') === '') return null;
  const [name, text] = first === undefined ? ['PORT', fromEnvironment ?? ''] : ['--port', rest[0] ?? ''];
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
    throw new ExpectedError(
      `${name} is ${text === '' ? 'empty' : `"${text}"`}. It may be a whole number from 1 to 65535.`,
    );
  }
  return port;
}

/**
 * @param {unknown} error thrown when a server was to listen on the port
 * @param {number} port
 * @returns {string | null} what is wrong with the port, and what to do; null if the error is about something else
 */
export function portProblem(error, port) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  const example = '`npm start -- --port 8080`';
  // Vite's own error has no code.
  if (code === 'EADDRINUSE' || /port \d+ is already in use/i.test(message)) {
    return `Port ${port} is taken by another program. End that program, or ask for another port, as in ${example}.`;
  }
  if (code === 'EACCES')
    return `Port ${port} is reserved for the administrator. Ask for one above 1023, as in ${example}.`;
  return null;
}

/** @returns {Promise<number>} a port of 127.0.0.1 that nobody listens on now */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}
