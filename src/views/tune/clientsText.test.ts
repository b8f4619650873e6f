import { describe, expect, it } from 'vitest';
import { clientColumns, clientsHeading, momentText, pageText, spanText, stripTitle } from './clientsText.ts';

type Clients = NonNullable<Parameters<typeof clientsHeading>[0]>;
type ClientRow = Parameters<ReturnType<typeof clientColumns>[number]['text']>[0];
const ROW: ClientRow = {
  key: 'client 7',
  requests: 701,
  busiest: 45,
  refused: 17,
  least: { busiest: 44, refused: 15, firstRefusal: 1943, longestSpell: null },
  most: { busiest: 45, refused: 18, firstRefusal: 1944, longestSpell: 5.25 },
  share: 17 / 701,
  firstRefusal: 1943.5,
  longestSpell: 5.25,
  looksShared: false,
  strip: { requests: new Uint32Array(2), refused: new Uint32Array(2) },
};
const texts = (row: ClientRow, context: Parameters<typeof clientColumns>[0]): Record<string, string> =>
  Object.fromEntries(clientColumns(context).map(({ title, text }) => [title, text(row)]));

describe("a client's figures", () => {
  it('are exact where the log is, with the time of day in its own precision', () => {
    const { busiest, refused, firstRefusal, longestSpell } = ROW;
    const own = { busiest, refused, firstRefusal, longestSpell };
    const exact = { ...ROW, least: own, most: own };
    expect(texts(exact, { T: 10, epoch: 1_767_607_200, resolution: 0.001, end: 3_600, isClosedLoop: false })).toEqual({
      Requests: '701',
      'Busiest 10 s': '45',
      Refused: '17',
      'Share refused': '2.43 %',
      'First refusal, UTC': '10:32:23.500',
      'Longest time refused': '5.25 s',
    });
    expect(texts(exact, { T: 10, epoch: 0, resolution: 0, end: 24, isClosedLoop: false })).toMatchObject({
      'First refusal': '1,943.500 s',
    });
  });

  it('are ranges over the readings of a coarse log, and not identifiable below ten times its stamps', () => {
    expect(texts(ROW, { T: 10, epoch: 1_767_607_200, resolution: 1, end: 3_600, isClosedLoop: false })).toMatchObject({
      'Busiest 10 s': '44 to 45',
      Refused: '15 to 18',
      'Share refused': '2.14 % to 2.57 %',
      'First refusal, UTC': '10:32:23 to 10:32:24',
      'Longest time refused': '5.25 s or never',
    });
    expect(texts(ROW, { T: 9, epoch: 0, resolution: 1, end: 9, isClosedLoop: false })).toMatchObject({
      'Busiest 9 s': 'not identifiable',
    });
  });

  it('count retries where clients try again, and say so', () => {
    const context = { T: 10, epoch: 0, resolution: 0, end: 24, isClosedLoop: true };
    expect(texts(ROW, context)).toMatchObject({ 'Busiest 10 s, with retries': '44 to 45' });
  });

  it('are dashes where a client is never refused', () => {
    const none = { busiest: 45, refused: 0, firstRefusal: null, longestSpell: null };
    const never = { ...ROW, ...none, least: none, most: none };
    expect(texts(never, { T: 10, epoch: 0, resolution: 0, end: 24, isClosedLoop: false })).toMatchObject({
      Refused: '0',
      'First refusal': '–',
      'Longest time refused': '–',
    });
  });
});

describe('what stands above and below the table', () => {
  const clients = (all: number, refused: number, most = refused): Clients => ({
    ok: true,
    rows: [],
    from: 0,
    count: all,
    clients: all,
    refusedClients: refused,
    leastRefusedClients: refused,
    mostRefusedClients: most,
    isClosedLoop: false,
    binSeconds: 1,
  });

  it.each([
    [412, 11, '11 of 412 clients are refused at least once'],
    [412, 1, '1 of 412 clients is refused at least once'],
    [412, 0, 'None of the 412 clients is ever refused'],
    [1, 1, 'The only client is refused at least once'],
    [1, 0, 'The only client is never refused'],
    [0, 0, 'Clients'],
  ])('%d clients, %d refused', (all, refused, text) => expect(clientsHeading(clients(all, refused))).toBe(text));

  it('is a range where the readings differ', () => {
    expect(clientsHeading(clients(412, 11, 14))).toBe('11 to 14 of 412 clients are refused at least once');
    expect(clientsHeading(clients(1, 0, 1))).toBe('0 to 1 of 1 clients is refused at least once');
    expect(clientsHeading(clients(412, 11, 14), false)).toBe(
      '11 to 14 of 412 clients are refused at least once, not identifiable',
    );
  });

  it('says which page it is', () => {
    expect(pageText(0, 50)).toBe('50 clients');
    expect(pageText(50, 412)).toBe('Clients 51 to 100 of 412');
    expect(pageText(400, 412)).toBe('Clients 401 to 412 of 412');
  });

  it('says what the strips span', () => {
    expect(stripTitle({ epoch: 1_767_607_200, resolution: 1, end: 3_600 })).toBe('10:00 to 11:00 UTC');
    expect(stripTitle({ epoch: 0, resolution: 0, end: 24 })).toBe('0 to 24 s');
    expect(spanText(1_000, 1_000)).toBe('1,000');
    expect(momentText(0.25, { epoch: 0, resolution: 0, end: 24 })).toBe('0.250 s');
  });
});
