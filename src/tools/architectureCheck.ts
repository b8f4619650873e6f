/**
 * Describes each violation of the rules of `architecture.ts` in a sentence. It takes a table of files (path and text), so that
 * tests can pass made-up ones.
 */
import { dirname, join } from 'node:path/posix';
import { bannedNames, layers, PROJECT_TESTS, TESTS, OF_ALL_TESTS } from './architecture.ts';
import { importCycles } from './importCycles.ts';
import { COMPUTED, readModule, type ModuleImport, type ModuleInfo } from './moduleInfo.ts';

/** Paths from the project's folder, with slashes, and what is in them. */
export type Files = ReadonlyMap<string, string>;

const patterns = new Map<string, RegExp>();

/** A pattern as a regular expression: `*`, `**` and `{a,b}`. */
function globToRegExp(glob: string): RegExp {
  let known = patterns.get(glob);
  if (!known) {
    const parts: Record<string, string> = { '**': '.*', '*': '[^/]*', '{': '(?:', '}': ')', ',': '|', '.': '\\.' };
    known = new RegExp(`^${glob.replaceAll(/\*\*|[*{},.]/g, (part) => parts[part] ?? part)}$`);
    patterns.set(glob, known);
  }
  return known;
}

const matches = (name: string, globs: readonly string[]): boolean =>
  globs.some((glob) => globToRegExp(glob).test(name));

const isTest = (file: string): boolean => matches(file, [TESTS]);

/** The file that a relative import means, or null for a package. */
function resolveImport(file: string, from: string): string | null {
  return from.startsWith('.') ? join(dirname(file), from.replace(/\?.*$/, '')) : null;
}

function importProblem(file: string, imported: ModuleImport, files: Files): string | null {
  const layer = layers.find(({ files: own }) => globToRegExp(own).test(file));
  const isProjectTest = globToRegExp(PROJECT_TESTS).test(file);
  if (!layer && !isProjectTest) return `${file} belongs to no layer: src/tools/architecture.ts lists them`;
  if (imported.specifier === COMPUTED) {
    return file.startsWith('src/tools/') ? null : `${file} imports a computed name: nobody can check it`;
  }

  const to = resolveImport(file, imported.specifier);
  if (to === null) {
    const allowed = layer?.packages?.some((name) => globToRegExp(`${name}{,/**}`).test(imported.specifier));
    return allowed || isTest(file) || isProjectTest ? null : `${file} imports ${imported.specifier}: ${layer?.rule}`;
  }
  if (!files.has(to)) return `${file} imports ${imported.specifier}: there is no such file; imports end in .ts or .tsx`;
  if (isTest(file)) {
    const ownFolder = `${file.split('/').slice(0, 2).join('/')}/**`;
    const allowed = isProjectTest || matches(to, [ownFolder, 'src/sim/**', OF_ALL_TESTS, ...(layer?.imports ?? [])]);
    return allowed ? null : `${file} imports ${to}: a test may import only its own layer, what that may, and sim`;
  }
  if (isTest(to)) return `${file} imports ${to}: only tests may import what is made for tests`;
  if (matches(to, layer?.typeImports ?? []) && imported.typesOnly) return null;
  return matches(to, layer?.imports ?? []) ? null : `${file} imports ${to}: ${layer?.rule}`;
}

function banProblems(file: string, { usedNames }: ModuleInfo): string[] {
  const globUses = [...usedNames].filter((use) => use === 'import.meta.glob');
  const found = globUses.map((use) => `${file} uses ${use}: an index is a list that someone wrote`);
  if (isTest(file)) return found;
  for (const ban of bannedNames) {
    if (!globToRegExp(ban.files).test(file) || (ban.except !== undefined && globToRegExp(ban.except).test(file)))
      continue;
    const banned = [...usedNames].filter(
      (use) =>
        ban.globals?.includes(use) ||
        ban.properties?.includes(use.slice(1)) ||
        (ban.math && (use === 'Math' || (use.startsWith('Math.') && !ban.math.includes(use.slice(5))))) ||
        (ban.exponentiation && use === '**'),
    );
    found.push(...banned.map((use) => `${file} uses ${use.replace(/^\./, '')}: ${ban.reason}`));
  }
  return found;
}

/** The folders of the views as a graph, so that they never import one another in a circle. */
function roomGraph(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const roomOf = (file: string): string | undefined => /^src\/views\/[^/]+(?=\/)/.exec(file)?.[0];
  const rooms = new Map<string, string[]>();
  for (const [file, targets] of graph) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const others = targets.map(roomOf).filter((other) => other !== undefined && other !== room);
    rooms.set(room, [...(rooms.get(room) ?? []), ...(others as string[])]);
  }
  return rooms;
}

/** Every violation, a sentence each. */
export function violations(files: Files): string[] {
  const problems: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of files) {
    if (!/\.(tsx?|mjs)$/.test(file)) continue;
    const source = readModule(file, text);
    problems.push(
      ...source.imports.map((each) => importProblem(file, each, files)).filter((problem) => problem !== null),
    );
    problems.push(...banProblems(file, source));
    const targets = source.imports.map(({ specifier }) => resolveImport(file, specifier)).filter((to) => to !== null);
    if (!isTest(file)) graph.set(file, targets);
  }
  return [...new Set([...problems, ...importCycles(graph), ...importCycles(roomGraph(graph))])];
}
