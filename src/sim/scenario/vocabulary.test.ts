/**
 * The ids, editions and options that the format promises, as its README lists them for users. Links in the wild depend on
 * every row.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SchemeKnob } from '../cluster/scheme.ts';
import { schemes } from '../cluster/schemes/index.ts';
import { catalogue } from '../limiters/index.ts';
import { systems } from '../systems/index.ts';
import { systemWords } from '../systems/words.ts';
import { viewFromDocument } from './linkView.ts';
import { vocabulary, type FormatEntry } from './vocabulary.ts';

/** The rows of the README's table, each as its cells. */
const promised = tableOf(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'));

function tableOf(readme: string): readonly string[] {
  const [, section = ''] = readme.split('\n## Limiters\n');
  const [table = ''] = /(?:^\|.*\n)+/m.exec(section) ?? [];
  const cells = (line: string) => line.split('|').slice(1, -1);
  const [, , ...rows] = table.trimEnd().split('\n').map(cells);
  return rows.map((row) => rowText(row.map((cell) => cell.trim())));
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The row that promises what the code does: by id the editions, and every option, the defaults first. */
function rowOf({ id, name, editions, defaultEdition, knobs }: FormatEntry): string {
  const options = knobs.map((knob) => `\`${knob.id}\` ${valuesOf(knob)}`);
  return rowText([`\`${id}\``, name, inOrder(defaultEdition, editions).join(' or '), options.join('; ')]);
}

function valuesOf(knob: SchemeKnob): string {
  switch (knob.kind) {
    case 'choice':
      return inOrder(knob.default, knob.choices).map(literal).join(' or ');
    case 'number':
      if (knob.default === knob.specialValue) return `${literal(knob.default)} or a number`;
      return [knob.default, knob.specialValue]
        .filter((value) => value !== undefined)
        .map(literal)
        .join(' or ');
    case 'limiter':
      return `${literal(knob.default)} or another`;
    case 'weights':
      return 'a list, one for each node';
    case 'seconds':
      return 'a tenth of T or a number';
    case 'code':
      return 'a program';
  }
}

function inOrder(first: string, all: readonly string[]): readonly string[] {
  return [first, ...all.filter((one) => one !== first)];
}

function literal(value: string | number): string {
  return `\`${JSON.stringify(value)}\``;
}

describe('the vocabulary', () => {
  it('is what the README promises', () => {
    const rows = vocabulary.map(rowOf);
    const changed = promised.filter((row) => !rows.includes(row));
    expect(
      changed.join('\n'),
      'rows of README.md that are no longer true, but links depend on ids, editions, options and defaults',
    ).toBe('');
    const missing = rows.filter((row) => !promised.includes(row));
    expect(missing.join('\n'), 'rows to add under Limiters in src/sim/scenario/README.md').toBe('');
    expect(promised, 'the table lists them in the order of the picker').toEqual(rows);
  });

  it('takes schemes for schemes', () => {
    const several = vocabulary.filter(({ processes }) => processes === 'several');
    expect(several.map(({ id }) => id)).toEqual([...schemes.map(({ id }) => id), 'own-scheme', 'own-lua']);
  });

  it('has a system for all words of one, in their order', () => {
    expect(systems.map(({ id }) => id)).toEqual(systemWords.map(({ id }) => id));
  });

  it('gives every option a label and a sentence', () => {
    for (const { knobs } of [...catalogue, ...systems, ...schemes])
      for (const { label, help } of knobs) expect(label !== '' && help.endsWith('.')).toBe(true);
  });
});

describe('the view of a link', () => {
  /** By letter: what the page reads from it. */
  const VIEW: readonly (readonly [part: object, read: object])[] = [
    [{ a: 3 }, { at: 3 }],
    [{ f: 2 }, { from: 2 }],
    [{ s: [0, 5] }, { selected: { lane: 0, request: 5 } }],
    [{ l: 'stacked' }, { layout: 'stacked' }],
    [{ h: true }, { hideFuture: true }],
    [{ m: 'tune' }, { mode: 'tune' }],
    [{ p: 'window-edge/3' }, { step: 'window-edge/3' }],
    [{ e: 'watch' }, { embed: 'watch' }],
    [{ e: 'try' }, { embed: 'try' }],
  ];
  it.each(VIEW)('%j', (part, read) =>
    expect(viewFromDocument({ t: 24, ...part })).toEqual({ at: 0, from: 0, to: 24, ...read }),
  );
});
