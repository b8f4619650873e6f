import { describe, expect, it } from 'vitest';
import { portFrom, portProblem } from './port.mjs';

describe('the port of npm start', () => {
  it.each<[string[], string | undefined, number | null]>([
    [[], undefined, null],
    [[], '', null],
    [[], '8080', 8080],
    [['--port', '8080'], undefined, 8080],
    [['--port=65535'], undefined, 65_535],
    [['--port', '1'], '8080', 1],
  ])('%j with PORT=%s: %s', (args, fromEnvironment, port) => {
    expect(portFrom(args, fromEnvironment)).toBe(port);
  });

  it.each<[string[], string | undefined, string]>([
    [[], 'abc', 'PORT is "abc". It may be a whole number from 1 to 65535.'],
    [[], '0', 'PORT is "0". It may be a whole number from 1 to 65535.'],
    [['--port', '65536'], '8080', '--port is "65536". It may be a whole number from 1 to 65535.'],
    [['--port', '80.5'], undefined, '--port is "80.5". It may be a whole number from 1 to 65535.'],
    [['--port'], undefined, '--port is empty. It may be a whole number from 1 to 65535.'],
    [['8080'], undefined, 'npm start takes nothing but --port, as in `npm start -- --port 8080`, not 8080.'],
  ])('%j with PORT=%s is refused in a sentence', (args, fromEnvironment, sentence) => {
    expect(() => portFrom(args, fromEnvironment)).toThrow(sentence);
  });

  it.each<[Error, string | null]>([
    [
      Object.assign(new Error('listen'), { code: 'EADDRINUSE' }),
      'Port 80 is taken by another program. End that program, or ask for another port, as in `npm start -- --port 8080`.',
    ],
    [
      new Error('Port 80 is already in use'),
      'Port 80 is taken by another program. End that program, or ask for another port, as in `npm start -- --port 8080`.',
    ],
    [
      Object.assign(new Error('listen'), { code: 'EACCES' }),
      'Port 80 is reserved for the administrator. Ask for one above 1023, as in `npm start -- --port 8080`.',
    ],
    [new Error('dist is missing'), null],
  ])('explains %s', (error, sentence) => {
    expect(portProblem(error, 80)).toBe(sentence);
  });
});
