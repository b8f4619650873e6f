// `npm start`: from a fresh checkout to the page in the browser.
import { ensureInstalled } from './install.mjs';
import { portFrom, portProblem } from './port.mjs';
import { ExpectedError, root, runScript } from './run.mjs';

/** npm passes SIGINT and SIGTERM on to us. Killed outright, it cannot: the server would live on and keep its port. */
function exitWithNpm() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit();
  }, 1000).unref();
}

await runScript(async () => {
  const port = portFrom(process.argv.slice(2), process.env['PORT']);
  if (process.env['npm_lifecycle_event']) exitWithNpm();
  await ensureInstalled();
  const { build, preview } = await import('vite');
  await build({ root, logLevel: 'warn' });
  // A requested port must be available; without one, the next free port is used.
  const options = { host: '127.0.0.1', port: port ?? 4173, strictPort: port !== null };
  const server = await preview({ root, preview: options }).catch((/** @type {unknown} */ error) => {
    const problem = portProblem(error, options.port);
    throw problem === null ? error : new ExpectedError(problem);
  });
  console.log(`Spillway is at ${server.resolvedUrls?.local[0] ?? 'http://127.0.0.1:4173/'} (Ctrl+C stops it)`);
});
