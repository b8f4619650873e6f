import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sourceFingerprint } from './commandLine.mjs';

const project = mkdtempSync(join(tmpdir(), 'spillway-'));
afterAll(() => rmSync(project, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

it.each(['src/store/defaultLaneName.ts', 'src/glossary.ts', 'src/sim/time.ts', 'package-lock.json'])(
  'commands are bundled anew once %s has changed',
  (name) => {
    write('package-lock.json', '');
    write('src/cli/main.ts', '');
    write(name, '1');
    const before = sourceFingerprint(project);
    expect(sourceFingerprint(project)).toBe(before);
    write(name, '12');
    expect(sourceFingerprint(project)).not.toBe(before);
  },
);

it('names of files are meant from the folder in which npm was called', () => {
  write('question.json', '{"title":"Asked"}');
  const from = import.meta.dirname;
  const args = ['run', '--silent', 'simulate', '--', relative(from, join(project, 'question.json'))];
  const { stdout, stderr } = spawnSync('npm', args, { cwd: from, encoding: 'utf8' });
  expect({ stderr, stdout }).toEqual({ stderr: '', stdout: expect.stringMatching(/^Asked: /) as string });
});
