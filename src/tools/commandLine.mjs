// Starts a command of src/cli on any Node we support. Node 20 runs no TypeScript, and translating on each start costs more
// than most scenarios do; so all commands are bundled once and kept until a source file changes.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root, runScript } from './run.mjs';

/** The programs that are started: commands, and what they start as threads. */
const PROGRAMS = ['main', 'import', 'sweep', 'seek', 'config', 'find', 'laws', 'tuneWorker', 'findWorker'];
const cache = join(root, 'node_modules/.cache/spillway-cli');
const HOUR = 3_600_000;

/**
 * All of src counts, although the commands import less: a list of what they import would be wrong one day, and old code would run.
 *
 * @param {string} [of] the project's folder
 * @returns {string} one name for this state of the sources: it differs when any file was touched
 */
export function sourceFingerprint(of = root) {
  const hash = createHash('sha1');
  const names = readdirSync(join(of, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => join('src', name));
  for (const name of ['package-lock.json', ...names.sort()]) {
    const { mtimeMs, size } = statSync(join(of, name));
    hash.update(`${join(of, name)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} target the folder to bundle into */
async function bundle(target) {
  const { build } = await import('vite');
  // Built elsewhere and then moved, so that a concurrent run never sees half a program.
  const temporary = `${target}.${process.pid}`;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: temporary,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, `src/cli/${name}.ts`)])),
        // All in one folder: a program finds its threads beside it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true });
    if (!existsSync(target)) throw error;
  }
  for (const name of readdirSync(cache)) {
    const old = join(cache, name);
    if (Date.now() - statSync(old).mtimeMs > HOUR) rmSync(old, { recursive: true, force: true });
  }
}

/** @returns {Promise<string>} the folder with the programs of these sources */
async function bundled() {
  mkdirSync(cache, { recursive: true });
  const target = join(cache, sourceFingerprint());
  if (!existsSync(target)) await bundle(target);
  return target;
}

/** @type {Promise<string> | undefined} */
let folder;

/**
 * Bundles all programs unless that has been done, which it checks once per process.
 *
 * @param {string} program the file's name in src/cli
 * @returns {Promise<string>} the file of the bundled program
 */
export async function commandFile(program) {
  folder ??= bundled();
  return join(await folder, `${program}.js`);
}

/** npm runs scripts in the project's folder; names of files are meant from the folder in which npm was called. */
function returnToCaller() {
  const caller = process.env['INIT_CWD'];
  const isScript = process.env['npm_lifecycle_event'] === basename(process.argv[1] ?? '', '.mjs');
  if (isScript && caller !== undefined) process.chdir(caller);
}

/** @param {string} program the file's name in src/cli */
export function startCommand(program) {
  return runScript(async () => {
    await ensureInstalled();
    returnToCaller();
    await import(pathToFileURL(await commandFile(program)).href);
  });
}
