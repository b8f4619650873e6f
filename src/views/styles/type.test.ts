/** Type sizes: three on the working screen and one for headings, in every stylesheet and wherever a canvas sets text. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const views = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(`${views}/${file}`, 'utf8').replace(/\/\*[^]*?\*\//g, '');
const files = readdirSync(views, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((file) => file.endsWith('.css'));
const modules = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\btesting\./.test(file));
const tokens = new Map(
  [...read('styles/tokens.css').matchAll(/--((?:size|type)-\w+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

/** What a `font` or `font-size` may say: a token, nothing of its own, or 0 for a word that a sign stands for. */
const FONT =
  /^(?:inherit|(?:[46]00 )?var\(--type-\w+\) var\(--font(?:-mono)?\)|[46]00 var\(--size-\w+\) \/ \S+ var\(--font\))$/;
const FONT_SIZE = /^(?:0|var\(--size-\w+\))$/;

describe('type', () => {
  it('has three sizes and one for headings', () => {
    const sizes = [...tokens].filter(([name]) => name.startsWith('size-'));
    expect(Object.fromEntries(sizes)).toEqual({
      'size-label': '12px',
      'size-body': '14px',
      'size-lead': '16px',
      'size-heading': '20px',
    });
  });

  it('is built from those sizes alone', () => {
    const types = [...tokens].filter(([name]) => name.startsWith('type-'));
    expect(types.length).toBeGreaterThan(3);
    for (const [name, value] of types)
      expect(value, `--${name}`).toMatch(/^var\(--size-(?:label|body|lead|heading)\) \/ \d+px$/);
  });

  it('is the only source of font sizes in stylesheets', () => {
    // A slide is read from the last row of a room: its sizes follow the window's.
    const others = sheets
      .filter((file) => file !== 'teach/Present.module.css')
      .flatMap((file) =>
        [...read(file).matchAll(/(?<![\w-])(font|font-size):\s*([^;}]+)[;}]/g)]
          .filter(([, property, value = '']) => !(property === 'font' ? FONT : FONT_SIZE).test(value.trim()))
          .map(([declaration]) => `${file}: ${declaration}`),
      );
    expect(others).toEqual([]);
  });

  it('names no token that does not exist', () => {
    const unknown = [...sheets, ...modules].flatMap((file) =>
      [...read(file).matchAll(/var\(--((?:size|type)-\w+)\)/g)]
        .filter(([, name = '']) => !tokens.has(name))
        .map(([use]) => `${file}: ${use}`),
    );
    expect(unknown).toEqual([]);
  });

  it('is the label size in canvases and axes', () => {
    const sizes = modules.flatMap((file) => [...read(file).matchAll(/fontSize=\{(\d+)\}|\b(\d+)px \$\{/g)]);
    expect(sizes.length).toBeGreaterThan(2);
    for (const [use, axis, canvas] of sizes) expect(Number(axis ?? canvas), `in ${use}`).toBe(12);
  });

  it('has tabular figures everywhere, though every `font` would reset them', () => {
    expect(read('styles/base.css')).toMatch(/\*::after \{[^}]*font-variant-numeric: tabular-nums !important;/);
  });

  it('sets the sentence larger than a button', () => {
    expect(read('caption/Caption.module.css')).toMatch(/\.text \{[^}]*var\(--size-lead\)/);
    expect(read('styles/base.css')).toMatch(/\.button \{[^}]*var\(--type-body\)/);
  });
});
