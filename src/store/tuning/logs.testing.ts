/** The logs of a page that a test opens, over a worker that the test answers for. */
import { packRecording, recordingsOf } from '../../sim/index.ts';
import { DROPPED } from '../../worker/workerClient.ts';
import { createActionContext } from '../actionContext.ts';
import { openTestPlayground } from '../testing.ts';
import { createLogs, type Logs } from './logs.ts';
import type { HeldLog } from './logsState.ts';

export const FILES = [new File([''], 'a.log')];

type Client = Parameters<typeof createLogs>[1];

const SUMMARY = {
  files: ['a.log'],
  format: 'combined',
  formatName: 'nginx or Apache combined',
  mapping: {
    time: 'time',
    timeIs: 'arrival',
    duration: null,
    durationUnit: 's',
    fields: { address: 'address', user: null, method: null, path: null, status: null, bytes: null, agent: null },
  },
  fields: [
    { name: 'address', isKept: true, values: 2, examples: [] },
    { name: 'trace', isKept: false, values: 0, examples: [] },
  ],
  key: ['address'],
  histogram: { from: 1_000, to: 1_060, counts: [] },
} as unknown as HeldLog['summary'];
export const START = 1_767_607_200;

export class LogError extends Error {
  override readonly name = 'LogError';
  readonly detail: string;
  constructor(detail: string) {
    super(`It is ${detail}.`);
    this.detail = detail;
  }
}

/** A recording whose first request costs what the choice's key has letters, so that each choice has its own digest. */
export function madeOf(key: readonly string[]) {
  const cost = 1 + key.join('').length;
  const data = packRecording({
    at: Float64Array.of(0, 1e6),
    client: Uint32Array.of(0, 1),
    costAndBad: Uint32Array.of(cost, 1),
  });
  const digest = String(cost).padStart(32, '0');
  return { data, count: 2, digest, length: 1, start: START, resolution: 1, duration: 2, clients: 2, findings: [] };
}

export async function setUp(title = 'Mine') {
  const page = await openTestPlayground({
    title,
    lanes: [{ limiter: 'gcra' }],
    traffic: [{ kind: 'burst', at: 1, count: 3 }],
  });
  const asked: { of: string; params: Record<string, unknown> }[] = [];
  const failures: Error[] = [];
  const kept = new Set(['address']);
  /** The reading whose log the worker holds. */
  let held: unknown = null;
  /** While there is one, readings wait in it, or what is made. */
  const waiting: Record<string, ((go: boolean) => void)[] | null> = { read: null, make: null };
  const isLetGo = (of: string) => new Promise<boolean>((go) => waiting[of]?.push(go));
  const client = {
    async ask(of: string, params: Record<string, unknown>) {
      asked.push({ of, params });
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      if (waiting[of] !== null && !(await isLetGo(of))) return DROPPED;
      if (of === 'read') {
        held = params['reading'];
        for (const name of (params['options'] as { keep?: readonly string[] }).keep ?? []) kept.add(name);
        const fields = SUMMARY.fields.map((field) => ({ ...field, isKept: kept.has(field.name) }));
        return { ...SUMMARY, fields };
      }
      const { key } = params['choice'] as { key: readonly string[] };
      if (params['reading'] !== held || !key.every((name) => kept.has(name))) throw new LogError('needs-read');
      return madeOf(key);
    },
    cancel(of: string) {
      for (const go of waiting[of]?.splice(0) ?? []) go(false);
    },
    end: () => undefined,
  } as unknown as Client;
  const logs: Logs = createLogs(createActionContext(page.store), client);
  // What is made is used in a task of its own, and that it is done is told in another.
  const settle = () => new Promise((resolve) => setImmediate(() => setTimeout(() => setTimeout(resolve))));
  const digests = () => recordingsOf(page.store.getState().scenario);
  const hold = (of: string): void => {
    waiting[of] = [];
  };
  const release = (of: string): void => {
    for (const go of waiting[of]?.splice(0) ?? []) go(true);
    waiting[of] = null;
  };
  return { ...page, logs, asked, failures, settle, digests, hold, release };
}
