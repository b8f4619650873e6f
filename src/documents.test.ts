/** What the repository says of itself and cites: the READMEs' lists and links, and the sources that comments name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { glossary, TERMS } from './glossary.ts';
import { citation, SOURCE_IDS } from './sim/index.ts';
import { hostingHeaders, PAGE_POLICY, WORKER_POLICY } from './tools/contentSecurityPolicy.mjs';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const hosting = readFileSync(join(root, 'src/tools/hosting.md'), 'utf8');

const texts = ['src', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css|mjs|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== import.meta.filename)
    .map((path) => ({ path: path.slice(root.length + 1), text: readFileSync(path, 'utf8') })),
);

const pages = [{ path: 'README.md', text: readme }, ...texts.filter(({ path }) => path.endsWith('.md'))];

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(pages)('every link of $path leads somewhere', ({ path, text }) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    // Those of a lesson's words are examples.
    .filter((link) => !/^(?:https:|lane:|time:|term:)/.test(link));
  const dead = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(dead).toEqual([]);
});

/** The items of the first list under a heading of the README. */
function listUnder(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] as string).split('\n').filter((line) => line.startsWith('- '));
}

it('the README lists the words of the glossary', () => {
  expect(listUnder('Words')).toEqual(TERMS.map((term) => `- **${term}**: ${glossary[term].text}`));
});

it('the README lists the sources', () => {
  expect(listUnder('Sources')).toEqual(SOURCE_IDS.map((id) => `- ${citation(id)}`));
});

it('the configuration for nginx sends the headers that npm start sends', () => {
  const [, nginx = ''] = /```nginx\n([^]*?)```/.exec(hosting) ?? [];
  // Works are kept at secure addresses only.
  expect(nginx).toMatch(/listen 443 ssl;/);
  expect(nginx).not.toContain('listen 80;');
  expect(nginx).toContain(`default "${PAGE_POLICY}";`);
  expect(nginx).toContain(`.js$ "${WORKER_POLICY}";`);
  for (const [name, value] of Object.entries(hostingHeaders('/'))) {
    expect(nginx).toContain(`add_header ${name} ${value === PAGE_POLICY ? '$spillway_policy' : value};`);
  }
});

it('the configuration for Caddy sends them too', () => {
  const [, caddy = ''] = /```caddy\n([^]*?)```/.exec(hosting) ?? [];
  expect(caddy).toContain(`header @worker Content-Security-Policy "${WORKER_POLICY}"`);
  for (const [name, value] of Object.entries(hostingHeaders('/')))
    expect(caddy).toContain(value === PAGE_POLICY ? `header @page ${name} "${value}"` : `header ${name} ${value}`);
});

it('src/README.md gives a reason for each package that ships', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const [, section = ''] = page.split('\n## What it depends on\n');
  const [table = ''] = section.split('\n#');
  const rows = [...table.matchAll(/^\| `([^`]+)` +\| +(\S.*?) +\| +(\S.*?) +\|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(Object.keys(dependencies).sort());
});

it('what the examples write into the folder is no part of the project', () => {
  const blocks = pages.flatMap(({ text }) =>
    [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block as string),
  );
  const written = blocks.flatMap((block) => [...block.matchAll(/ > ([\w.]+)/g)].map(([, name]) => name as string));
  expect(written).toContain('question.json');
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  expect(written.filter((name) => !ignored.includes(`/${name}`))).toEqual([]);
});

it('a comment that gives a source names one of the list', () => {
  const cited = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/\bSources?: ([a-z]+)\./g)].map(([, id]) => ({ path, id })),
  );
  expect(cited.length).toBeGreaterThan(5);
  expect(cited.filter(({ id }) => !SOURCE_IDS.some((known) => known === id))).toEqual([]);
});

it('nothing cites a document that is not in the repository', () => {
  const cites = /\b[A-Z]{2,}\.md\b|\bsource documents? \d|\b00[0-4]['’]s\b/gi;
  const known = new Set(pages.map(({ path }) => basename(path)));
  const found = texts.flatMap(({ path, text }) => (text.match(cites) ?? []).map((cited) => ({ path, cited })));
  expect(found.filter(({ cited }) => !known.has(cited))).toEqual([]);
});

it('the files that src/README.md names exist', () => {
  const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  // Those in links are checked as links, and those under src/ are yet to be written.
  const named = [...page.matchAll(/(?<!\[)`((?!src\/)[\w/]+\/\w+\.ts)`/g)].map(([, path]) => path as string);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(join(import.meta.dirname, path)))).toEqual([]);
});
