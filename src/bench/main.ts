/**
 * How fast the simulator is: everything is measured in one run, interleaved with what it is compared with:
 *
 *   npm run bench [-- --quick] [--json FILE]
 *
 * A missed target is reported but is no failure: machines are noisy.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
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

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  const size = values.quick ? QUICK : FULL;
  await loadDeflate();
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
  const report = (section: ReportSection): void => {
    sections.push(section);
    console.log(`\n${formatSection(section)}`);
  };
  warmUp();
  const trace = planOf(poissonScenario(size.decisions, allLanes));
  const steady = planOf(poissonScenario(size.decisions, allLanes, { kind: 'steady' }));
  report(await benchmarkDecisions(trace, steady, size.rounds));
  report(await benchmarkSystems(size.decisions, size.rounds));
  report(await benchmarkOwn(size.decisions, Math.min(size.rounds, 9)));
  report(await benchmarkConfigs(size.rounds));
  report(await benchmarkPictures(size.runs[1] as number, Math.min(size.rounds, 9)));
  report(await benchmarkLibraries(planOf(poissonScenario(size.libraries, allLanes)), Math.min(size.rounds, 9)));
  report(await benchmarkRuns(size.runs, Math.min(size.rounds, 9)));
  report(benchmarkMemory(size.memory));
  report(await benchmarkTraffic(size.traffic, size.clients, Math.min(size.rounds, 7)));
  report(await benchmarkRecorded(size.traffic, Math.min(size.rounds, 7)));
  report(await benchmarkCluster(size.processes, Math.min(size.rounds, 7)));
  report(await benchmarkLogs(size.logLines, Math.min(size.rounds, 5)));
  report(await benchmarkTuning(size.tuning.requests, size.tuning.side, Math.min(size.rounds, 5)));
  report(await benchmarkFinding(size.instants, Math.min(size.rounds, 5)));
  console.log(`\n${targetSummary(sections)} (${process.uptime().toFixed(0)} s)`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(reportRows(sections), null, 2)}\n`);
}

await main();
