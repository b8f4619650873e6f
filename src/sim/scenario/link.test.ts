import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { arbitraryScenarios, arbitraryLinkViews } from './arbitraries.testing.ts';
import { base64urlFromBytes, bytesFromBase64url } from './base64url.ts';
import { DICTIONARY_1 } from './dictionary1.ts';
import { decodeLink, encodeLink, type LinkView } from './link.ts';
import { MAX_BYTES, pack, unpack } from './pack.ts';
import { edgeBurst, FIRST_VISIT_VIEW, presets, presetScenario } from './presets/index.ts';
import { emptyScenario, minimalDocument, scenarioOf, type Scenario } from './scenario.ts';

// Thousands of links, on a machine that may have other work.
vi.setConfig({ testTimeout: 60_000 });

const scenario = presetScenario(edgeBurst);
const link = encodeLink(scenario, FIRST_VISIT_VIEW);
const oldLink = withoutChecksum(link);

/** A link to a document that nobody checked, packed by zlib and not by the code under test. */
function linkTo(document: unknown, view?: unknown): string {
  const packed = (value: unknown) =>
    deflateRawSync(Buffer.from(JSON.stringify(value)), { dictionary: Buffer.from(DICTIONARY_1) }).toString('base64url');
  return `#1.${packed(document)}${view === undefined ? '' : `.${packed(view)}`}`;
}

/** The same link as the first release wrote it: without a checksum. */
function withoutChecksum(text: string): string {
  return text.replace(/^#1~[\w-]{6}\./, '#1.');
}

/** A new link with this content, whatever it is. */
function withChecksum(content: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(content));
  return `#1~${bytes.toString('base64url')}.${content}`;
}

/** The failure of a link that has one; every link either opens or says why it does not. */
function failureOf(text: string) {
  const decoded = decodeLink(text);
  if (decoded.ok) return null;
  expect(decoded.failure.message).toMatch(/^[A-Z].*[.?]$/s);
  return decoded.failure;
}

describe('a link', () => {
  it('holds the run and the view', () => {
    expect(decodeLink(link)).toEqual({ ok: true, scenario, view: FIRST_VISIT_VIEW, viewWarning: null });
    expect(decodeLink(encodeLink(scenario))).toEqual({ ok: true, scenario, view: null, viewWarning: null });
  });

  it('is short', () => {
    expect(link).toMatch(/^#1~[\w-]{6}\.[\w-]+\.[\w-]+$/);
    expect(link.length).toBeLessThan(60);
    // The same with figures and words that nobody foresaw.
    const edited = scenarioOf({
      ...minimalDocument(scenario),
      title: 'Ours',
      notes: 'Look at ten seconds.',
      policy: { n: 12, T: 15 },
      seed: 77,
    });
    expect(encodeLink(edited, { at: 8.123456, from: 6.5, to: 24.75 }).length).toBeLessThan(120);
    expect(Math.max(...presets.map((preset) => encodeLink(presetScenario(preset)).length))).toBeLessThan(400);
  });

  it.each([
    ['a whole address', (fragment: string) => `https://spillway.example/play?x=1${fragment}`],
    ['without #', (fragment: string) => fragment.slice(1)],
    ['at the end of a sentence', (fragment: string) => `${fragment}.`],
    ['in brackets', (fragment: string) => `<${fragment}>`],
    ['with ~ written as %7E', (fragment: string) => fragment.replace('~', '%7E')],
    ['escaped twice', (fragment: string) => fragment.replace('~', '%257E').replaceAll('.', '%2E')],
    [
      'broken into lines by a mail program',
      (fragment: string) => ` ${fragment.slice(0, 9)}\r\n ${fragment.slice(9)}\n`,
    ],
  ])('opens as %s', (_, written) => {
    expect(decodeLink(written(link))).toEqual({ ok: true, scenario, view: FIRST_VISIT_VIEW, viewWarning: null });
  });

  it('is the same for the same run, whatever order its document had', () => {
    const shuffled = Object.fromEntries(Object.entries(minimalDocument(scenario)).reverse());
    expect(encodeLink(scenarioOf(shuffled), FIRST_VISIT_VIEW)).toBe(link);
  });

  it('comes back, whatever it holds', () => {
    fc.assert(
      fc.property(arbitraryScenarios(), fc.option(arbitraryLinkViews(), { nil: undefined }), (held, any) => {
        const view = any?.selected !== undefined && any.selected.lane >= held.lanes.length ? undefined : any;
        expect(decodeLink(encodeLink(held, view))).toEqual({
          ok: true,
          scenario: held,
          view: view ?? null,
          viewWarning: null,
        });
      }),
      { seed: 20_260_106, numRuns: 1_000 },
    );
  });

  it('is deflate that any other program reads', () => {
    const [, letters = ''] = link.split('.');
    const text = inflateRawSync(Buffer.from(letters, 'base64url'), {
      dictionary: Buffer.from(DICTIONARY_1),
    }).toString();
    expect(JSON.parse(text)).toEqual(minimalDocument(scenario));
    expect(decodeLink(linkTo(minimalDocument(scenario), { a: 8, f: 6, t: 24 }))).toEqual(decodeLink(link));
  });

  it.each(['#1.G42roRNXAA.AxfCFuBC2AxcCBuZ1AIA', '#1~-3wpfQ.G42roRNXAA.AxfCFuBC2AxcCBuZ1AIA'])(
    'opens for ever, as it was made: %s',
    (made) => {
      // It keeps its own sentence, though the preset now has another.
      const notes = scenario.notes.replace('20 through in 10 s.', '20 through within 2 seconds.');
      const asMade = { ...scenario, notes };
      expect(decodeLink(made)).toEqual({ ok: true, scenario: asMade, view: FIRST_VISIT_VIEW, viewWarning: null });
    },
  );
});

describe('the dictionary', () => {
  it('of version 1 is frozen', () => {
    expect(createHash('sha256').update(DICTIONARY_1).digest('hex')).toBe(
      '515346913cb68b2eb6e20df3202d15fd2ebd0471cd47e2e941c109b6696ceb40',
    );
    expect(DICTIONARY_1).toMatch(/^[ -~]+$/);
    expect(DICTIONARY_1.length).toBeLessThan(32_768);
  });
});

describe('a view', () => {
  it('is kept to the microsecond', () => {
    const decoded = decodeLink(
      encodeLink(scenario, { at: 1 / 3, from: 0.1 + 0.2, to: 24, selected: { lane: 1, request: 10 } }),
    );
    expect(decoded).toMatchObject({ view: { at: 0.333333, from: 0.3, to: 24, selected: { lane: 1, request: 10 } } });
  });

  it('holds the layout that was chosen, and none where the window chose it', () => {
    const view: LinkView = { at: 1, from: 0, to: 24 };
    expect(decodeLink(encodeLink(scenario, view))).toMatchObject({ view });
    for (const layout of ['columns', 'stacked'] as const)
      expect(decodeLink(encodeLink(scenario, { ...view, layout }))).toMatchObject({ view: { ...view, layout } });
  });

  it('opens without a layout or a mode that this version does not know, and holds Tune', () => {
    const view: LinkView = { at: 1, from: 0, to: 24 };
    for (const part of [{ l: 'spiral' }, { m: 'dream' }, { m: 'run' }])
      expect(decodeLink(linkTo(minimalDocument(scenario), { a: 1, t: 24, ...part }))).toEqual({
        ok: true,
        scenario,
        view,
        viewWarning: null,
      });
    const inTune: LinkView = { ...view, mode: 'tune' };
    expect(decodeLink(encodeLink(scenario, inTune))).toMatchObject({ view: inTune, viewWarning: null });
  });

  it.each<[string, LinkView]>([
    ['an empty range', { at: 1, from: 5, to: 5 }],
    ['no number', { at: NaN, from: 0, to: 1 }],
    ['a time before all', { at: -1, from: 0, to: 1 }],
    ['half a request', { at: 0, from: 0, to: 1, selected: { lane: 0, request: 0.5 } }],
  ])('that is none is left out: %s', (_, view) => expect(encodeLink(scenario, view)).toBe(encodeLink(scenario)));

  it.each([
    ['cut short', oldLink.slice(0, -4)],
    ['of a letter that links never hold', `${oldLink.slice(0, -4)}%${oldLink.slice(-4)}`],
    ['that is no view', linkTo(minimalDocument(scenario), { speed: 3 })],
    ['of a lane that there is not', linkTo(minimalDocument(scenario), { t: 1, s: [3, 0] })],
    ['of an empty range', linkTo(minimalDocument(scenario), { t: 0 })],
    ['that is a bomb', `${withoutChecksum(encodeLink(scenario))}.${bomb(5_000_000)}`],
    ['followed by more', `${oldLink}.more`],
    ['that its maker got wrong, in a new link', withChecksum(`${oldLink.slice(3).split('.')[0]}.q64FAA`)],
  ])('%s costs nothing but the view', (_, broken) => {
    const viewWarning = 'The run was opened, but the part of the link that holds the view is damaged.';
    expect(decodeLink(broken)).toEqual({ ok: true, scenario, view: null, viewWarning });
  });
});

describe('a broken link', () => {
  const cut = link.slice(0, 12);
  it.each([
    [
      'nothing',
      '',
      'not-a-link',
      'This is not a Spillway link: those begin with #1~ or #1. and consist of letters and digits.',
    ],
    [
      'another fragment',
      'https://spillway.example/#top',
      'not-a-link',
      'This is not a Spillway link: those begin with #1~ or #1. and consist of letters and digits.',
    ],
    [
      'version 0',
      '#0.abc',
      'not-a-link',
      'This is not a Spillway link: those begin with #1~ or #1. and consist of letters and digits.',
    ],
    [
      'newer by its head',
      '#3.abc',
      'newer',
      'This link was made by a newer Spillway (format 3; this one reads up to 1).',
    ],
    [
      'newer within',
      linkTo({ version: 3 }),
      'newer',
      'This link was made by a newer Spillway (format 3; this one reads up to 1).',
    ],
    ['cut after the head', '#1.', 'cut-short', 'This link is cut off after 2 characters.'],
    ['cut in the middle', cut, 'cut-short', 'This link is cut off after 12 characters.'],
    ['a cut address', `https://a.b/${cut}`, 'cut-short', 'This link is cut off after 24 characters.'],
    [
      'a letter from elsewhere',
      '#1.IzFQ%iQnN',
      'damaged',
      'This link is damaged: character 8 is “%”, which does not occur in links.',
    ],
    [
      'a letter beyond 16 bits',
      '#1.IzFQ😀iQnN',
      'damaged',
      'This link is damaged: character 8 is “😀”, which does not occur in links.',
    ],
    [
      'no JSON',
      `#1.${base64urlFromBytes(deflateRawSync(Buffer.from('{"policy":')))}`,
      'damaged',
      'This link is damaged: its content cannot be decoded.',
    ],
    ['no deflate', '#1._____', 'damaged', 'This link is damaged: its content cannot be decoded.'],
    ['too much', `#1.${bomb(5_000_000)}`, 'too-large', 'This link holds more than 1 MB, the maximum.'],
    ['too long', `#1.${'A'.repeat(1_900_000)}`, 'too-large', 'This link holds more than 1 MB, the maximum.'],
    [
      'longer than any link',
      '.'.repeat(50_000_000),
      'too-large',
      'This is 50,000,000 characters long. A link is at most 2,000,000.',
    ],
    ['cut in its checksum', '#1~IzF', 'cut-short', 'This link is cut off after 6 characters.'],
    [
      'a letter lost from its checksum',
      link.replace(/~./, '~'),
      'damaged',
      'This link is damaged: its checksum is not six letters and digits.',
    ],
    [
      'without its view',
      link.slice(0, link.lastIndexOf('.')),
      'damaged',
      'This link is damaged or cut off: its content does not match its checksum.',
    ],
    [
      'of another checksum, with a damaged letter',
      withChecksum('IzFQ%iQnN'),
      'damaged',
      'This link is damaged: character 15 is “%”, which does not occur in links.',
    ],
    [
      'a value',
      linkTo({ policy: { n: -5 } }),
      'values',
      'The link says policy.n is −5. It may be a whole number from 1 to 1,000,000.',
    ],
    [
      'two values',
      linkTo({ policy: { n: 0, T: 0 } }),
      'values',
      'The link says policy.n is 0. It may be a whole number from 1 to 1,000,000. 1 more problem.',
    ],
    [
      'a missing field',
      linkTo({ traffic: [{ kind: 'steady' }] }),
      'values',
      'In the link, traffic[0].rate is missing. It may be a number above 0, at most 1,000,000,000.',
    ],
    [
      'an unknown field',
      linkTo({ policy: { N: 1 } }),
      'values',
      'In the link, policy.N is not a known field. It may be n, T or capacity. Did you mean n?',
    ],
    [
      'no scenario',
      linkTo([1]),
      'values',
      'The link says the scenario is [1]. It may be an object with version, title, notes, notesFor, seed, duration, epoch, policy, traffic, lanes, cluster, goals and lesson.',
    ],
  ])('%s', (_, text, kind, words) => expect(failureOf(text)).toMatchObject({ kind, message: words }));

  it('tells all that is wrong with its values', () => {
    expect(failureOf(linkTo({ policy: { n: 0, T: 0, capacity: 0 } }))?.problems.map(({ path }) => path)).toEqual([
      'policy.n',
      'policy.T',
      'policy.capacity',
    ]);
  });

  it('ends too early wherever it is cut', () => {
    const whole = encodeLink(presetScenario(presets[4] as (typeof presets)[number]));
    const said = Array.from({ length: whole.length - 3 }, (_, index) => failureOf(whole.slice(0, index + 2)));
    expect(said.map((failure) => failure?.message)).toEqual(
      said.map((_, index) => `This link is cut off after ${trimmed(whole.slice(0, index + 2)).length} characters.`),
    );
    expect(failureOf(whole.slice(0, -1))).not.toBeNull();
  });

  it('of the first release says what is damaged, or opens', () => {
    const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const held = [
      ...presets.map(presetScenario),
      ...fc.sample(arbitraryScenarios(), { seed: 20_260_112, numRuns: 200 }),
    ];
    const originals = fc.constantFrom(
      ...held.map((one, index) => withoutChecksum(encodeLink(one, index % 2 === 0 ? FIRST_VISIT_VIEW : undefined))),
    );
    const letter = fc.oneof(
      fc.constantFrom(...ALPHABET.split('')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const damage = fc.oneof(
      fc.record({ kind: fc.constant('replace'), place: fc.nat(), letter }),
      fc.record({ kind: fc.constant('insert'), place: fc.nat(), letter }),
      fc.record({ kind: fc.constant('remove'), place: fc.nat(), letter }),
      fc.record({ kind: fc.constant('flip'), place: fc.nat(), letter }),
      fc.record({ kind: fc.constant('cut'), place: fc.nat(), letter }),
      fc.record({ kind: fc.constant('swap'), place: fc.nat(), letter }),
    );
    const kinds = new Set<string>();
    fc.assert(
      fc.property(originals, fc.array(damage, { minLength: 1, maxLength: 4 }), (original, harms) => {
        let text = original;
        for (const harm of harms) {
          const at = harm.place % Math.max(1, text.length);
          const [before, hit, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
          const index = ALPHABET.indexOf(hit);
          if (harm.kind === 'replace') text = before + harm.letter + after;
          else if (harm.kind === 'insert') text = before + harm.letter + hit + after;
          else if (harm.kind === 'remove') text = before + after;
          else if (harm.kind === 'flip')
            text = before + (index < 0 ? hit : ALPHABET.charAt(index ^ (1 << (harm.place % 6)))) + after;
          else if (harm.kind === 'cut') text = before;
          else text = after + before;
        }
        kinds.add(failureOf(text)?.kind ?? 'opens');
      }),
      { seed: 20_260_107, numRuns: 6_000 },
    );
    expect([...kinds].sort()).toEqual(['cut-short', 'damaged', 'newer', 'not-a-link', 'opens', 'values']);
  });

  it('of random letters says what it is, or opens', () => {
    const letters = fc
      .array(fc.integer({ min: 0, max: 255 }), { maxLength: 300 })
      .map((bytes) => base64urlFromBytes(Uint8Array.from(bytes)));
    fc.assert(
      fc.property(letters, fc.boolean(), (text, headed) => void failureOf(headed ? `#1.${text}` : text)),
      { seed: 20_260_108, numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void failureOf(text)),
      { seed: 20_260_109, numRuns: 1_000 },
    );
  });

  it('of well packed nonsense says what it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void failureOf(linkTo(value))),
      { seed: 20_260_110, numRuns: 1_000 },
    );
    for (const text of ['['.repeat(900_000), '{"a":'.repeat(150_000), `[${'['.repeat(400_000)}${']'.repeat(400_000)}]`])
      expect(failureOf(`#1.${deflateRawSync(Buffer.from(text)).toString('base64url')}`)).not.toBeNull();
  });
});

/** Without the `~` or full stop at which a link may have been cut. */
function trimmed(text: string): string {
  return text.replace(/[.~]$/, '');
}

/** Letters of so many zero bytes, packed. */
function bomb(size: number): string {
  return deflateRawSync(Buffer.alloc(size), { level: 9 }).toString('base64url');
}

describe('a bomb', () => {
  it('is put down before it has filled the memory', () => {
    // A gigabyte in a megabyte of letters, and here a tenth of both: 1,032 to 1 is all that deflate can do.
    const letters = bomb(100_000_000);
    expect(letters.length).toBeLessThan(134_000);
    const before = process.memoryUsage().arrayBuffers;
    expect(unpack(letters)).toEqual({ ok: false, reason: 'too-large' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  it('of many small blocks is put down as well', () => {
    const blocks = Buffer.concat(Array.from({ length: 200_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
    expect(unpack(Buffer.concat([blocks, Buffer.from([3, 0])]).toString('base64url'))).toMatchObject({ ok: false });
  });

  it('is not what a megabyte of text is', () => {
    const text = 'x'.repeat(MAX_BYTES - 2);
    expect(unpack(pack(text))).toEqual({ ok: true, value: text });
    expect(() => pack(`${text}x`)).toThrow(
      'This is too large for a link, which holds at most 1 MB. Save it as a file.',
    );
  });
});

describe('a large scenario', () => {
  it('of 90,000 clicks comes back', () => {
    const at = Array.from({ length: 90_000 }, (_, i) => ((i * 7_919) % 1_000_003) / 1_000);
    const held = scenarioOf({ traffic: [{ kind: 'times', at, clicks: true }] });
    expect(decodeLink(encodeLink(held))).toEqual({
      ok: true,
      scenario: held,
      view: null,
      viewWarning: null,
    });
  });

  it('of more than 1 MB is refused in a sentence', () => {
    const large: Scenario = { ...emptyScenario(), notes: 'é'.repeat(500_000) };
    expect(() => encodeLink(large)).toThrow(RangeError);
  });
});

describe('base64url', () => {
  it('is what others make of bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(base64urlFromBytes(bytes)).toBe(text);
        expect(bytesFromBase64url(text)).toEqual(bytes);
      }),
      { seed: 20_260_111 },
    );
  });

  it.each(['+', '/', '=', ' ', '.', 'é', '\u{1F600}', '\u0000'])('has no %j', (letter) => {
    expect(bytesFromBase64url(`AB${letter}C`)).toBe(2);
  });
});
