/** Behind a proxy, a server's log has the proxy's address, and the client's in what the proxy forwards. */
import { plainName } from './fieldNames.ts';
import { quoted, type Finding } from './finding.ts';
import type { ReadChoices } from './formats/format.ts';
import type { Mapping } from './logTable.ts';
import { cleanAddress, isIpAddress } from './values.ts';

/** What proxies forward the client's address in; servers put `http_`, `cs` or the names of objects before it. */
const FORWARDED = /^(?:.*\.)?(?:http|cs|header)?(?:x?forwardedfor|xff|x?realip|trueclientip|cfconnectingip)$/;

/** Of loopback, private, shared and link-local networks: what clients on the internet do not have. */
const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][\da-f]{2}:|fe80:)/i;

export const isPrivate = (text: string): boolean => PRIVATE.test(cleanAddress(text));

/** Whether a column by its name holds what a proxy forwards: `http_x_forwarded_for`, `req.headers.x-real-ip`. */
export function isForwardedName(column: string): boolean {
  return FORWARDED.test(column.split('.').map(plainName).join('.'));
}

/**
 * A mapping whose client is what the proxies forward, where all addresses are private and those are not.
 * @param columns that may hold it
 * @param valuesOf a column's first values
 */
export function withForwarded(
  mapping: Mapping,
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
): Mapping {
  const { address } = mapping.fields;
  const present = (column: string): string[] => valuesOf(column).filter((text) => text !== '-' && text !== '');
  const proxies = address === null ? [] : present(address);
  if (address === null || proxies.length === 0 || !proxies.every(isPrivate)) return mapping;
  const forwarded = columns.find((column) => {
    const clients = present(column);
    const areAddresses = clients.every((text) => isIpAddress(cleanAddress(text)));
    return areAddresses && 2 * clients.length >= proxies.length && !clients.every(isPrivate);
  });
  if (forwarded === undefined || forwarded === address) return mapping;
  return {
    ...mapping,
    proxy: { column: address, address: proxies[0]! },
    fields: { ...mapping.fields, address: forwarded },
  };
}

/** @param choice what the user says */
export function proxyFindings({ proxy, fields }: Mapping, choice: ReadChoices['mapping']): Finding[] {
  if (proxy === undefined || choice?.fields?.address !== undefined) return [];
  return [
    {
      kind: 'forwarded',
      sentence: `The addresses in ${proxy.column} are private, such as ${quoted(proxy.address)}, so they are those of proxies: the client is the first address in ${fields.address}. If it is not, choose another field.`,
    },
  ];
}
