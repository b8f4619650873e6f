import { expect, it } from 'vitest';
import { shareText } from './shareText.ts';

it.each([
  [412, 'yes', 'Link copied, 412 characters. It replays these exact decisions. '],
  [12_345, 'yes', 'Link copied, 12,345 characters. It replays these exact decisions. '],
  [
    412,
    'refused',
    'The browser does not allow copying: with the link selected, press Ctrl+C. It has 412 characters. It replays these exact decisions. ',
  ],
] as const)('of %d characters, copied: %s', (length, copied, words) =>
  expect(shareText(length, copied)).toBe(
    `${words}Everything is in the link, including the sentence; nothing is sent to a server.`,
  ),
);

it.each([
  [
    ['access.log'],
    'It names the recording “access.log” without the requests: send the saved file, too, to whoever does not have it.',
  ],
  [[''], 'It names a recording without the requests: send the saved file, too, to whoever does not have it.'],
  [['a', 'b'], 'It names 2 recordings without the requests: send the saved file, too, to whoever does not have them.'],
])('of a link that names %j', (names, words) =>
  expect(shareText(412, 'yes', names)).toBe(`Link copied, 412 characters. ${words} Nothing is sent to a server.`),
);
