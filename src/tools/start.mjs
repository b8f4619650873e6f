// `npm start`: from a fresh checkout to the page in the browser.
import { ensureInstalled } from './install.mjs';
import { portFrom } from './port.mjs';
import { root, runScript } from './run.mjs';

/** npm ends the shell between us and itself, not us: without this, the server would live on and keep its port. */
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
  const server = await preview({ root, preview: { host: '127.0.0.1', port: port ?? 4173, strictPort: port !== null } });
  console.log(`Spillway is at ${server.resolvedUrls?.local[0] ?? 'http://127.0.0.1:4173/'} (Ctrl+C stops it)`);
});
