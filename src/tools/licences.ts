/** Which licences may be depended on, checked by package-lock.json, and the notices of what ships. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What is read of package-lock.json. */
export interface LockFile {
  /** By folder; the project itself is ''. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly license?: string;
  /** Whether only tools and tests need it. */
  readonly dev?: boolean;
}

/** For what ships: they ask for no more than their notice. */
const SHIPPED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];
/** For tools, whose code we do not pass on. */
const TOOLS = [...SHIPPED, 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'Unlicense'];

/** Packages whose package.json says nothing: what their licence files are. */
const UNSTATED: Readonly<Record<string, string>> = { 'parse-cache-control': 'BSD-3-Clause' };

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const FILE_NAME = 'licences.txt';

/** Whether an SPDX expression of names, AND and OR asks for nothing but these; of alternatives one is enough. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((name) => allowed.includes(name)));
}

/** A sentence for each package without a licence, or with one that is not on the list. */
export function licenceProblems({ packages }: LockFile): string[] {
  return packagesIn(packages).flatMap(([folder, { license = UNSTATED[nameOf(folder)], dev = false }]) => {
    const allowed = dev ? TOOLS : SHIPPED;
    if (license !== undefined && isAllowed(license, allowed)) return [];
    const use = dev ? 'Tools' : 'What ships';
    return [`${nameOf(folder)} has ${license ?? 'no licence'}. ${use} may have ${allowed.join(', ')}.`];
  });
}

/** The licence files of everything that ships, each once with the packages that it is for. */
export function notices(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
  const namesByText = new Map<string, string[]>();
  for (const [folder, { dev, license = '' }] of packagesIn(packages)) {
    if (dev === true) continue;
    const files = readdirSync(join(root, folder)).filter((name) => LICENCE_FILE.test(name));
    const texts = files.map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
    const text = texts.join('\n\n') || `The package has no licence file; its licence is ${license}.`;
    namesByText.set(text, [...(namesByText.get(text) ?? []), nameOf(folder)]);
  }
  return [...namesByText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

/** Puts the notices beside the page. */
export function licencesPlugin(): Plugin {
  return {
    name: 'spillway-licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: notices(this.environment.config.root) });
    },
  };
}

function packagesIn(packages: LockFile['packages']): [folder: string, LockedPackage][] {
  return Object.entries(packages).filter(([folder]) => folder !== '');
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
