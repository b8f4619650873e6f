/** What a camera makes of a code: a decoder that is not the encoder's own reads what is drawn. */
import decodeQr from 'qr/decode.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import QrCode from './QrCode.tsx';

/** Of a module, on the screen. */
const PIXELS = 4;

/** The code in grey, as its SVG draws it. */
function pixelsOf(link: string): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
  const markup = renderToStaticMarkup(<QrCode link={link} />);
  const modules = Number(/viewBox="0 0 (\d+) /.exec(markup)?.[1]);
  const width = modules * PIXELS;
  const data = new Uint8Array(4 * width * width).fill(255);
  for (const [, left, top, length] of markup.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = 0; row < PIXELS; row++) {
      const from = 4 * ((Number(top) * PIXELS + row) * width + Number(left) * PIXELS);
      for (let pixel = 0; pixel < Number(length) * PIXELS; pixel++)
        data.fill(0, from + 4 * pixel, from + 4 * pixel + 3);
    }
  return { width, height: width, data };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const linkOf = (length: number): string => {
  const start = 'https://spillway.example/play/#1~';
  return start + Array.from({ length: length - start.length }, (_, i) => LETTERS[(i * i + 7 * i) % 64]).join('');
};

it.each([40, 100, 200, 333, 599, 600])('a link of %d characters is read as it is', (length) => {
  const link = linkOf(length);
  expect(decodeQr(pixelsOf(link), { timeLimit: 10_000 })).toBe(link);
});
