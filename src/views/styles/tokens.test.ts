import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ciede2000,
  contrast,
  perceivedDistance,
  fromHex,
  blend,
  type ColourTriple,
  type Vision,
} from './colour.testing.ts';

const stylesheet = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8').replace(/\/\*[^]*?\*\//g, '');

/** The declarations of the innermost rule with this selector, inside the given at-rule if there is one. */
function declarations(selector: string, atRule = ''): Map<string, string> {
  const from = atRule === '' ? 0 : stylesheet.indexOf(`${atRule} {`);
  const start = stylesheet.indexOf(`${selector} {`, from);
  if (from < 0 || start < 0) throw new Error(`no rule ${atRule} ${selector}`);
  const body = stylesheet.slice(stylesheet.indexOf('{', start) + 1, stylesheet.indexOf('}', start));
  return new Map([...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));
}

const light = declarations(':root');
const darkBySystem = declarations(":root:not([data-theme='light'])", '@media (prefers-color-scheme: dark)');
const darkByReader = declarations(":root[data-theme='dark']");
const themes = { light, dark: new Map([...light, ...darkBySystem]) };
type Theme = keyof typeof themes;

function colour(theme: Theme, token: string): ColourTriple {
  const value = themes[theme].get(`--${token}`);
  if (value === undefined) throw new Error(`${theme} has no --${token}`);
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? fromHex(value) : colour(theme, other);
}

const both: Theme[] = ['light', 'dark'];
const visions: Vision[] = ['normal', 'protanopia', 'deuteranopia', 'tritanopia'];
const backgrounds = ['surface', 'bg', 'sunken'];

describe('the arithmetic', () => {
  // From the test data of Sharma, Wu and Dalal.
  it.each([
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
    [50, 2.5, 0, 73, 25, -18, 27.1492],
    [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [22.7233, 20.0904, -46.694, 23.0331, 14.973, -42.5619, 2.0373],
    [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
  ])('CIEDE2000 of %d %d %d and %d %d %d is %d', (l1, a1, b1, l2, a2, b2, expected) => {
    expect(ciede2000([l1, a1, b1], [l2, a2, b2])).toBeCloseTo(expected, 4);
    expect(ciede2000([l2, a2, b2], [l1, a1, b1])).toBeCloseTo(expected, 4);
  });

  it('gives black on white 21, and changes neither for any vision', () => {
    const [black, white] = [fromHex('#000000'), fromHex('#ffffff')];
    expect(contrast(black, white)).toBeCloseTo(21, 10);
    for (const vision of visions) expect(perceivedDistance(black, white, vision)).toBeCloseTo(100, 1);
  });
});

describe('the stylesheet', () => {
  it('has the same dark colours for the system preference and the user setting', () => {
    expect(darkBySystem).toEqual(darkByReader);
  });

  it('changes every colour in the dark theme', () => {
    const colours = [...light].filter(([, value]) => value.startsWith('#')).map(([name]) => name);
    expect(colours.filter((name) => !darkBySystem.has(name))).toEqual([]);
  });

  it('has no chroma except for decisions', () => {
    for (const theme of both) {
      for (const token of ['bg', 'surface', 'sunken', 'line', 'grid', 'ink', 'ink-2', 'control', 'on-accent']) {
        const parts = colour(theme, token);
        // A cool grey: its channels stay within a tenth of one another.
        expect(Math.max(...parts) - Math.min(...parts), `${theme} --${token}`).toBeLessThan(0.1);
      }
    }
  });

  it('has stronger lines for more contrast', () => {
    const more = declarations(':root:root', '@media (prefers-contrast: more)');
    expect(Object.fromEntries(more)).toEqual({ '--line': 'var(--control)' });
  });

  it('leaves all forced colours to the system', () => {
    const forced = declarations(':root:root:root', '@media (forced-colors: active)');
    const dark = [...darkBySystem].filter(([, value]) => value.startsWith('#')).map(([name]) => name);
    expect(dark.filter((name) => !forced.has(name))).toEqual([]);
    for (const value of forced.values()) expect(['Canvas', 'CanvasText', 'GrayText']).toContain(value);
    for (const outcome of ['admitted', 'delayed', 'denied']) expect(forced.get(`--${outcome}`)).toBe('CanvasText');
  });

  it('gives touch screens and phones 44 px', () => {
    const touch = declarations(':root', '@media (pointer: coarse), (width < 720px)');
    expect(Object.fromEntries(touch)).toEqual({ '--control-height': '44px', '--target': '44px' });
    expect(light.get('--control-height')).toBe('32px');
    expect(light.get('--target')).toBe('24px');
  });
});

describe('contrast on surface, bg and sunken', () => {
  // What the palette claims. Light amber is never on sunken.
  it.each<[Theme, string, number, number, number?]>([
    ['light', 'ink', 17.8, 16.3, 15],
    ['light', 'ink-2', 7.8, 7.1, 6.6],
    ['light', 'control', 4.5, 4.1, 3.8],
    ['light', 'admitted', 6.4, 5.8, 5.4],
    ['light', 'delayed', 3.5, 3.2],
    ['light', 'delayed-text', 7.1, 6.5, 6],
    ['light', 'denied', 6.7, 6.1, 5.6],
    ['dark', 'ink', 16.1, 17.3, 14.1],
    ['dark', 'ink-2', 8.8, 9.4, 7.7],
    ['dark', 'control', 5.1, 5.5, 4.5],
    ['dark', 'admitted', 7.5, 8, 6.6],
    ['dark', 'delayed', 12, 12.9, 10.5],
    ['dark', 'delayed-text', 12, 12.9, 10.5],
    ['dark', 'denied', 5.8, 6.2, 5.1],
  ])('%s --%s: %d, %d, %d', (theme, token, ...claims) => {
    const ratios = backgrounds.map((background) => contrast(colour(theme, token), colour(theme, background)));
    expect(ratios.slice(0, claims.length).map((ratio) => Number(ratio.toFixed(1)))).toEqual(claims);
  });

  it.each<[Theme, string, number]>([
    ['light', 'line', 1.38],
    ['light', 'grid', 1.2],
    ['dark', 'line', 1.42],
    ['dark', 'grid', 1.22],
  ])('%s --%s is decoration: %d on surface', (theme, token, claim) => {
    expect(contrast(colour(theme, token), colour(theme, 'surface'))).toBeCloseTo(claim, 2);
  });

  it.each<[Theme, number]>([
    ['light', 17.8],
    ['dark', 17.3],
  ])('%s buttons: %d', (theme, claim) => {
    expect(contrast(colour(theme, 'accent'), colour(theme, 'on-accent'))).toBeCloseTo(claim, 1);
  });

  it.each(both)('%s: text has at least 4.5 on every background', (theme) => {
    for (const text of ['ink', 'ink-2', 'admitted', 'delayed-text', 'denied']) {
      for (const background of backgrounds) {
        const ratio = contrast(colour(theme, text), colour(theme, background));
        expect(ratio, `--${text} on --${background}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it.each(both)('%s: marks and the borders of controls have at least 3.0', (theme) => {
    for (const mark of ['ink', 'ink-2', 'control', 'admitted', 'delayed', 'denied']) {
      for (const background of backgrounds) {
        if (theme === 'light' && mark === 'delayed' && background === 'sunken') continue;
        const ratio = contrast(colour(theme, mark), colour(theme, background));
        expect(ratio, `--${mark} on --${background}`).toBeGreaterThanOrEqual(3);
      }
      // Under the marks, the peak window is a band of 7 % ink.
      const band = blend(colour(theme, 'ink'), 0.07, colour(theme, 'surface'));
      expect(contrast(colour(theme, mark), band), `--${mark} on the band`).toBeGreaterThanOrEqual(3);
      // Over them, a lit phase is one of the same strength.
      const lit = blend(colour(theme, 'ink'), 0.07, colour(theme, mark));
      expect(contrast(lit, band), `--${mark} where its phase is lit`).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the future under its veil', () => {
  const alpha = Number(light.get('--veil-alpha'));
  const veiled = (theme: Theme, what: ColourTriple): ColourTriple => blend(colour(theme, 'surface'), alpha, what);

  it.each(both)('%s: keeps 3:1 for marks and curves, also on the band of the peak window', (theme) => {
    const surface = colour(theme, 'surface');
    const band = veiled(theme, blend(colour(theme, 'ink'), 0.07, surface));
    for (const mark of ['ink', 'ink-2', 'admitted', 'delayed', 'denied']) {
      // Light amber has 3.5 on purpose: a ring and a tail, whose shape is its own.
      if (theme === 'light' && mark === 'delayed') continue;
      const seen = veiled(theme, colour(theme, mark));
      expect(contrast(seen, surface), `--${mark}`).toBeGreaterThanOrEqual(3);
      expect(contrast(seen, band), `--${mark} on the band`).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(both)('%s: is paler than the past', (theme) => {
    for (const mark of ['ink', 'admitted', 'delayed', 'denied']) {
      const [past, future] = [colour(theme, mark), veiled(theme, colour(theme, mark))].map((seen) =>
        contrast(seen, colour(theme, 'surface')),
      ) as [number, number];
      expect(past / future, `--${mark}`).toBeGreaterThan(1.5);
    }
  });
});

describe('outcomes told apart, normal / protanopia / deuteranopia / tritanopia', () => {
  it.each<[Theme, string, string, number[]]>([
    ['light', 'admitted', 'delayed', [55, 56, 62, 49]],
    ['light', 'admitted', 'denied', [47, 50, 55, 54]],
    ['light', 'delayed', 'denied', [29, 21, 16, 20]],
    ['dark', 'admitted', 'delayed', [55, 56, 60, 49]],
    ['dark', 'admitted', 'denied', [47, 48, 53, 61]],
    ['dark', 'delayed', 'denied', [37, 25, 17, 21]],
  ])('%s: ΔE of %s and %s is %j', (theme, one, other, claims) => {
    const deltas = visions.map((vision) => perceivedDistance(colour(theme, one), colour(theme, other), vision));
    expect(deltas.map(Math.round)).toEqual(claims);
    expect(Math.min(...deltas)).toBeGreaterThanOrEqual(15);
  });

  it.each<[Theme, number[]]>([
    ['light', [30, 31, 29, 29]],
    ['dark', [28, 26, 30, 22]],
  ])('%s: from ink to its nearest outcome it is %j', (theme, claims) => {
    const nearest = visions.map((vision) => {
      const deltas = ['admitted', 'delayed', 'denied'].map((outcome) =>
        perceivedDistance(colour(theme, 'ink'), colour(theme, outcome), vision),
      );
      return Math.min(...deltas);
    });
    expect(nearest.map(Math.round)).toEqual(claims);
  });
});
