import { describe, expect, it } from 'vitest';
import { CLIENT_RATE_FIELD, retryFields, trafficKindOf, type FormField, type TrafficEntry } from '../../sim/index.ts';
import { parsePhaseField, COST_FIELD, KEY_COUNT_FIELD, fieldValue, withFieldValue } from './phaseFields.ts';
import { parsePhase } from './testing.ts';

const steady = parsePhase({ kind: 'steady', from: 9, to: 9.95, rate: 10, key: 'b', cost: 2, stream: 7 });
const ramp = parsePhase({ kind: 'ramp', to: 60, rate: [1, 20] });
const polling = parsePhase({ kind: 'clients', rate: 1, count: 20, retry: { strategy: 'retry-poll' } });
const backoff = parsePhase({ kind: 'clients', rate: 1, retry: { strategy: 'backoff', base: 2, factor: 3 } });
const abuser = parsePhase({ kind: 'clients', retry: { strategy: 'abuser' } });

function allFieldsOf(entry: TrafficEntry): readonly FormField[] {
  const { fields } = trafficKindOf(entry).form;
  return entry.kind === 'clients' ? [...fields, CLIENT_RATE_FIELD, ...retryFields(entry.retry)] : fields;
}

const field = (entry: TrafficEntry, label: string) => {
  const found = allFieldsOf(entry).find((one) => one.label === label);
  if (found === undefined) throw new TypeError(`no field ${label}`);
  return found;
};

describe('the fields of a phase', () => {
  it('show the phase’s values', () => {
    expect(trafficKindOf({ kind: 'steady' }).form.fields.map((one) => fieldValue(steady, one, 24))).toEqual([
      9, 9.95, 10,
    ]);
    expect(trafficKindOf({ kind: 'ramp' }).form.fields.map((one) => fieldValue(ramp, one, 24))).toEqual([0, 60, 1, 20]);
    expect(fieldValue(parsePhase({ kind: 'steady', rate: 1, keys: { count: 30 } }), KEY_COUNT_FIELD, 24)).toBe(30);
    expect(fieldValue(polling, field(polling, 'Clients'), 24)).toBe(20);
    expect(fieldValue(polling, field(polling, 'Every'), 24)).toBe(0.01);
    expect(fieldValue(abuser, field(abuser, 'Times the limit'), 24)).toBe(2);
  });

  it('show the end of the run if the phase has no end', () => {
    const open = parsePhase({ kind: 'steady', from: 9, rate: 10 });
    expect(fieldValue(open, field(open, 'To'), 24)).toBe(24);
    expect(fieldValue(open, field(open, 'To'), 3)).toBe(9);
  });

  it('replace one value and keep the rest', () => {
    expect(withFieldValue(steady, field(steady, 'Rate'), 5)).toEqual({ ...steady, rate: 5 });
    expect(withFieldValue(ramp, field(ramp, 'End rate'), 5)).toEqual({ ...ramp, rate: [1, 5] });
    const pooled = parsePhase({ kind: 'steady', rate: 1, keys: { count: 30, share: 'zipf' } });
    expect(withFieldValue(pooled, KEY_COUNT_FIELD, 5)).toEqual({ ...pooled, keys: { count: 5, share: 'zipf' } });
    expect(withFieldValue(backoff, field(backoff, 'Cap'), 9)).toMatchObject({
      retry: { strategy: 'backoff', base: 2, cap: 9, factor: 3, jitter: 'full' },
    });
  });

  it.each([
    [{ strategy: 'none' }, []],
    [{ strategy: 'retry-poll' }, ['Every']],
    [{ strategy: 'backoff' }, ['Base', 'Cap', 'Factor']],
    [{ strategy: 'backoff', jitter: 'decorrelated' }, ['Base', 'Cap']],
    [{ strategy: 'retry-after' }, []],
    [{ strategy: 'careless' }, ['Every']],
    [{ strategy: 'abuser' }, ['Times the limit']],
  ])('of %j are those that it goes by', (retry, labels) => {
    const own = retry.strategy === 'careless' || retry.strategy === 'abuser';
    const entry = parsePhase({ kind: 'clients', retry, ...(own ? {} : { rate: 1 }) });
    expect(entry.kind === 'clients' && retryFields(entry.retry).map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    [steady, 'Rate', '0', 'Rate is 0. It may be a number above 0, at most 1,000,000,000.'],
    [steady, 'Rate', '-5', 'Rate is −5. It may be a number above 0, at most 1,000,000,000.'],
    [steady, 'Rate', '1e30', 'Rate is 1e+30. It may be a number above 0, at most 1,000,000,000.'],
    [steady, 'To', '8', 'To is 8. It may be a number of seconds from 9, where it begins, to 2,592,000.'],
    [steady, 'From', '10', 'From is 10. It may be a number of seconds from 0 to 9.95, where it ends.'],
    // With the other end as it stands, whatever is typed.
    [steady, 'From', '1 min', 'From is 1 min. It may be a number of seconds from 0 to 9.95, where it ends.'],
    [steady, 'From', '40 d', 'From is 40 d. It may be a number of seconds from 0 to 9.95, where it ends.'],
    [steady, 'From', 'soon', 'From is “soon”. It may be a number of seconds from 0 to 9.95, where it ends.'],
    [steady, 'To', '1e9', 'To is 1,000,000,000. It may be a number of seconds from 9, where it begins, to 2,592,000.'],
    [steady, 'To', '', 'To is empty. It may be a number of seconds from 9, where it begins, to 2,592,000.'],
    [steady, 'From', '-1', 'From is −1. It may be a number of seconds from 0 to 9.95, where it ends.'],
    [
      parsePhase({ kind: 'ramp', rate: [0, 3] }),
      'End rate',
      '0',
      'End rate is 0. It may be a number above 0, because the other rate is 0.',
    ],
    [ramp, 'Start rate', 'x', 'Start rate is “x”. It may be a number from 0 to 1,000,000,000.'],
    [
      parsePhase({ kind: 'burst', at: 0, count: 1 }),
      'Count',
      '1.5',
      'Count is 1.5. It may be a whole number from 1 to 1,000,000,000.',
    ],
    [polling, 'Clients', '1000001', 'Clients is 1,000,001. It may be a whole number from 1 to 1,000,000.'],
    [polling, 'Clients', '0', 'Clients is 0. It may be a whole number from 1 to 1,000,000.'],
    [polling, 'Rate per client', '0', 'Rate per client is 0. It may be a number above 0, at most 1,000,000,000.'],
    [polling, 'Every', '0', 'Every is 0. It may be a number of seconds from 0.000001 to 2,592,000.'],
    [backoff, 'Factor', '0.5', 'Factor is 0.5. It may be a number from 1 to 1,000.'],
    [backoff, 'Cap', '', 'Cap is empty. It may be a number of seconds from 0.000001 to 2,592,000.'],
    [abuser, 'Times the limit', '0', 'Times the limit is 0. It may be a number above 0, at most 1,000,000.'],
  ])('%j refuses %s %j', (entry, label, text, error) =>
    expect(parsePhaseField(entry, field(entry, label), text)).toEqual({ error }),
  );

  it('accept other units of time', () => {
    expect(parsePhaseField(steady, field(steady, 'From'), '500 ms')).toEqual({ value: 0.5 });
    expect(parsePhaseField(polling, field(polling, 'Every'), '50 ms')).toEqual({ value: 0.05 });
    expect(parsePhaseField(steady, COST_FIELD, '3')).toEqual({ value: 3 });
    expect(parsePhaseField(steady, COST_FIELD, '0')).toEqual({
      error: 'Cost is 0. It may be a whole number from 1 to 1,000,000.',
    });
  });
});
