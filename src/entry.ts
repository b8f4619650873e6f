/** The page's first script: it starts the worker, which needs nothing of the page, and loads the page beside it. */
import workerAddress from 'virtual:simulation-worker';
import { admitOwnScripts } from './trustedTypes.ts';

// Where modules load although the page cannot run, boot.js has told the user why.
const told = document.querySelector('.broken p');
if (told !== null) throw new Error(told.textContent);

start().catch(showStartFailure);

async function start(): Promise<void> {
  admitOwnScripts();
  const startWorker = workerStarter();
  const page = await import('./main.tsx').catch((cause: unknown) => {
    throw new Error('a part of it did not load', { cause });
  });
  await page.start(startWorker, import.meta.url);
}

/** The first worker is made at once, so that it loads while the page does. */
function workerStarter(): () => Worker {
  const make = (): Worker => new Worker(workerAddress, { type: 'module', name: 'simulation' });
  let ready: Worker | null = make();
  // If it fails before anybody listens, the next fails where it is asked for.
  ready.addEventListener('error', () => (ready = null), { once: true });
  return () => {
    const worker = ready ?? make();
    ready = null;
    return worker;
  };
}

/** Nothing is rendered yet, so it takes the place of everything. */
function showStartFailure({ message }: Error): void {
  const heading = document.createElement('h1');
  heading.textContent = 'Spillway';
  const reason = document.createElement('p');
  reason.textContent = `The page could not start: ${message.replace(/\.$/, '')}. Reload it to try again.`;
  const main = document.createElement('main');
  main.className = 'broken';
  main.setAttribute('role', 'alert');
  main.append(heading, reason);
  document.querySelector('#root')?.replaceChildren(main);
}
