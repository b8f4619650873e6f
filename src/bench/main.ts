/**
 * How fast the simulator is: everything is measured in one run, interleaved with what it is compared with:
 *
 *   npm run bench [-- --quick] [--json FILE]
 *
 * Each section has a process of its own. In one for all, code that sections share became slower with each, since it was
 * compiled for more and more kinds of objects: Why? over nodes took twice as long at the end as by itself.
 *
 * A missed target is reported but is no failure: machines are noisy.
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarkTraffic } from './trafficSources.ts';
import { benchmarkConfigs } from './configs.ts';
import { benchmarkDecisions, allLanes, warmUp } from './decisions.ts';
import { benchmarkLibraries } from './libraries.ts';
import { benchmarkLogs } from './logs.ts';
import { benchmarkOwn } from './own.ts';
import { benchmarkPictures } from './pictures.ts';
import { benchmarkRecorded } from './recorded.ts';
import { reportRows, formatSection, targetSummary, type ReportSection } from './report.ts';
import { benchmarkMemory, benchmarkRuns } from './runs.ts';
import { benchmarkCluster } from './cluster.ts';
import { benchmarkSystems } from './systems.ts';
import { benchmarkFinding } from './finding.ts';
import { benchmarkTuning } from './tuning.ts';
import { POLICY, RATE, poissonScenario } from './scenarios.ts';
import { planOf } from '../sim/engine.ts';
import { loadDeflate } from '../sim/index.ts';

const FULL = {
  decisions: 500_000,
  libraries: 200_000,
  runs: [10_000, 100_000, 1_000_000],
  memory: 200_000,
  traffic: 1_000_000,
  clients: 1_000,
  processes: 100_000,
  logLines: 1_000_000,
  tuning: { requests: 60_000, side: 40 },
  instants: 28,
  rounds: 15,
};
const QUICK = {
  decisions: 100_000,
  libraries: 20_000,
  runs: [1_000, 10_000, 100_000],
  memory: 20_000,
  traffic: 100_000,
  clients: 100,
  processes: 10_000,
  logLines: 100_000,
  tuning: { requests: 6_000, side: 20 },
  instants: 12,
  rounds: 3,
};

type Size = typeof FULL;

/** Makes the traffic that a section needs, and measures. */
const SECTIONS: Readonly<Record<string, (size: Size) => ReportSection | Promise<ReportSection>>> = {
  decisions: ({ decisions, rounds }) =>
    benchmarkDecisions(
      planOf(poissonScenario(decisions, allLanes)),
      planOf(poissonScenario(decisions, allLanes, { kind: 'steady' })),
      rounds,
    ),
  systems: ({ decisions, rounds }) => benchmarkSystems(decisions, rounds),
  own: ({ decisions, rounds }) => benchmarkOwn(decisions, Math.min(rounds, 9)),
  configs: ({ rounds }) => benchmarkConfigs(rounds),
  pictures: ({ runs, rounds }) => benchmarkPictures(runs[1] as number, Math.min(rounds, 9)),
  libraries: ({ libraries, rounds }) =>
    benchmarkLibraries(planOf(poissonScenario(libraries, allLanes)), Math.min(rounds, 9)),
  runs: ({ runs, rounds }) => benchmarkRuns(runs, Math.min(rounds, 9)),
  memory: ({ memory }) => benchmarkMemory(memory),
  traffic: ({ traffic, clients, rounds }) => benchmarkTraffic(traffic, clients, Math.min(rounds, 7)),
  recorded: ({ traffic, rounds }) => benchmarkRecorded(traffic, Math.min(rounds, 7)),
  cluster: ({ processes, rounds }) => benchmarkCluster(processes, Math.min(rounds, 7)),
  logs: ({ logLines, rounds }) => benchmarkLogs(logLines, Math.min(rounds, 5)),
  tuning: ({ tuning, rounds }) => benchmarkTuning(tuning.requests, tuning.side, Math.min(rounds, 5)),
  finding: ({ instants, rounds }) => benchmarkFinding(instants, Math.min(rounds, 5)),
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, section: { type: 'string' } },
  });
  if (values.section !== undefined) {
    await measureSection(values.section, values.quick ? QUICK : FULL);
    return;
  }
  const [cpu] = cpus();
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  console.log(
    `Traffic: Poisson, ${RATE} a second, against ${POLICY.n} permits per ${POLICY.T} s; one key, costs of 1.`,
  );
  console.log('Times: medians over rounds; in each the lesser of wall clock and processor time.');
  if (values.quick) console.log('Quick: too short to mean much.');

  const sections: ReportSection[] = [];
  for (const name of Object.keys(SECTIONS)) {
    const section = await forkSection(name, values.quick);
    sections.push(section);
    console.log(`\n${formatSection(section)}`);
  }
  console.log(`\n${targetSummary(sections)} (${process.uptime().toFixed(0)} s)`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reportRows(sections), null, 2)}\n`);
}

/** In the process of one section. Its figures go to the parent. */
async function measureSection(name: string, size: Size): Promise<void> {
  await loadDeflate();
  warmUp();
  const section = await SECTIONS[name]?.(size);
  if (section === undefined) throw new Error(`There is no section "${name}".`);
  process.send?.(section);
}

/** @throws {Error} when the process ends without figures; it has said why on stderr */
function forkSection(name: string, quick: boolean): Promise<ReportSection> {
  const child = fork(fileURLToPath(import.meta.url), ['--section', name, ...(quick ? ['--quick'] : [])]);
  return new Promise((resolve, reject) => {
    child.once('message', (section) => resolve(section as ReportSection));
    child.once('error', reject);
    child.once('disconnect', () => reject(new Error(`The section "${name}" was not measured.`)));
  });
}

await main();
