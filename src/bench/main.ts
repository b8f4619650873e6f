/**
 * How fast the simulator is, in one run on one trace:
 *
 *   npm run bench [-- --quick] [--json FILE]
 *
 * An aim that is missed is said and is no failure: machines are noisy.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { answering } from './answering.ts';
import { decisions, everyLane, exercise } from './decisions.ts';
import { libraries } from './libraries.ts';
import { rowsOf, tableOf, verdictOn, type Section } from './report.ts';
import { memory, runs } from './runs.ts';
import { processes } from './processes.ts';
import { planOf, POLICY, RATE, scenarioOf } from './traffic.ts';

const FULL = {
  decisions: 500_000,
  libraries: 200_000,
  runs: [10_000, 100_000, 1_000_000],
  memory: 200_000,
  traffic: 1_000_000,
  clients: 1_000,
  processes: 100_000,
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
  rounds: 3,
};

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
  });
  const size = values.quick ? QUICK : FULL;
  const [cpu] = cpus();
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpu?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  console.log(
    `Traffic: Poisson, ${RATE} a second, against ${POLICY.n} permits per ${POLICY.T} s; one key, costs of 1.`,
  );
  console.log('Times: medians over rounds; in each the lesser of wall clock and processor time.');
  if (values.quick) console.log('Quick: too short to mean much.');

  const sections: Section[] = [];
  const tell = (section: Section): void => {
    sections.push(section);
    console.log(`\n${tableOf(section)}`);
  };
  exercise();
  const trace = planOf(scenarioOf(size.decisions, everyLane));
  const steady = planOf(scenarioOf(size.decisions, everyLane, { kind: 'steady' }));
  tell(await decisions(trace, steady, size.rounds));
  tell(await libraries(planOf(scenarioOf(size.libraries, everyLane)), Math.min(size.rounds, 9)));
  tell(await runs(size.runs, Math.min(size.rounds, 9)));
  tell(memory(size.memory));
  tell(await answering(size.traffic, size.clients, Math.min(size.rounds, 7)));
  tell(await processes(size.processes, Math.min(size.rounds, 7)));
  console.log(`\n${verdictOn(sections)} (${process.uptime().toFixed(0)} s)`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rowsOf(sections), null, 2)}\n`);
}

await main();
