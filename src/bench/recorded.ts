/** What a log's requests cost: unpacked from a file, and run beside as many generated ones of as many clients. */
import { simulateToEnd, planOf, type Plan } from '../sim/engine.ts';
import { packRecording, scenarioOf, unpackRecording, type RecordingColumns } from '../sim/index.ts';
import { median, runInterleaved } from './measure.ts';
import { WITHOUT_REFERENCE, type ReportSection } from './report.ts';

const CLIENTS = 10_000;
/** Requests a second, stamped to the second. */
const RATE = 300;
/** As fast, but for what two medians of the same differ by. */
const MAX_RATIO = 1.1;

/** Requests of clients in an order without a pattern. */
function logOf(count: number): RecordingColumns {
  let draw = 1;
  let seen = 0;
  const client = Uint32Array.from({ length: count }, () => {
    draw = (Math.imul(draw, 1_103_515_245) + 12_345) >>> 0;
    const any = (draw >>> 8) % CLIENTS;
    return any < seen ? any : seen++;
  });
  const at = Float64Array.from({ length: count }, (_, i) => Math.floor(i / RATE) * 1_000_000);
  return { at, client, costAndBad: new Uint32Array(count).fill(1) };
}

/** Plans are made anew in each round: that is when requests are read or generated. */
function runOf(duration: number, traffic: object): () => unknown {
  const document = { duration, policy: { n: 5, T: 10 }, traffic: [traffic], lanes: [{ limiter: 'token-bucket' }] };
  const scenario = scenarioOf(document);
  const plan = (): Plan => planOf(scenario);
  return () => simulateToEnd(plan());
}

export async function benchmarkRecorded(requests: number, rounds: number): Promise<ReportSection> {
  const data = packRecording(logOf(requests));
  const duration = Math.ceil(requests / RATE);
  const keys = { count: CLIENTS, share: 'even' };
  const [recordedMs = NaN, generatedMs = NaN, unpackedMs = NaN] = (
    await runInterleaved(
      [
        { name: 'recorded', run: runOf(duration, { kind: 'recording', data }) },
        { name: 'generated', run: runOf(duration, { kind: 'poisson', rate: RATE, keys }) },
        { name: 'unpacked', run: () => unpackRecording(data) },
      ],
      rounds,
      2,
    )
  ).map(median);
  const many = requests.toLocaleString('en-US');
  return {
    title: `Recordings: requests of a log, ${rounds} rounds`,
    lines: [
      {
        name: `a run on ${many} recorded requests`,
        value: recordedMs,
        unit: 'ms',
        ratio: recordedMs / generatedMs,
        against: 'a run on as many generated ones',
        reference: generatedMs,
        target: { text: `${MAX_RATIO} × or less`, met: recordedMs <= MAX_RATIO * generatedMs },
      },
      {
        name: `${many} requests unpacked, ${(data.length / requests).toFixed(1)} characters each`,
        value: unpackedMs,
        unit: 'ms',
        ...WITHOUT_REFERENCE,
        target: null,
      },
    ],
    notes: [
      `Stamps of 1 s, spread evenly; ${CLIENTS.toLocaleString('en-US')} clients; one lane, its figures included.`,
    ],
  };
}
