/** The table of clients as the page asks for it: a page of its rows, asked for again when the scenario changes. */
import type { ClientColumn, Clients, ClientsQuery } from '../../tune/clients.ts';

/** Rows on a page. */
export const CLIENTS_PER_PAGE = 50;
/** Bins of a row's strip. */
export const STRIP_BINS = 200;

export type ClientsOrder = Pick<ClientsQuery, 'sort' | 'descending' | 'filter' | 'onlyRefused' | 'from'>;

export interface ClientsState extends ClientsOrder {
  /** Of the last question that was answered; it stays until the next answer is there. */
  readonly answer: Clients | null;
  /** Whether a newer answer is under way. */
  readonly busy: boolean;
}

export const initialClients: ClientsState = {
  sort: 'refused',
  descending: true,
  filter: '',
  onlyRefused: false,
  from: 0,
  answer: null,
  busy: false,
};

/** By that column; by the same one again, the other way round. Names begin with the first, figures with the largest. */
export function sortedBy({ sort, descending }: ClientsOrder, column: ClientColumn): Partial<ClientsOrder> {
  const first = column !== 'key' && column !== 'firstRefusal';
  return { sort: column, descending: column === sort ? !descending : first, from: 0 };
}

export function clientsQuery(
  lane: number,
  { sort, descending, filter, onlyRefused, from }: ClientsOrder,
): ClientsQuery {
  return { lane, sort, descending, filter, onlyRefused, from, to: from + CLIENTS_PER_PAGE, columns: STRIP_BINS };
}
