/** A link is whole or is refused: no damage to one place makes another link of it. */
import { describe, expect, it } from 'vitest';
import { thorough } from '../../thorough.ts';
import { decodeLink, encodeLink } from './link.ts';
import { scenarioOf } from './scenario.ts';
import { FIRST_VISIT_VIEW, presetById, presetScenario, type Preset } from './presets/index.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~';
/** `npm test` tries one damage in so many; `npm run test:long` all. */
const STEP = thorough ? 1 : 23;

const originals = {
  small: encodeLink(scenarioOf({ policy: { n: 7 } })),
  'with a view': encodeLink(presetScenario(presetById('edge-burst') as Preset), FIRST_VISIT_VIEW),
  'with a selected request': encodeLink(presetScenario(presetById('last-token') as Preset), {
    at: 8.123456,
    from: 6.5,
    to: 24.75,
    selected: { lane: 1, request: 10 },
  }),
  'of a cluster': encodeLink(presetScenario(presetById('lease') as Preset)),
  'of a script': encodeLink(
    scenarioOf({ traffic: [{ kind: 'script', code: 'for (let i = 0; i < 9; i++) send(i);' }] }),
  ),
  big: encodeLink(
    scenarioOf({
      title: 'Big',
      traffic: [{ kind: 'times', at: Array.from({ length: 150 }, (_, i) => ((i * 7_919) % 10_007) / 1_000) }],
    }),
    FIRST_VISIT_VIEW,
  ),
};

/** Every letter replaced by every other one, every letter deleted, all neighbours swapped, and every cut. */
function* damages(link: string): Generator<string> {
  for (let at = 0; at < link.length; at++) {
    const [before, hit, after] = [link.slice(0, at), link.charAt(at), link.slice(at + 1)];
    for (const letter of LETTERS) if (letter !== hit) yield before + letter + after;
    yield before + after;
    if (after !== '' && after[0] !== hit) yield `${before}${after.charAt(0)}${hit}${after.slice(1)}`;
    yield before;
  }
}

describe.each(Object.entries(originals))('a link %s', (_, link) => {
  const whole = decodeLink(link);

  it('opens as itself', () => expect(whole).toMatchObject({ ok: true, viewWarning: null }));

  it.each(['>', '"', ' ', '”.', '…', '_', '.___', '&utm_source=news&utm_medium=e-mail', '?fbclid=IwAR0_x.y'])(
    'opens with %s at its end, escaped as browsers do in an address',
    (left) => {
      expect(decodeLink(new URL(`https://spillway.example/?a=b${link}${left}x`).hash.slice(0, -1))).toEqual(whole);
    },
  );

  it('does not open with any one damage', () => {
    const opened: string[] = [];
    let index = 0;
    for (const damaged of damages(link)) {
      if (index++ % STEP !== 0) continue;
      if (decodeLink(damaged).ok) opened.push(damaged);
    }
    // Its `#` is no part of what it holds.
    expect(opened.filter((text) => `#${text}` !== link)).toEqual([]);
  });

  it('does not open when it is cut short, wherever that is', () => {
    for (let length = 0; length < link.length; length++) expect(decodeLink(link.slice(0, length)).ok).toBe(false);
  });

  it('does not open as a link of the first release, nor with another view or none', () => {
    const [head = '', scenario = '', view] = link.split('.');
    const damaged = [link.replace('~', '.'), `${head}.${scenario}.q64FAA`, `${head}.${scenario}.`];
    if (view !== undefined) damaged.push(`${head}.${scenario}`, `${head}.${view}`, `${head}.${view}.${scenario}`);
    const opened = damaged.filter((text) => decodeLink(text).ok);
    // Without a view, a full stop at its end is the sentence's.
    expect(opened).toEqual(view === undefined ? [`${link}.`] : []);
  });
});
